import { getRouteApi, useNavigate, useRouterState } from "@tanstack/react-router";
import { useMemo } from "react";
import { useDirectory } from "../../lib/directory.ts";
import { useWords } from "../../lib/words.ts";
import { m as shellMessages } from "../../shell/shell-messages.ts";
import { NotFound } from "../../shell/not-found.tsx";
import { WayOn } from "../../shell/way-on.tsx";
import { SpotSkeleton } from "./spot-skeleton.tsx";
import { SpotTerminal } from "./spot-terminal.tsx";

const route = getRouteApi("/terminal/spot/$pair");

/** The trade screen of one spot market. */
export function SpotRoute() {
  const t = useWords();
  const { pair } = route.useParams();
  // While it is asked again after a failure, the query forgets that it failed: the count does not.
  const { data, errorUpdateCount } = useDirectory();
  const navigate = useNavigate();
  const here = useRouterState({ select: (state) => state.location.href });
  const markets = useMemo(() => data?.spotMarkets ?? [], [data]);
  const market = markets.find((entry) => entry.pair === pair || entry.symbol === pair);
  if (data === undefined)
    return errorUpdateCount > 0 ? (
      <WayOn title={t(shellMessages.unreachableTitle)} hint={t(shellMessages.unreachableHint)} />
    ) : (
      <SpotSkeleton />
    );
  if (market === undefined) return <NotFound pair={pair} />;
  return (
    <SpotTerminal
      key={market.symbol}
      market={market}
      markets={markets}
      assets={data.assets}
      onSignIn={() => void navigate({ to: "/auth/login", search: { backurl: here } })}
    />
  );
}
