import { isAcked, type Recorded } from "./load.ts";

/** From the first blow until acknowledgements flow again, on the clock of the records. */
export type Trouble = { readonly from: number; readonly to: number };

/**
 * Commands a second that the traders sent between `from` and `to` while nothing was broken: sent, not answered, for a load that waits for
 * answers offers little just when it matters. Troubles may not overlap.
 */
export function offeredInPeace(
  records: readonly Pick<Recorded, "sentAt">[],
  troubles: readonly Trouble[],
  from: number,
  to: number,
): number {
  const isPeace = (at: number): boolean =>
    at >= from && at < to && !troubles.some((trouble) => at >= trouble.from && at < trouble.to);
  const troubledMs = troubles.reduce((sum, trouble) => sum + (trouble.to - trouble.from), 0);
  const peaceMs = to - from - troubledMs;
  return peaceMs <= 0 ? 0 : (records.filter((record) => isPeace(record.sentAt)).length * 1000) / peaceMs;
}

/** The longest time without an acknowledgement that touches a trouble, last ack → first ack, whenever it began and ended. */
export function longestSilence(
  records: readonly Pick<Recorded, "code" | "answeredAt">[],
  { from, to }: Trouble,
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
