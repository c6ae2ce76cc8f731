import { isAcked, type Recorded } from "./load.ts";

/** From the first kill or pause until acknowledgements flow again, on the clock of the records. */
export type Outage = { readonly from: number; readonly to: number };

/**
 * Commands a second that the traders sent between `from` and `to` outside outages: sent, not answered, because a load that waits for
 * answers sends little during an outage. Outages may not overlap.
 */
export function rateOutsideOutages(
  records: readonly Pick<Recorded, "sentAt">[],
  outages: readonly Outage[],
  from: number,
  to: number,
): number {
  const isOutside = (at: number): boolean =>
    at >= from && at < to && !outages.some((outage) => at >= outage.from && at < outage.to);
  const outageMs = outages.reduce((sum, outage) => sum + (outage.to - outage.from), 0);
  const otherMs = to - from - outageMs;
  return otherMs <= 0 ? 0 : (records.filter((record) => isOutside(record.sentAt)).length * 1000) / otherMs;
}

/** The longest time without an acknowledgement that touches an outage, last ack → first ack, whenever it began and ended. */
export function longestSilence(
  records: readonly Pick<Recorded, "code" | "answeredAt">[],
  { from, to }: Outage,
): number {
  const times = records
    .filter(isAcked)
    .map((record) => record.answeredAt)
    .sort((a, b) => a - b);
  let longest = 0;
  for (let i = 1; i < times.length; i += 1)
    if (times[i]! > from && times[i - 1]! < to) longest = Math.max(longest, times[i]! - times[i - 1]!);
  return longest;
}
