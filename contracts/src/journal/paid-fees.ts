/**
 * The platform's question for the trading fees that users paid on a day, by the user on the other side of the fill. What trading bonus paid is left out
 * (R-13.3 shares what the exchange earned). It stands in no catalogue, because no gateway may ask it.
 */
export const paidFeesCall = "fees.paid";

/** Users that one question may name. */
export const paidFeesUsersMax = 100;

/** `day` counts days of UTC since 1970. */
export type PaidFeesAsk = { readonly day: number; readonly uids: readonly number[] };

/** `fee` is in minor units of the asset, `worth` in 1e-8 USDT at the index now; 0 where the asset has no index. */
export type PaidFeesRow = readonly [
  uid: number,
  other: number,
  product: number,
  asset: number,
  fee: string,
  worth: string,
];
export type PaidFeesPage = { readonly rows: readonly PaidFeesRow[] };
