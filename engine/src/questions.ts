import { accountKey, bucket } from "./ledger/accounts.ts";
import { assetCount, codeWords, marketCount, symbolWords } from "./markets/markets.ts";
import { readText } from "./memory/texts.ts";
import { side } from "./orders/order-table.ts";
import type { State } from "./state.ts";

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
  const a = state.assets;
  const found: AssetNow[] = [];
  for (let id = 1; id < assetCount; id += 1)
    if (a.defined.a[id] === 1)
      found.push({
        id,
        code: readText(a.code, id, codeWords),
        scale: a.scale.a[id]!,
        displayDecimals: a.displayDecimals.a[id]!,
      });
  return found;
}

/** Fee rates are those of level 0: what a newcomer pays. */
export function marketsOf(state: State): MarketNow[] {
  const m = state.markets;
  const found: MarketNow[] = [];
  for (let id = 1; id < marketCount; id += 1) {
    if (m.defined.a[id] === 0) continue;
    found.push({
      id,
      symbol: readText(m.symbol, id, symbolWords),
      kind: m.kind.a[id]!,
      base: m.base.a[id]!,
      quote: m.quote.a[id]!,
      product: m.product.a[id]!,
      tick: m.tick.a[id]!,
      lot: m.lot.a[id]!,
      minQty: m.minQty.a[id]!,
      maxQty: m.maxQty.a[id]!,
      minNotional: m.minNotional.a[id]!,
      makerRate: state.fees.spotMaker.a[0]!,
      takerRate: state.fees.spotTaker.a[0]!,
      status: m.status.a[id]!,
      last: m.last.a[id]!,
      index: m.index.a[id]!,
      indexStale: m.indexStale.a[id] === 1,
    });
  }
  return found;
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
  const l = state.ledger;
  const found: BalanceNow[] = [];
  for (let slot = 1; slot < l.end; slot += 1)
    found.push({ uid: l.uid.get(slot), account: l.key.get(slot), units: l.balance(slot) });
  return found;
}

export function balanceOf(state: State, uid: number, product: number, asset: number, kind: number): bigint {
  const slot = state.ledger.find(uid, accountKey(product, 0, asset, kind));
  return slot === 0 ? 0n : state.ledger.balance(slot);
}

export function openOrdersOf(state: State, uid: number): OrderNow[] {
  const found: OrderNow[] = [];
  const user = state.users.find(uid);
  if (user === 0) return found;
  for (let order = state.users.oldestOrder.get(user); order !== 0; order = state.orders.newer.get(order))
    found.push(describe(state, order));
  return found;
}

export function orderOf(state: State, id: number): OrderNow | undefined {
  const order = state.orders.find(id);
  return order === 0 ? undefined : describe(state, order);
}

function describe(state: State, order: number): OrderNow {
  const o = state.orders;
  const stake = o.stake.get(order);
  const market = state.stakes.market.get(stake);
  return {
    id: o.idOf(order),
    uid: state.stakes.uid.get(stake),
    market,
    product: state.markets.product.a[market]!,
    side: o.side(order),
    type: o.type(order),
    tif: o.tif(order),
    postOnly: o.postOnly(order),
    stp: o.stp(order),
    price: state.books.price.get(state.books.levelOf.get(order)),
    qty: o.qty.get(order),
    filled: o.qty.get(order) - state.books.remaining.get(order),
    filledValue: o.filledValue.get(order),
    fee: o.fee.get(order),
    acceptedAt: o.acceptedAt.get(order),
    keyForm: o.keyForm(order),
    k0: o.k0.get(order),
    k1: o.k1.get(order),
    k2: o.k2.get(order),
    k3: o.k3.get(order),
    longKey: o.longKey(order),
  };
}

/** All levels of a market, best first: [price in ticks, total in lots]. */
export function depthOf(state: State, market: number): { bids: [number, number][]; asks: [number, number][] } {
  const levels = (which: number): [number, number][] => {
    const found: [number, number][] = [];
    for (
      let price = state.books.bestPrice.a[market * 2 + which]!;
      price !== 0;
      price = state.books.worse(market, price, which)
    )
      found.push([price, state.books.totalAt(market, price)]);
    return found;
  };
  return { bids: levels(side.buy), asks: levels(side.sell) };
}

export function accountStatusOf(state: State, uid: number, product: number): number {
  return state.users.status(state.users.find(uid), product);
}
