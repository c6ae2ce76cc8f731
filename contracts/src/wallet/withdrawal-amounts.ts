import { ceilDiv, parseUnits } from "@tidemark/money";
import type { Facts, Refusal } from "../errors.ts";
import type { TickerRow } from "../market/calls.ts";
import { type AssetNetwork, withdrawalDayLimits } from "./asset-networks.ts";

/** What a withdrawal costs and counts. Pure: the form shows what these say, and the exchange decides by them. */
export type WithdrawalAmounts = { readonly amount: bigint; readonly fee: bigint };
export type WithdrawalProblem = { readonly refusal: Refusal; readonly facts: Facts };
type WithdrawalTerms = Pick<AssetNetwork, "asset" | "decimals" | "minWithdrawal" | "fee">;

/** Decimals that both the ledger and the network have: nothing may be left behind on the way. */
export const withdrawalDecimalsOf = ({ decimals }: Pick<WithdrawalTerms, "decimals">, scale: number): number =>
  Math.min(decimals, scale);

/** Amount and fee in the ledger's minor units, or what is wrong with the amount. What arrives is the one without the other. */
export function withdrawalAmountsOf(
  text: string,
  terms: WithdrawalTerms,
  scale: number,
): WithdrawalAmounts | WithdrawalProblem {
  const decimals = withdrawalDecimalsOf(terms, scale);
  const whole = parseUnits(text, decimals);
  const fee = parseUnits(terms.fee, scale);
  const min = parseUnits(terms.minWithdrawal, scale);
  if (whole === undefined || whole === 0n || fee === undefined || min === undefined)
    return { refusal: "AMOUNT_INVALID", facts: {} };
  const amount = whole * 10n ** BigInt(scale - decimals);
  if (amount < min || amount <= fee)
    return {
      refusal: "WITHDRAWAL_TOO_SMALL",
      facts: { needed: terms.minWithdrawal, given: text, asset: terms.asset },
    };
  return { amount, fee };
}

/** Worth in 1e-8 USDT, rounded up: a limit is never passed by rounding. `price` is decimal text of USDT for one. */
export function withdrawalValueOf(amount: bigint, scale: number, price: string): bigint | undefined {
  const perUnit = parseUnits(price);
  return perUnit === undefined || perUnit === 0n ? undefined : ceilDiv(amount * perUnit, 10n ** BigInt(scale));
}

/**
 * USDT for one, as limits count it; empty where there is no price. The index while it is fresh: one trade cannot move it, and limits must not
 * count by the last trade alone.
 */
export function withdrawalPriceOf(rows: readonly TickerRow[], asset: string): string {
  if (asset === "USDT") return "1";
  const row = rows.find(({ symbol }) => symbol === `${asset}/USDT`);
  return row === undefined || row.indexStale ? "" : row.index;
}

/** In 1e-8 USDT; a level that is not in the table has none. */
export const withdrawalDayLimitOf = (level: number): bigint => parseUnits(withdrawalDayLimits[level] ?? "0") ?? 0n;
