/**
 * The platform's question for what the trading bonus of some grants of one user has made by closes of cross positions. It stands in no catalogue,
 * because no gateway may ask it.
 */
export const attributableProfitCall = "profits.attributable";

/** Grants that one question may name: those of one coupon. */
export const attributableGrantsMax = 1_000;

/** `from`: the batch from which on closes are added up, as the answer before says; 0: from the first grant. */
export type AttributableProfitAsk = {
  readonly uid: number;
  readonly grants: readonly number[];
  readonly from: number;
};
/** `sum` in minor units, below zero where closes have lost more. `next`: the batch to continue from; 0: that was all. */
export type AttributableProfit = { readonly sum: string; readonly closes: number; readonly next: number };
