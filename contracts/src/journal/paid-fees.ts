/**
 * The platform's question for the trading fees that users paid on a day, by the user on the other side of the fill. What trading bonus or a
 * voucher paid is left out (R-13.3 shares what the exchange earned). It stands in no catalogue, because no gateway may ask it.
 */
export const paidFeesCall = "fees.paid";

/** Users that one question for sums may name. */
export const paidFeesUsersMax = 100;

/** Users that one question for single fees may name: its answer is bounded by itself, and most users pay nothing on a day. */
export const singleFeesUsersMax = 5_000;

/** Single fees that one answer holds. */
export const paidFeesMax = 2_000;

/** Where a single fee stands among those of a day: users come from the highest number down, each one's fees in the order of trades. */
export type PaidFeePlace = readonly [uid: number, at: number, tradeId: number];

/** Before the fees of all users. */
export const beforePaidFees: PaidFeePlace = [Number.MAX_SAFE_INTEGER, 0, 0];

/**
 * `day` counts days of UTC since 1970. With `after` the answer has each fee by itself, those behind that place: whoever comes before the last user of a
 * full answer is complete.
 */
export type PaidFeesAsk = {
  readonly day: number;
  readonly uids: readonly number[];
  readonly after?: PaidFeePlace;
};

/** `fee` is in minor units of the asset, `worth` in 1e-8 USDT at the index now; 0 where the asset has no index. */
export type PaidFeesRow = readonly [
  uid: number,
  other: number,
  product: number,
  asset: number,
  fee: string,
  worth: string,
];
/** One fee. A trade with oneself has two, which stand in one answer. */
export type PaidFee = {
  readonly uid: number;
  readonly tradeId: number;
  readonly market: number;
  readonly at: number;
  readonly worth: string;
};
/** `fees` where they were asked for singly; `hasMore`: others follow. */
export type PaidFeesPage = {
  readonly rows: readonly PaidFeesRow[];
  readonly fees?: readonly PaidFee[];
  readonly hasMore?: boolean;
};
