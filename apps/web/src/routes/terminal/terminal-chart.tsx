import { type ReactNode, useMemo } from "react";
import { ChartPanel } from "../../features/chart/chart-panel.tsx";
import type { PickedPrice } from "../../features/order-form/shell/picked-price.ts";
import type { Market } from "../../lib/markets/market.ts";
import type { OwnTopics } from "./own-topics.ts";
import { useChartLines } from "./use-chart-lines.ts";
import { useChartActions } from "./use-chart-actions.tsx";
import { usePositionActs } from "./use-position-acts.tsx";
import { usePriceAlerts } from "./use-price-alerts.tsx";

export type TerminalChartProps = {
  market: Market;
  /** What it can be compared with. */
  markets: readonly Market[];
  own: OwnTopics | undefined;
  /** Contents of the "Info" tab; absent if the page has its own tab for it. */
  info: ReactNode;
  /** A price chosen on the chart, or an order at it, for the ticket. */
  onPick: (picked: PickedPrice) => void;
};

/** The chart with the user's orders and positions, which can be moved and cancelled on it. */
export function TerminalChart({ market, markets, own, info, onPick }: TerminalChartProps) {
  const { actsOf, dialog } = usePositionActs(market, own);
  const orders = useChartLines(market, own, actsOf);
  const alerts = usePriceAlerts(market, own);
  const lines = useMemo(() => [...orders, ...alerts.lines], [orders, alerts.lines]);
  const tradesAt = useChartActions(market, own, onPick);
  const actionsAt = (price: string) => [...tradesAt(price), ...alerts.actionAt(price)];
  return (
    <>
      <ChartPanel market={market} markets={markets} lines={lines} actionsAt={actionsAt} info={info} />
      {dialog}
    </>
  );
}
