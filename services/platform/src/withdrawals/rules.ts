import {
  type Facts,
  type Refusal,
  withdrawalDayLimitOf,
  type WithdrawalProblem,
  type WithdrawalRisk,
} from "@tidemark/contracts";
import { moneyScale, parseUnits, printUnits } from "@tidemark/money";
import { dayMs } from "../module/utc-days.ts";

/** What a withdrawal may be. Pure; values are in 1e-8 USDT. */
export const hourMs: number = 60 * 60_000;

const problem = (refusal: Refusal, facts: Facts = {}): WithdrawalProblem => ({ refusal, facts });

export const leftOf = (level: number, used: bigint): bigint => {
  const left = withdrawalDayLimitOf(level) - used;
  return left > 0n ? left : 0n;
};

/** Who has no level withdraws nothing; others within what is left of their day. */
export function limitProblem(level: number, used: bigint, value: bigint): WithdrawalProblem | undefined {
  const allowed = withdrawalDayLimitOf(level);
  if (allowed === 0n) return problem("KYC_LIMIT");
  if (used + value <= allowed) return undefined;
  const facts = { given: printUnits(value), left: printUnits(leftOf(level, used)), allowed: printUnits(allowed) };
  return problem("WITHDRAWAL_LIMIT", { ...facts, asset: "USDT" });
}

/** Null: only allow-listed addresses may be used, and this is none. */
export function addressProblem(usableFrom: number | null, now: number): WithdrawalProblem | undefined {
  if (usableFrom === null) return problem("ADDRESS_NOT_ALLOWED");
  if (usableFrom <= now) return undefined;
  return problem("ADDRESS_WAITS", { hours: String(Math.ceil((usableFrom - now) / hourMs)) });
}

export type ReviewRules = {
  /** A withdrawal of this worth or more. */
  readonly from: bigint;
  /** What all users together may withdraw in an hour without anybody looking: many accounts may be taken over at once. */
  readonly hourMax: bigint;
};

/** Why operators must approve it; empty where they need not. `hour` is what was approved without them within the last hour. */
export const reviewReasons = ({ from, hourMax }: ReviewRules, value: bigint, hour: bigint): WithdrawalRisk[] => [
  ...(value >= from ? (["ABOVE_LIMIT"] as const) : []),
  ...(hour + value > hourMax ? (["HOUR_LIMIT"] as const) : []),
];

/** What the records say about a withdrawal and its user. */
export type RiskFacts = {
  readonly value: bigint;
  readonly madeAt: number;
  /** Earlier withdrawals that were sent to this address; requests of the user within the day, this one included. */
  readonly sentToAddress: number;
  readonly askedInDay: number;
  /** The largest that was sent before, in 1e-8 USDT. */
  readonly largestSent: bigint;
  /** When the device that asked was first seen; undefined where it is not known any more. */
  readonly deviceFirstAt: number | undefined;
};
const manyInDay = 3;

/** What operators should weigh besides: none of these sends a withdrawal to them. */
export const riskSigns = (facts: RiskFacts): WithdrawalRisk[] => [
  ...(facts.sentToAddress === 0 ? (["NEW_ADDRESS"] as const) : []),
  ...(facts.deviceFirstAt === undefined || facts.madeAt - facts.deviceFirstAt < dayMs ? (["NEW_DEVICE"] as const) : []),
  ...(facts.askedInDay >= manyInDay ? (["MANY_IN_DAY"] as const) : []),
  ...(facts.value > facts.largestSent ? (["LARGEST"] as const) : []),
];

export const usdt = (text: string): bigint => parseUnits(text, moneyScale) ?? 0n;
