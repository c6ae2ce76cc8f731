import type { CandleInterval } from "@tidemark/contracts";

/** 1d → 1D, as traders write it; minutes stay small, so that 1m and 1M differ. */
export const intervalText = (interval: CandleInterval): string =>
  interval === "1d" || interval === "1w" ? interval.toUpperCase() : interval;

/** The groups of the menu. */
export const intervalGroups = [
  { id: "minutes", intervals: ["1m", "3m", "5m", "15m", "30m"] },
  { id: "hours", intervals: ["1h", "2h", "4h", "6h", "12h"] },
  { id: "days", intervals: ["1d", "1w", "1M"] },
] as const satisfies readonly { id: string; intervals: readonly CandleInterval[] }[];
