import { accountKey, bucket, product } from "../ledger/accounts.ts";
import type { State } from "../state/state.ts";
import { Pair } from "../records/margin-pair.ts";

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
    principal: -pairBalance(state, uid, marketId, asset, bucket.loan),
    interest: -pairBalance(state, uid, marketId, asset, bucket.interest),
  };
}

/** What stands in an account of a pair; asking opens none. */
export function pairBalance(state: State, uid: number, marketId: number, asset: number, which: number): bigint {
  const account = state.ledger.find(uid, accountKey(product.margin, marketId, asset, which));
  return account === 0 ? 0n : state.ledger.balance(account);
}

/** What a user's pair holds has changed: it is tested before the next command, if it has a debt. */
export function touchPair(state: State, uid: number, marketId: number): void {
  const pair = state.pairs.find(uid, marketId);
  if (pair !== 0 && state.memory.w[pair + Pair.isListed] === 1) state.pending.pairs.add(pair);
}
