import { type CouponKind, couponKinds, type CouponStatus } from "@tidemark/contracts";
import { dayMs } from "../module/utc-days.ts";
import { bonusEndOf } from "./deposits/deposit-rules.ts";

/** Batches of before an end may still be on their way to the feed, and clocks of processes differ a little. */
export const settleMs = 5_000;

export const kindOf = (number: number): CouponKind => couponKinds[number - 1]!;
/** Kinds that live as a grant in the futures account: the core uses them up, ends and recalls them. */
export const isGrant = (kind: CouponKind): boolean => kind === "TRADING_BONUS" || kind === "FUNDING_BONUS";
/** Kinds that are in force without a payment: what the user then does makes them pay, until their end. */
const held: readonly CouponKind[] = ["CASHBACK", "LOSS_DEDUCTION", "PROFIT_DOUBLE", "CONTRACT_VOUCHER"];
export const isHeld = (kind: CouponKind): boolean => held.includes(kind);

/** Steps of a coupon: what each status may become, and by what. What does not stand here cannot happen. */
export const couponTransitions = {
  PENDING: {
    pay: "SUCCESS",
    activate: "SUCCESS",
    fail: "FAILED",
    lapse: "EXPIRED",
    runOut: "RUN_OUT",
    invalidate: "INVALID",
  },
  SUCCESS: { useUp: "USED_OFF", end: "EXPIRED", recall: "RECALLED", invalidate: "INVALID" },
  FAILED: {},
  EXPIRED: {},
  INVALID: {},
  RECALLED: {},
  RUN_OUT: {},
  USED_OFF: {},
} as const satisfies Record<CouponStatus, Readonly<Record<string, CouponStatus>>>;

type StepsOf<T> = T extends unknown ? keyof T : never;
export type CouponStep = StepsOf<(typeof couponTransitions)[CouponStatus]>;

/** The status behind a step; undefined where the step cannot be taken. */
export const afterStep = (status: CouponStatus, step: CouponStep): CouponStatus | undefined =>
  (couponTransitions[status] as Partial<Record<CouponStep, CouponStatus>>)[step];

/** The status that steps come to; a step that could not be taken was no step. */
export const statusOf = (steps: readonly CouponStep[]): CouponStatus =>
  steps.reduce<CouponStatus>((status, step) => afterStep(status, step) ?? status, "PENDING");

/** Why a step was taken, as it is kept with it and shown. */
export const stepCauses = {
  pay: "PAID",
  activate: "IN_FORCE",
  fail: "VOLUME_UNMET",
  lapse: "NOT_CLAIMED",
  runOut: "CAMPAIGN_EMPTY",
  useUp: "USED",
  end: "ENDED",
  recall: "TRANSFER_OUT",
} as const;

export type CouponTerms = {
  readonly kind: CouponKind;
  /** A cash bonus that is released by volume and paid by claims. */
  readonly isStreamed: boolean;
  readonly volumeReq: bigint;
  /** 0: need not be claimed. */
  readonly claimBy: number;
  /** 0: as soon as the requirements are met. */
  readonly distributionAt: number;
  readonly endAt: number;
};
export type CouponFacts = {
  readonly status: CouponStatus;
  readonly claimedAt: number | null;
  readonly volumeDone: bigint;
  readonly isPaymentSent: boolean;
};

const waitsForClaim = ({ claimBy }: CouponTerms, { claimedAt }: CouponFacts): boolean =>
  claimBy > 0 && claimedAt === null;
/** Claims pay while it runs; by time alone only its end comes. */
const isReleasing = (terms: CouponTerms, facts: CouponFacts): boolean =>
  terms.isStreamed && (facts.status === "PENDING" || facts.status === "SUCCESS") && !waitsForClaim(terms, facts);
const isMet = ({ volumeReq }: CouponTerms, { volumeDone }: CouponFacts): boolean => volumeDone >= volumeReq;

export const isClaimable = (terms: CouponTerms, facts: CouponFacts, now: number): boolean =>
  facts.status === "PENDING" && waitsForClaim(terms, facts) && now < terms.claimBy;
/** Nobody claimed it in time. */
export const isClaimOver = (terms: CouponTerms, facts: CouponFacts, now: number): boolean =>
  facts.status === "PENDING" && waitsForClaim(terms, facts) && now >= terms.claimBy;

/**
 * What is due of a coupon that is pending, or in force. `handledTo`: all fills of before this moment are counted. Only those of before its end count, so that volume
 * that is met was met in time.
 */
