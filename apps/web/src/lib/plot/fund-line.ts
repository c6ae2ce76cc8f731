import type { AppConfig, Lang } from "@tidemark/contracts";
import type { Frame, Reading } from "./level-line.ts";

type FundConfig = AppConfig["project"]["insuranceFund"];

/** The advertised amount by language. It is always shown beside the ledger's balance. */
export const advertisedAmount = ({ amount, amountByLang }: FundConfig, lang: Lang): string =>
  amountByLang[lang] ?? amount;

export type FundChange = { readonly balance: string; readonly at: number };

export type FundLine = {
  readonly readings: readonly Reading[];
  readonly from: FundChange;
  readonly highest: FundChange;
  readonly now: FundChange;
};

/**
 * The balance between its changes, given newest first, until `until`. Changes of one moment belong to one posting: only the last of them is
 * a balance. Undefined if nothing was ever posted.
 */
export function fundLineOf(changes: readonly FundChange[], until: number): FundLine | undefined {
  const oldestFirst = changes.filter(({ at }, index) => at !== changes[index - 1]?.at).toReversed();
  const [from, now] = [oldestFirst[0], oldestFirst.at(-1)];
  if (from === undefined || now === undefined) return undefined;
  const readings: Reading[] = [];
  for (const { at, balance } of oldestFirst) {
    const before = readings.at(-1);
    if (before !== undefined) readings.push({ at, level: before.level });
    readings.push({ at, level: Number(balance) });
  }
  readings.push({ at: Math.max(until, now.at), level: Number(now.balance) });
  const highest = oldestFirst.reduce((most, one) => (Number(one.balance) > Number(most.balance) ? one : most));
  return { readings, from, highest, now };
}

/** Room below the lowest balance, as a part of the range: the line rises from water, not from the floor. */
const footroom = 0.35;

export function frameOfFund({ readings, from, highest }: FundLine, headroom: number): Frame {
  const high = Number(highest.balance);
  const low = Math.min(...readings.map(({ level }) => level));
  return { from: from.at, to: readings.at(-1)!.at, low: low - footroom * (high - low), high, headroom };
}
