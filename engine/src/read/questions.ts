import { accountKey, bucket } from "../ledger/accounts.ts";
import { Account } from "../ledger/ledger.ts";
import { Asset, feeRate, Market } from "../records/market.ts";
import { Order, side } from "../records/order.ts";
import { UserMarket, User } from "../records/user.ts";
import type { State } from "../state/state.ts";

export type AssetNow = { id: number; code: string; scale: number; displayDecimals: number };
export type MarketNow = {
  id: number;
  symbol: string;
  kind: number;
  base: number;
  quote: number;
  product: number;
  tick: number;
  lot: number;
  minQty: number;
  maxQty: number;
  minNotional: number;
  makerRate: number;
  takerRate: number;
  status: number;
  last: number;
  index: number;
  indexStale: boolean;
};
export type BalanceNow = { uid: number; account: number; units: bigint };
export type OrderNow = {
  id: number;
  uid: number;
  market: number;
  product: number;
  side: number;
  type: number;
  tif: number;
  postOnly: boolean;
  stp: number;
  price: number;
  qty: number;
  filled: number;
  filledValue: number;
  fee: number;
  acceptedAt: number;
  keyForm: number;
  k0: number;
  k1: number;
  k2: number;
  k3: number;
  longKey: string;
};

export function assetsOf(state: State): AssetNow[] {
  const { assets } = state;
  const { w } = state.memory;
  return assets.all().map((asset) => {
    const id = w[asset + Asset.id]!;
    return {
      id,
      code: assets.code(id),
      scale: assets.scale(id),
      displayDecimals: w[asset + Asset.displayDecimals]!,
    };
  });
}

/** Fee rates are those of level 0: what a newcomer pays. */
export function marketsOf(state: State): MarketNow[] {
  const { fees, markets, memory } = state;
  const { w } = memory;
  return markets.all().map((market) => ({
    id: w[market + Market.id]!,
    symbol: markets.symbol(market),
    kind: w[market + Market.kind]!,
    base: w[market + Market.base]!,
    quote: w[market + Market.quote]!,
    product: w[market + Market.product]!,
    tick: memory.number(market + Market.tick),
    lot: memory.number(market + Market.lot),
    minQty: memory.number(market + Market.minQty),
    maxQty: memory.number(market + Market.maxQty),
    minNotional: memory.number(market + Market.minNotional),
    makerRate: fees.rate(0, feeRate.spotMaker),
    takerRate: fees.rate(0, feeRate.spotTaker),
    status: w[market + Market.status]!,
    last: w[market + Market.last]!,
    index: w[market + Market.index]!,
    indexStale: w[market + Market.indexStale] === 1,
  }));
}

/** A user's balances that were ever touched, in the order of their keys. Products and assets are few, so each is looked up. */
export function balancesOf(state: State, uid: number): BalanceNow[] {
  const found: BalanceNow[] = [];
  const assets = assetsOf(state);
  for (let product = 1; product <= 5; product += 1)
    for (const { id } of assets)
      for (let kind = bucket.avail; kind <= bucket.interest; kind += 1) {
        const account = accountKey(product, 0, id, kind);
        const slot = state.ledger.find(uid, account);
        if (slot !== 0) found.push({ uid, account, units: state.ledger.balance(slot) });
      }
  return found;
}

/** Every account of the ledger: for checks, not for questions of users. */
export function allBalances(state: State): BalanceNow[] {
  const { ledger } = state;
  const { w } = state.memory;
  return [...ledger.accounts.records()].map((account) => ({
    uid: w[account + Account.uid]!,
    account: w[account + Account.key]!,
    units: ledger.balance(account),
  }));
}

export function balanceOf(state: State, uid: number, product: number, asset: number, kind: number, sub = 0): bigint {
  const slot = state.ledger.find(uid, accountKey(product, sub, asset, kind));
  return slot === 0 ? 0n : state.ledger.balance(slot);
}

export function openOrdersOf(state: State, uid: number): OrderNow[] {
  const found: OrderNow[] = [];
  const user = state.users.find(uid);
  if (user === 0) return found;
  const { w } = state.memory;
  for (let order = w[user + User.oldestOrder]!; order !== 0; order = w[order + Order.newer]!)
    found.push(describe(state, order));
  return found;
}

export function orderOf(state: State, id: number): OrderNow | undefined {
  const order = state.orders.find(id);
  return order === 0 ? undefined : describe(state, order);
}

function describe(state: State, order: number): OrderNow {
  const { books, memory, orders: o } = state;
  const { w } = memory;
  const userMarket = w[order + Order.userMarket]!;
  const marketId = w[userMarket + UserMarket.market]!;
  return {
    id: o.idOf(order),
    uid: w[userMarket + UserMarket.uid]!,
    market: marketId,
    product: w[state.markets.at(marketId) + Market.product]!,
    side: o.side(order),
    type: o.type(order),
    tif: o.tif(order),
    postOnly: o.postOnly(order),
    stp: o.stp(order),
    price: books.priceOf(order),
    qty: w[order + Order.qty]!,
    filled: w[order + Order.qty]! - w[order + Order.remaining]!,
    filledValue: o.filledValue(order),
    fee: o.fee(order),
    acceptedAt: memory.number(order + Order.acceptedAt),
    keyForm: o.keyForm(order),
    k0: w[order + Order.k0]!,
    k1: w[order + Order.k1]!,
    k2: w[order + Order.k2]!,
    k3: w[order + Order.k3]!,
    longKey: o.longKey(order),
  };
}

/** All levels of a market, best first: [price in ticks, total in lots]. */
export function depthOf(state: State, marketId: number): { bids: [number, number][]; asks: [number, number][] } {
  const { books } = state;
  const market = state.markets.at(marketId);
  const levels = (which: number): [number, number][] => {
    const found: [number, number][] = [];
    if (market === 0) return found;
    for (let price = books.best(market, which); price !== 0; price = books.worse(market, price, which))
      found.push([price, books.totalAt(market, price)]);
    return found;
  };
  return { bids: levels(side.buy), asks: levels(side.sell) };
}

/** Until when nothing may be withdrawn; 0 where nothing was ever locked. */
export function withdrawalLockOf(state: State, uid: number): number {
  const user = state.users.find(uid);
  return user === 0 ? 0 : state.memory.number(user + User.lockedUntil);
}

export function accountStatusOf(state: State, uid: number, product: number): number {
  return state.users.status(state.users.find(uid), product);
}