export function dueOf(
  terms: CouponTerms,
  facts: CouponFacts,
  now: number,
  handledTo: number,
): "pay" | "activate" | "fail" | "lapse" | "end" | "review" | "settle" | undefined {
  if (facts.isPaymentSent) return undefined;
  if (isReleasing(terms, facts)) return Math.min(now, handledTo) >= terms.endAt ? "settle" : undefined;
  if (terms.kind === "DEPOSIT" && !waitsForClaim(terms, facts)) return dueOfDeposit(terms, facts, now, handledTo);
  if (facts.status === "SUCCESS" && isHeld(terms.kind))
    return handledTo >= terms.endAt && now >= terms.endAt ? "end" : undefined;
  if (facts.status !== "PENDING") return undefined;
  if (waitsForClaim(terms, facts)) return isClaimOver(terms, facts, now) ? "lapse" : undefined;
  if (terms.kind === "DEPOSIT_REWARD") return now >= terms.distributionAt ? "review" : undefined;
  // Bonus cannot be granted any more once its end has passed, and nothing comes into force then.
  if ((isGrant(terms.kind) || isHeld(terms.kind)) && isMet(terms, facts) && now >= terms.endAt) return "lapse";
  const step = isHeld(terms.kind) ? "activate" : "pay";
  if (isMet(terms, facts)) return now >= terms.distributionAt ? step : undefined;
  return handledTo >= terms.endAt && now >= terms.endAt ? "fail" : undefined;
}

/** A deposit coupon pays by transfers: only its end comes by time. Without any it is over unused. */
function dueOfDeposit({ endAt }: CouponTerms, { status }: CouponFacts, now: number, handledTo: number) {
  if (Math.min(now, handledTo) < endAt) return undefined;
  return status === "SUCCESS" ? "end" : status === "PENDING" ? "lapse" : undefined;
}

/** When to look at it next; undefined: only an event can change it. */
export function dueAt(terms: CouponTerms, facts: CouponFacts): number | undefined {
  if (facts.isPaymentSent) return undefined;
  if (isReleasing(terms, facts)) return terms.endAt + settleMs;
  if (facts.status === "SUCCESS" && (isHeld(terms.kind) || terms.kind === "DEPOSIT")) return terms.endAt + settleMs;
  if (facts.status !== "PENDING") return undefined;
  if (waitsForClaim(terms, facts)) return terms.claimBy;
  if (terms.kind === "DEPOSIT") return terms.endAt + settleMs;
  if (terms.kind === "DEPOSIT_REWARD") return terms.distributionAt + settleMs;
  return isMet(terms, facts) ? terms.distributionAt : terms.endAt + settleMs;
}

/** The end of a coupon that is granted now. Bonus ends at 00:00 UTC. */
export function endOf(kind: CouponKind, grantedAt: number, days: number): number {
  return isGrant(kind) || kind === "DEPOSIT" ? bonusEndOf(grantedAt, days) : grantedAt + days * dayMs;
}

type Granted = { readonly kind: CouponKind; readonly grantedAt: number; readonly endAt: number };

/**
 * A deposit reward is for what was kept: without a time of its own it is distributed at its end. So it is where the campaign's time has passed with the grant:
 * it would be paid within seconds of the deposit, and the money could leave at once.
 */
export function distributionOf({ kind, grantedAt, endAt }: Granted, ofCampaign: number): number {
  return kind === "DEPOSIT_REWARD" && ofCampaign <= grantedAt ? endAt : ofCampaign;
}

/** Until when a coupon must be claimed; 0: need not be. What is claimed behind its distribution would keep nothing either. */
export function claimByOf(
  { kind, grantedAt, endAt }: Granted,
  { claimDays, distributionAt }: { readonly claimDays: number; readonly distributionAt: number },
): number {
  const latest = kind === "DEPOSIT_REWARD" ? Math.min(distributionAt, endAt) : endAt;
  return claimDays === 0 ? 0 : Math.min(grantedAt + claimDays * dayMs, latest);
}

export type GrantChange = { readonly cause: string; readonly remaining: bigint };

/** What a change of a grant in the core means for its coupon. */
export function stepOfChange({ cause, remaining }: GrantChange): CouponStep | undefined {
  if (cause === "EXPIRY") return "end";
  if (cause === "FORFEIT") return "recall";
  return remaining === 0n ? "useUp" : undefined;
}

/** What of a grant went back to its campaign with a change; what it paid for does not. */
export const returnedBy = ({ cause, remaining }: GrantChange, before: bigint): bigint =>
  cause === "EXPIRY" || cause === "FORFEIT" ? before - remaining : 0n;

/** What bonus was granted and where it went; undefined where nothing was granted, or where it is not known. */
export function bonusOf({ given, returned, remaining }: { given: bigint; returned: bigint | null; remaining: bigint }) {
  if (given === 0n || returned === null) return undefined;
  return { granted: given, used: given - returned - remaining, returned };
}
