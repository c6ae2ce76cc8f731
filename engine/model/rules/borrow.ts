import { most, Ratio, rateOf, whole } from "./ratio.ts";

/** a pair of product 5; `price` is what one minor unit of base is worth in minor units of quote. */
export type Pair = {
  readonly base: bigint;
  readonly quote: bigint;
  readonly baseDebt: bigint;
  readonly quoteDebt: bigint;
};

export const worthOf = (pair: Pair, price: Ratio): bigint => pair.quote + whole(pair.base).times(price).floor();
export const owedBy = (pair: Pair, price: Ratio): bigint => pair.quoteDebt + whole(pair.baseDebt).times(price).ceil();

/** in 1e-8; undefined stands for ∞. */
export function level(pair: Pair, price: Ratio): bigint | undefined {
  const debts = owedBy(pair, price);
  return debts === 0n ? undefined : new Ratio(worthOf(pair, price), debts).over(rateOf(1)).floor();
}

/** */
export const interestOf = (principal: bigint, hourlyRate: number): bigint =>
  whole(principal).times(rateOf(hourlyRate)).ceil();

/** with the loan and its first hour booked, assets over debts are at least lev/(lev − 1). */
export function mayBorrow(
  pair: Pair,
  asset: "base" | "quote",
  loan: bigint,
  leverage: bigint,
  hourlyRate: number,
  price: Ratio,
): boolean {
  const owed = loan + interestOf(loan, hourlyRate);
  const after =
    asset === "base"
      ? { ...pair, base: pair.base + loan, baseDebt: pair.baseDebt + owed }
      : { ...pair, quote: pair.quote + loan, quoteDebt: pair.quoteDebt + owed };
  const debts = owedBy(after, price);
  if (debts === 0n) return true;
  return new Ratio(leverage, leverage - 1n).isAtMost(new Ratio(worthOf(after, price), debts));
}

/** the value that may leave so that twice the debts stay. */
export const mayLeave = (worth: bigint, debts: bigint): bigint => most(0n, worth - 2n * debts);

/** in hundredths, by the leverage of the pair. */
export const endLevel = (leverage: number): bigint => (leverage <= 3 ? 118n : leverage <= 5 ? 115n : 105n);
export const warnLevel = (leverage: number): bigint => (leverage <= 3 ? 135n : leverage <= 5 ? 118n : 109n);

/** the price of one base in quote at which assets are so many hundredths of the debts, base long with quote debt. */
export const endPrice = (pair: Pair, hundredths: bigint): Ratio =>
  whole(pair.quoteDebt).times(new Ratio(hundredths, 100n)).minus(whole(pair.quote)).over(whole(pair.base));
