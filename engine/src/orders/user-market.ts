import { accountKey, bucket, product as productIds } from "../ledger/accounts.ts";
import { Market, marketKind } from "../records/market.ts";
import type { State } from "../state/state.ts";
import { UserMarket } from "../records/user.ts";

/** The user's userMarket in a market; made, with the accounts or the userContract that go with it, when it is needed first. */
export function userMarketOf(state: State, uid: number, marketId: number, product: number): number {
  const found = state.userMarkets.find(uid, marketId, product);
  return found === 0 ? create(state, uid, marketId, product) : found;
}

function create(state: State, uid: number, marketId: number, product: number): number {
  const { memory } = state;
  const market = state.markets.at(marketId);
  const userMarket = state.userMarkets.create(uid, marketId, product);
  memory.set(userMarket + UserMarket.user, state.users.user(uid));
  if (memory.w[market + Market.kind] === marketKind.spot) openAccounts(state, userMarket, uid, market, product);
  else
    memory.set(
      userMarket + UserMarket.userContract,
      state.userContracts.create(userMarket, uid, marketId, state.users),
    );
  return userMarket;
}

function openAccounts(state: State, userMarket: number, uid: number, market: number, product: number): void {
  const { memory } = state;
  const sub = product === productIds.margin ? memory.w[market + Market.id]! : 0;
  [Market.quote, Market.base].forEach((which, side) => {
    const asset = memory.w[market + which]!;
    const account = (kind: number): number => state.ledger.account(uid, accountKey(product, sub, asset, kind));
    memory.set(userMarket + UserMarket.avail + side, account(bucket.avail));
    memory.set(userMarket + UserMarket.hold + side, account(bucket.hold));
  });
}
