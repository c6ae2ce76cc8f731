import {
  type Facts,
  type Refusal,
  type WithdrawalAmounts,
  withdrawalDayLimits,
  type WithdrawalProblem,
} from "@tidemark/contracts";
import { moneyScale, parseUnits, printUnits } from "@tidemark/money";

/** What a withdrawal may be. Pure; values are in 1e-8 USDT. */
export const dayMs: number = 24 * 60 * 60_000;
export const hourMs: number = 60 * 60_000;

const problem = (refusal: Refusal, facts: Facts = {}): WithdrawalProblem => ({ refusal, facts });

export const dayLimitOf = (level: number): bigint => parseUnits(withdrawalDayLimits[level] ?? "0") ?? 0n;
export const leftOf = (level: number, used: bigint): bigint => {
  const left = dayLimitOf(level) - used;
  return left > 0n ? left : 0n;
};

/** Who has no level withdraws nothing; others within what is left of their day. */
export function limitProblem(level: number, used: bigint, value: bigint): WithdrawalProblem | undefined {
  const allowed = dayLimitOf(level);
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

/** Whether operators must approve it. `hour` is what was approved without them within the last hour. */
export const needsReview = ({ from, hourMax }: ReviewRules, value: bigint, hour: bigint): boolean =>
  value >= from || hour + value > hourMax;

/** What arrives, in the smallest units of the network. Exact: amounts have no more decimals than the network. */
export function chainUnitsOf({ amount, fee }: WithdrawalAmounts, scale: number, decimals: number): bigint {
  const units = amount - fee;
  if (decimals >= scale) return units * 10n ** BigInt(decimals - scale);
  const step = 10n ** BigInt(scale - decimals);
  // The fee may have more decimals than the network; what the network cannot carry stays with the exchange.
  return units / step;
}

export const usdt = (text: string): bigint => parseUnits(text, moneyScale) ?? 0n;
