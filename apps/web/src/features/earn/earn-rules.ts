import { earnInterest, parseUnits } from "@tidemark/money";
import { shownUnits } from "../../lib/format/number-text.ts";
import { requireUnits } from "../../lib/format/require-units.ts";
import { dayMs } from "../../lib/format/utc-days.ts";

/** 00:00 UTC of the day behind this one. */
export const nextMidnight = (now: number): number => (Math.floor(now / dayMs) + 1) * dayMs;

/** A rate of the exchange as a percentage with two decimals: "0.082" is 8.20. Its digits are moved, nothing is rounded. */
export const percentOfYear = (rate: string): string => shownUnits(requireUnits(rate), 2, 6);

export type AmountProblem = "missing" | "small" | "much";
/** What is wrong with an amount; undefined where it can be sent. */
export function amountProblem(text: string, minimum: bigint, available: bigint | undefined): AmountProblem | undefined {
  const units = parseUnits(text);
  if (units === undefined || units === 0n) return "missing";
  if (units < minimum) return "small";
  return available === undefined || units > available ? "much" : undefined;
}

type TermTerms = { readonly days: number; readonly yearRate: string };
export type TermPreview = {
  readonly startsAt: number;
  readonly endsAt: number;
  readonly interest: bigint;
  /** What comes back when the term is left on a day; the last day is the end of the term. */
  readonly exits: readonly { readonly day: number; readonly gets: bigint; readonly isEnd: boolean }[];
};

/** What a term would come to, by the function that pays it. */
export function termPreview(units: bigint, { days, yearRate }: TermTerms, now: number): TermPreview {
  const startsAt = nextMidnight(now);
  const interest = earnInterest(units, requireUnits(yearRate), days);
  return {
    startsAt,
    endsAt: startsAt + days * dayMs,
    interest,
    exits: [
      { day: Math.floor(days / 2), gets: units, isEnd: false },
      { day: days, gets: units + interest, isEnd: true },
    ],
  };
}
