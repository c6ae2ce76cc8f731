import type { FeeQuote } from "../../chains/payment-chain.ts";

/** The quote within what the fee may be at most; undefined: not even the base fee of now would be covered. */
export function quoteWithin(quote: FeeQuote, gasLimit: number, feeCap: bigint): FeeQuote | undefined {
  const most = feeCap / BigInt(gasLimit);
  if (quote.feeMax <= most) return quote;
  // Half of the quote is the base fee: below it nobody mines, and the nonce would hold up all later ones.
  return most * 2n < quote.feeMax || most < quote.priorityFee ? undefined : { ...quote, feeMax: most };
}

/** Nodes replace a transaction only for a tenth more, of both parts. */
const more = (fee: bigint): bigint => (fee * 5n) / 4n + 1n;
const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** The fee of the next attempt under the same nonce; undefined: there is no room for it. */
export function bumpedFee(last: FeeQuote, now: FeeQuote, gasLimit: number, feeCap: bigint): FeeQuote | undefined {
  const feeMax = larger(more(last.feeMax), now.feeMax);
  const priorityFee = larger(more(last.priorityFee), now.priorityFee);
  return feeMax * BigInt(gasLimit) > feeCap || priorityFee > feeMax ? undefined : { feeMax, priorityFee };
}
