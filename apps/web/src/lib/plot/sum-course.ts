import { dayMs } from "../format/utc-days.ts";

export const sumRanges = ["30D", "90D", "1Y"] as const;
export type SumRange = (typeof sumRanges)[number];
const daysOfRange: Readonly<Record<SumRange, number>> = { "30D": 30, "90D": 90, "1Y": 365 };

/** What came in on a day, in units of 10^-8; `day` counts days of UTC since 1970. */
export type DaySum = { readonly day: number; readonly units: bigint };

/** Amounts added up day by day over a range that ends yesterday; undefined where there are none at all. */
export function sumCourse(days: readonly DaySum[], range: SumRange, now: number) {
  if (days.length === 0) return undefined;
  const today = Math.floor(now / dayMs);
  const from = today - daysOfRange[range];
  const byDay = new Map(days.map(({ day, units }) => [day, units]));
  let sum = 0n;
  const levels: bigint[] = [];
  for (let day = from; day < today; day += 1) {
    const units = byDay.get(day);
    if (units !== undefined) sum += units;
    levels.push(sum);
  }
  return { levels, sum, from, to: today - 1 };
}
