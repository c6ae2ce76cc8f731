import { getRouteApi, useNavigate, useRouterState } from "@tanstack/react-router";
import { useMemo } from "react";
import { useInstruments } from "../../lib/markets/instruments.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m as shellMessages } from "../../shell/shell-messages.ts";
import { NotFound } from "../../shell/pages/not-found.tsx";
import { ErrorPage } from "../../shell/pages/error-page.tsx";
import { SpotSkeleton } from "./spot-skeleton.tsx";
import { SpotTerminal } from "./spot-terminal.tsx";

const route = getRouteApi("/terminal/spot/$pair");

/** The trade screen of one spot market. */
export function SpotRoute() {
  const t = useTexts();
  const { pair } = route.useParams();
  // During a retry the query resets its error; the error count stays.
  const { data, errorUpdateCount } = useInstruments();
  const navigate = useNavigate();
  const here = useRouterState({ select: (state) => state.location.href });
  const markets = useMemo(() => data?.spotMarkets ?? [], [data]);
  const market = markets.find((entry) => entry.pair === pair || entry.symbol === pair);
  if (data === undefined)
    return errorUpdateCount > 0 ? (
      <ErrorPage title={t(shellMessages.unreachableTitle)} hint={t(shellMessages.unreachableHint)} />
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
