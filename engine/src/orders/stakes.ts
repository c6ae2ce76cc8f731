import { accountKey, bucket, product as productIds } from "../ledger/accounts.ts";
import { Market, marketKind } from "../markets/markets.ts";
import type { State } from "../state.ts";
import { Stake } from "./users.ts";

/** The user's stake in a market; made, with the accounts or the seat that go with it, when it is needed first. */
export function stakeOf(state: State, uid: number, marketId: number, product: number): number {
  const found = state.stakes.find(uid, marketId, product);
  return found === 0 ? create(state, uid, marketId, product) : found;
}

function create(state: State, uid: number, marketId: number, product: number): number {
  const { memory } = state;
  const market = state.markets.at(marketId);
  const stake = state.stakes.create(uid, marketId, product);
  memory.set(stake + Stake.user, state.users.user(uid));
  if (memory.w[market + Market.kind] === marketKind.spot) openAccounts(state, stake, uid, market, product);
  else memory.set(stake + Stake.seat, state.seats.create(stake, uid, marketId, state.users));
  return stake;
}

function openAccounts(state: State, stake: number, uid: number, market: number, product: number): void {
  const { memory } = state;
  const sub = product === productIds.margin ? memory.w[market + Market.id]! : 0;
  [Market.quote, Market.base].forEach((which, side) => {
    const asset = memory.w[market + which]!;
    const account = (kind: number): number => state.ledger.account(uid, accountKey(product, sub, asset, kind));
    memory.set(stake + Stake.avail + side, account(bucket.avail));
    memory.set(stake + Stake.hold + side, account(bucket.hold));
  });
}
