import type { EarnTerm } from "@tidemark/contracts";
import { earnInterest } from "@tidemark/money";
import { dayOf } from "../module/utc-days.ts";

type Term = { readonly amount: bigint; readonly startDay: number; readonly endDay: number };
type KeptTerm = Term & {
  readonly state: EarnTerm["state"];
  readonly endedAt: number | null;
  readonly interest: bigint;
};

/** What terms held on a day: from their first day on, until they ended or were ended. */
const boundOn = (day: number, terms: readonly KeptTerm[]): bigint =>
  terms
    .filter(({ startDay, endDay }) => startDay <= day && day < endDay)
    .filter(({ endedAt }) => endedAt === null || dayOf(endedAt) >= day)
    .reduce((sum, { amount }) => sum + amount, 0n);

/** A term pays with its last day, and only if it still runs then. */
const endsWith = (day: number, { state, endDay }: KeptTerm): boolean => state === "ACTIVE" && endDay === day + 1;

/**
 * The terms that end with a day. A redemption breaks the terms that the rest does not cover, so that each of them has its money; one that has not, for
 * whatever reason, must not be paid for it.
 */
export function endingWith<T extends KeptTerm>(
  day: number,
  { low, terms }: { readonly low: bigint; readonly terms: readonly T[] },
): { readonly covered: readonly T[]; readonly uncovered: readonly T[] } {
  const running = terms
    .filter(({ startDay, endDay }) => startDay <= day && day < endDay)
    .filter(({ endedAt }) => endedAt === null || dayOf(endedAt) > day);
  const lacking = new Set(brokenBy(low, running));
  const ending = terms.filter((term) => endsWith(day, term));
  return {
    covered: ending.filter((term) => !lacking.has(term)),
    uncovered: ending.filter((term) => lacking.has(term)),
  };
}

type Earning = {
  /** The least that earned on the day. */
  readonly low: bigint;
  /** Undefined where the asset is no product: what is there earns nothing. */
  readonly yearRate: bigint | undefined;
  /** The oldest first. */
  readonly terms: readonly KeptTerm[];
};

/** The interest of a day: of the least that was flexible on all of it, and of the terms that end with it. */
export function interestOf(day: number, { low, yearRate, terms }: Earning): bigint {
  const flexible = low - boundOn(day, terms);
  const ofFlexible = flexible > 0n && yearRate !== undefined ? earnInterest(flexible, yearRate, 1) : 0n;
  return endingWith(day, { low, terms }).covered.reduce((sum, { interest }) => sum + interest, ofFlexible);
}

/** A term begins with the next day of UTC. */
export function termOf(at: number, days: number): { readonly startDay: number; readonly endDay: number } {
  const startDay = dayOf(at) + 1;
  return { startDay, endDay: startDay + days };
}

/** The terms that a redemption breaks: the newest first, until what is left covers the others. */
export function brokenBy<T extends { readonly amount: bigint }>(balance: bigint, oldestFirst: readonly T[]): T[] {
  let bound = oldestFirst.reduce((sum, { amount }) => sum + amount, 0n);
  const broken: T[] = [];
  for (const term of oldestFirst.toReversed()) {
    if (bound <= balance) break;
    bound -= term.amount;
    broken.push(term);
  }
  return broken;
}
