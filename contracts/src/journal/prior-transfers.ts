/**
 * The platform's question for what a deposit coupon weighs against transfers: what a user moved into an account, less what was moved out of it. It stands
 * in no catalogue, because no gateway may ask it.
 */
export const priorTransfersCall = "transfers.prior";

/** `net` is of transfers from `from` until before `to`, in ms; `hadIn` of all until before `to`. */
export type PriorTransfersAsk = {
  readonly uid: number;
  readonly product: number;
  readonly asset: number;
  readonly from: number;
  readonly to: number;
};
/** `net` in minor units of the asset; `hadIn`: whether anything was moved in. */
export type PriorTransfers = { readonly net: string; readonly hadIn: boolean };
