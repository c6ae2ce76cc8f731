import { useNavigate, useRouterState } from "@tanstack/react-router";
import { type ListedMarkets, useMarkets } from "../../lib/markets/instruments.ts";
import type { Market } from "../../lib/markets/market.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useOwnRates } from "../../session/own-fees.ts";
import { m as shellMessages } from "../../shell/shell-messages.ts";
import { ErrorPage } from "../../shell/pages/error-page.tsx";
import { NotFound } from "../../shell/pages/not-found.tsx";
import { Terminal } from "./terminal.tsx";
import type { TerminalProduct } from "./terminal-product.ts";
import { TerminalSkeleton } from "./terminal-skeleton.tsx";

export type TerminalRouteProps<M extends Market> = {
  product: TerminalProduct<M>;
  /** The markets of the product. */
  marketsOf: (listed: ListedMarkets) => readonly M[];
  /** The market in the path. */
  segment: string;
};

/** Finds the market that a path names. */
export function TerminalRoute<M extends Market>({ product, marketsOf, segment }: TerminalRouteProps<M>) {
  const t = useTexts();
  // During a retry the query resets its error; the error count stays.
  const { data, errorUpdateCount } = useMarkets();
  const navigate = useNavigate();
  const here = useRouterState({ select: (state) => state.location.href });
  const markets = data === undefined ? [] : marketsOf(data);
  const market = useOwnRates(markets.find((entry) => entry.segment === segment || entry.symbol === segment));
  if (data === undefined)
    return errorUpdateCount > 0 ? (
      <ErrorPage title={t(shellMessages.unreachableTitle)} hint={t(shellMessages.unreachableHint)} />
    ) : (
      <TerminalSkeleton />
    );
  if (market === undefined) return <NotFound pair={segment} />;
  return (
    <Terminal
      key={market.symbol}
      product={product}
      market={market}
      markets={markets}
      allMarkets={data.all}
      assets={data.assets}
      onSignIn={() => void navigate({ to: "/auth/login", search: { backurl: here } })}
    />
  );
}
