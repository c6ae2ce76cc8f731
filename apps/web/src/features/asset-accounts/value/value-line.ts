import type { ValueDays } from "@tidemark/contracts";
import { requireUnits } from "../../../lib/format/require-units.ts";
import type { Frame, Reading } from "../../../lib/plot/level-line.ts";

type Day = ValueDays["days"][number];

export type ValueLine = {
  readonly readings: readonly Reading[];
  readonly from: Day;
  readonly highest: Day;
  readonly now: Day;
};

/** The values from the first day on after which all are known; undefined where there is none. A line over unknown days would be invented. */
export function valueLineOf(days: readonly Day[]): ValueLine | undefined {
  const known = days.slice(days.findLastIndex(({ value }) => value === "") + 1);
  const [from, now] = [known[0], known.at(-1)];
  if (from === undefined || now === undefined) return undefined;
  const highest = known.reduce((most, one) => (requireUnits(one.value) > requireUnits(most.value) ? one : most));
  return { readings: known.map(({ value }, at) => ({ at, level: Number(value) })), from, highest, now };
}

/** Room below the lowest value, as a part of the range. */
const footroom = 0.35;

export function frameOfValues({ readings, highest }: ValueLine, headroom: number): Frame {
  const high = Number(highest.value);
  const low = Math.min(...readings.map(({ level }) => level));
  return { from: 0, to: readings.length - 1, low: low - footroom * (high - low), high, headroom };
}

export const valueRanges = ["7D", "30D", "90D", "1Y"] as const;
export type ValueRange = (typeof valueRanges)[number];
export const rangeLength: Readonly<Record<ValueRange, number>> = { "7D": 7, "30D": 30, "90D": 90, "1Y": 365 };
