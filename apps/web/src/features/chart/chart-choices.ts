import { type CandleInterval, candleIntervals, type CandlePrice, candlePrices } from "@tidemark/contracts";
import { create } from "zustand";
import { stored } from "../../lib/storage/storage.ts";
import { type ShownIndicator, shownAtFirst } from "./indicators/shown-indicators.ts";
import { type ChartStyle, chartStyles } from "./styles/chart-styles.ts";

/** How this user wants the chart, on this device, for all markets. */
type ChartChoices = {
  style: ChartStyle;
  price: CandlePrice;
  /** The intervals of the toolbar. */
  pinned: readonly CandleInterval[];
  indicators: readonly ShownIndicator[];
  hasVolume: boolean;
  /** Points of drawings snap to open, high, low and close. */
  isMagnetOn: boolean;
  areDrawingsHidden: boolean;
};

const usual: ChartChoices = {
  style: "candles",
  price: "LAST",
  pinned: ["1m", "5m", "15m", "1h", "4h", "1d"],
  indicators: shownAtFirst,
  hasVolume: true,
  isMagnetOn: false,
  areDrawingsHidden: false,
};

/** A record of another version of the page may name what this one does not have. */
function read(): ChartChoices {
  const now = { ...usual, ...kept.get() };
  return {
    ...now,
    style: chartStyles.includes(now.style) ? now.style : usual.style,
    price: candlePrices.includes(now.price) ? now.price : usual.price,
    pinned: candleIntervals.filter((interval) => now.pinned.includes(interval)),
  };
}
const kept = stored<Partial<ChartChoices>>("chart", {});

export const useChartChoices = create<ChartChoices>()(read);

useChartChoices.subscribe((now) => {
  if (JSON.stringify(read()) !== JSON.stringify(now)) kept.set(now);
});
// Another tab has changed something.
kept.subscribe(() => useChartChoices.setState(read()));

/** An interval is added to the toolbar or taken from it; the last one stays. */
export function togglePinned(interval: CandleInterval): void {
  const { pinned } = useChartChoices.getState();
  const next = pinned.includes(interval) ? pinned.filter((each) => each !== interval) : [...pinned, interval];
  if (next.length > 0) useChartChoices.setState({ pinned: candleIntervals.filter((each) => next.includes(each)) });
}
