import { dayText, lastDays } from "../../lib/format/number-text.ts";

/** The times that an analysis can be about; each ends today. */
export const pnlRanges = ["7D", "month", "90D", "1Y"] as const;
export type PnlRange = (typeof pnlRanges)[number];

export const readPnlRange = (value: unknown): PnlRange => pnlRanges.find((range) => range === value) ?? "month";

const lengths = { "7D": 7, "90D": 90, "1Y": 365 } as const;

/** Its first and last day in the browser's time zone. */
export function rangeDays(range: PnlRange, now: Date): { from: string; to: string } {
  if (range !== "month") return lastDays(lengths[range], now);
  return { from: dayText(new Date(now.getFullYear(), now.getMonth(), 1)), to: dayText(now) };
}
