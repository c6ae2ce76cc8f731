import { accountKey, bucket, product } from "../ledger/accounts.ts";
import type { State } from "../state.ts";

/** An account of a pair: `asset` and one of the buckets. */
export const pairAccount = (state: State, uid: number, marketId: number, asset: number, which: number): number =>
  state.ledger.account(uid, accountKey(product.margin, marketId, asset, which));

/** What a user owes of an asset: principal and interest. */
export function debtOf(
  state: State,
  uid: number,
  marketId: number,
  asset: number,
): { principal: bigint; interest: bigint } {
  return {
    principal: -state.ledger.balance(pairAccount(state, uid, marketId, asset, bucket.loan)),
    interest: -state.ledger.balance(pairAccount(state, uid, marketId, asset, bucket.interest)),
  };
}
