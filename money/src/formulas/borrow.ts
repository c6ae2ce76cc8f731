import { ceilDiv, floorDiv } from "../decimal.ts";
import { type Fraction, fraction } from "../fraction.ts";
import { rateOneBig } from "../rate.ts";
import type { SpotMeasure } from "./spot.ts";

/** levels in 1e-8. Out of a pair with debt money may leave down to the first; then comes the warning, then the end. */
export const borrowLevels: { readonly transferOut: bigint; readonly warn: bigint; readonly liquidate: bigint } = {
  transferOut: 200_000_000n,
  warn: 125_000_000n,
  liquidate: 110_000_000n,
};

/** one pair of product 5, in minor units; debts are principal and accrued interest. */
export type BorrowPair = {
  readonly base: bigint;
  readonly quote: bigint;
  readonly baseDebt: bigint;
  readonly quoteDebt: bigint;
};

/** what the pair holds, in quote at the index, floored. */
export const pairAssets = (pair: BorrowPair, index: number, measure: SpotMeasure): bigint =>
  pair.quote + floorDiv(pair.base * BigInt(index) * measure.unit, measure.lotUnits);

/** what the pair owes, in quote at the index, rounded up. */
export const pairDebts = (pair: BorrowPair, index: number, measure: SpotMeasure): bigint =>
  pair.quoteDebt + ceilDiv(pair.baseDebt * BigInt(index) * measure.unit, measure.lotUnits);

/** assets over debts in 1e-8, floored; undefined without debt (V097). */
export const borrowLevel = (assets: bigint, debts: bigint): bigint | undefined =>
  debts === 0n ? undefined : floorDiv(assets * rateOneBig, debts);

/** one hour's interest, rounded up; the first hour is charged at borrowing (V096). */
export const hourlyInterest = (principal: bigint, hourlyRate: number): bigint =>
  ceilDiv(principal * BigInt(hourlyRate), rateOneBig);

/** a repayment goes to interest first, then to principal; what is left over was too much. */
export function repaymentOf(
  amount: bigint,
  interest: bigint,
  principal: bigint,
): { readonly toInterest: bigint; readonly toPrincipal: bigint; readonly left: bigint } {
  const toInterest = amount < interest ? amount : interest;
  const rest = amount - toInterest;
  const toPrincipal = rest < principal ? rest : principal;
  return { toInterest, toPrincipal, left: rest - toPrincipal };
}

export type BorrowTerms = { readonly leverage: number; readonly hourlyRate: number };

/** the level after the loan and its first hour of interest must be at least lev/(lev − 1). Cross-multiplied, exact. */
export function isBorrowAllowed(
  pair: BorrowPair,
  asset: "base" | "quote",
  loan: bigint,
  terms: BorrowTerms,
  index: number,
  measure: SpotMeasure,
): boolean {
  const debt = loan + hourlyInterest(loan, terms.hourlyRate);
  const after: BorrowPair =
    asset === "base"
      ? { ...pair, base: pair.base + loan, baseDebt: pair.baseDebt + debt }
      : { ...pair, quote: pair.quote + loan, quoteDebt: pair.quoteDebt + debt };
  const leverage = BigInt(terms.leverage);
  return pairAssets(after, index, measure) * (leverage - 1n) >= pairDebts(after, index, measure) * leverage;
}

/**
 * the largest loan that the level allows, whatever the pool holds (V132). Zero where nothing is. Base worth less than one unit of
 * quote moves the rounded values in jumps; there a loan larger by a few such jumps may be allowed as well, never the other way round.
 */
export function maxBorrow(
  pair: BorrowPair,
  asset: "base" | "quote",
  terms: BorrowTerms,
  index: number,
  measure: SpotMeasure,
): bigint {
  const fits = (loan: bigint): boolean => isBorrowAllowed(pair, asset, loan, terms, index, measure);
  let most = 1n;
  while (fits(most)) most *= 2n;
  let least = 0n;
  while (most - least > 1n) {
    const middle = (least + most) / 2n;
    if (fits(middle)) least = middle;
    else most = middle;
  }
  return least;
}

/** how much value, in quote, may leave the pair so that the level stays at 2, floored; all of it without debt. */
export function maxTransferOutValue(assets: bigint, debts: bigint): bigint {
  const spare = assets - ceilDiv(debts * borrowLevels.transferOut, rateOneBig);
  return spare > 0n ? spare : 0n;
}

/**
 * the exact index price, in quote per base (two assets of one scale), at which the level is 1.10: `(1.1·D_q − A_q) / (A_b − 1.1·D_b)`. Undefined where no
 * price does it, or any (V097).
 */
export function borrowLiquidationPrice(pair: BorrowPair): Fraction | undefined {
  const numerator = pair.quoteDebt * borrowLevels.liquidate - pair.quote * rateOneBig;
  const denominator = pair.base * rateOneBig - pair.baseDebt * borrowLevels.liquidate;
  if (denominator === 0n) return undefined;
  const price = fraction(numerator, denominator);
  return price.numerator > 0n ? price : undefined;
}
