import { useMemo } from "react";
import { useLocation } from "@tanstack/react-router";
import { MarketOverview, type OverviewTab } from "../../features/market-overview/market-overview.tsx";
import { useMarkets } from "../../lib/markets/instruments.ts";
import { isMargin } from "../../lib/markets/market.ts";

/** Tabs as they are written in the path's query. */
const tabs: Readonly<Record<string, OverviewTab>> = {
  lists: "lists",
  spot: "SPOT",
  derivatives: "LINEAR",
  coin: "INVERSE",
};

export function MarketsRoute() {
  const { searchStr } = useLocation();
  const { data } = useMarkets();
  const tab = tabs[new URLSearchParams(searchStr).get("tab") ?? ""] ?? "SPOT";
  // A margin pair is its spot market with borrowed funds: it is listed once.
  const markets = useMemo(() => data?.all.filter((market) => !isMargin(market)), [data]);
  return <MarketOverview markets={markets} firstTab={tab} />;
}
