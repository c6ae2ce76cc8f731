import type { ReactNode } from "react";
import { ChartPanel } from "../../features/chart/chart-panel.tsx";
import { useOrderActions } from "../../features/open-orders/use-order-actions.ts";
import type { Market } from "../../lib/markets/market.ts";
import type { OwnTopics } from "./own-topics.ts";

export type TerminalChartProps = {
  market: Market;
  own: OwnTopics | undefined;
  /** Contents of the "Info" tab; absent if the page has its own tab for it. */
  info: ReactNode;
};

/** The chart with the user's orders, which can be cancelled on it. */
export function TerminalChart({ market, own, info }: TerminalChartProps) {
  const { cancel } = useOrderActions();
  return <ChartPanel market={market} orders={own?.orders} info={info} onCancel={cancel} />;
}
