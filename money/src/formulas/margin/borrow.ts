import { ceilDiv, floorDiv } from "../../decimal.ts";
import { type Fraction, fraction } from "../../fraction.ts";
import { rateOneBig } from "../../rate.ts";
import type { SpotMeasure } from "../prices/spot.ts";

/** levels in 1e-8 at which a pair is warned and liquidated. Both lie below lev/(lev − 1), where a loan starts. */
export type BorrowLevels = { readonly warn: bigint; readonly liquidate: bigint };

/** By the leverage up to which they hold. */
const levelsUpTo: readonly (BorrowLevels & { readonly leverage: number })[] = [
  { leverage: 3, warn: 135_000_000n, liquidate: 118_000_000n },
  { leverage: 5, warn: 118_000_000n, liquidate: 115_000_000n },
  { leverage: 10, warn: 109_000_000n, liquidate: 105_000_000n },
];

export function borrowLevelsOf(leverage: number): BorrowLevels {
  const found = levelsUpTo.find((each) => leverage <= each.leverage);
  if (found === undefined) throw new RangeError(`no pair lends at leverage ${leverage}`);
  return found;
}

/** out of a pair with debt money may leave down to this level. */
const transferOutLevel = 200_000_000n;
const priceMax = 2_147_483_647n;

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
  const spare = assets - ceilDiv(debts * transferOutLevel, rateOneBig);
  return spare > 0n ? spare : 0n;
}

/**
 * the exact index price, in quote per base (two assets of one scale), at which the level is `level`: `(L·D_q − A_q) / (A_b − L·D_b)`. Undefined where no
 * price does it, or any (V097).
 */
export function borrowLiquidationPrice(pair: BorrowPair, level: bigint): Fraction | undefined {
  const numerator = pair.quoteDebt * level - pair.quote * rateOneBig;
  const denominator = pair.base * rateOneBig - pair.baseDebt * level;
  if (denominator === 0n) return undefined;
  const price = fraction(numerator, denominator);
  return price.numerator > 0n ? price : undefined;
}

/** Index prices in ticks: from `down` downwards and from `up` upwards; 0: no price that way. */
export type LevelReach = { readonly down: number; readonly up: number };

/**
 * The index prices at which the level may be `level` or less. Assets are floored and debts rounded up, so one unit of each is given up:
 * prices close to the border are named too many, never too few.
 */
export function levelReach(pair: BorrowPair, level: bigint, measure: SpotMeasure): LevelReach {
  // floor(assets · 1e8 / debts) ≤ level is assets · 1e8 < (level + 1) · debts, and both sides are linear in the price.
  const least = level + 1n;
  const gain = pair.base * rateOneBig - pair.baseDebt * least;
  const floored = pair.base > 0n ? 1n : 0n;
  const raised = pair.baseDebt > 0n ? 1n : 0n;
  const missing = (pair.quoteDebt + raised) * least - (pair.quote - floored) * rateOneBig;
  if (gain === 0n) return { down: missing > 0n ? Number(priceMax) : 0, up: 0 };
  if (gain > 0n) {
    const down = ceilDiv(missing * measure.lotUnits, gain * measure.unit) - 1n;
    return { down: down < 1n ? 0 : Number(down < priceMax ? down : priceMax), up: 0 };
  }
  const up = floorDiv(missing * measure.lotUnits, gain * measure.unit) + 1n;
  return { down: 0, up: up > priceMax ? 0 : Number(up > 1n ? up : 1n) };
}
