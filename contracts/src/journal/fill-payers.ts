/**
 * The platform's question for what a coupon counts of a fill: its worth, and the cash and trading bonus of the account right before it. It stands in no
 * catalogue, because no gateway may ask it.
 */
export const fillPayersCall = "fills.payers";

/** Fills that one question may name. */
export const fillPayersMax = 500;

/** Role: 0 maker, 1 taker. */
export type FillPayersAsk = { readonly fills: readonly (readonly [tradeId: number, role: number])[] };

/** What carried a fill: own coins (spot), the cross account, or the margin of one position. */
export const fillMargins = ["SPOT", "CROSS", "ISOLATED"] as const;
export type FillMargin = (typeof fillMargins)[number];

/** `volume`, `cash` and `bonus` are 1e-8 USDT; the last two are 0 where the account settles in another asset. */
export type FillPayersRow = readonly [
  tradeId: number,
  role: number,
  volume: string,
  margin: FillMargin,
  cash: string,
  bonus: string,
];
export type FillPayersPage = { readonly rows: readonly FillPayersRow[] };
