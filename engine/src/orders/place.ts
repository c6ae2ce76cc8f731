import type { PlaceOrder } from "@tidemark/contracts/codec";
import { Market, marketStatus } from "../markets/markets.ts";
import { limit, limitAt, referenceOf } from "../markets/reference.ts";
import { refuse } from "../refusals.ts";
import { job, type State, variable } from "../state.ts";
import { fillable, match, tellAccepted } from "./match.ts";
import { orderType, side, tif } from "./order-table.ts";
import { hold, reserveOf } from "./settle.ts";
import { Stake, User } from "./users.ts";

const openOrdersPerUserMax = 2_000;
const clientKeyLengthMax = 36;
const unitsMax = 1_125_899_906_842_624;

/** Checks 2–5 of the rule book's table: does the market take such an order now, do its options go together? */
function termsRefusal(state: State, c: PlaceOrder, market: number, reference: number): number {
  const { w } = state.memory;
  const limitOrder = c.orderType === orderType.limit;
  const status = w[market + Market.status]!;
  // Without a reference the market stays post-only: nothing bounds a market order then.
  const postOnlyNow = status === marketStatus.postOnly || (status === marketStatus.trading && reference === 0);
  if (!(status === marketStatus.trading && reference !== 0) && !(postOnlyNow && limitOrder && c.postOnly))
    return refuse.MARKET_NOT_TRADING;
  if (c.orderType > orderType.market || c.stp > 2 || c.product !== w[market + Market.product])
    return refuse.ORDER_TYPE_NOT_ALLOWED;
  if (c.postOnly && (!limitOrder || c.tif !== tif.gtc)) return refuse.ORDER_TYPE_NOT_ALLOWED;
  if (!limitOrder && c.price !== 0) return refuse.ORDER_TYPE_NOT_ALLOWED;
  if (c.quoteAmount > 0 && (limitOrder || c.side !== side.buy || c.qty !== 0)) return refuse.ORDER_TYPE_NOT_ALLOWED;
  if (c.tif > tif.fok || (!limitOrder && c.tif !== tif.ioc)) return refuse.TIF_INVALID;
  if (c.key.text.length > clientKeyLengthMax) return refuse.CLIENT_ID_INVALID;
  return 0;
}

/** Check 6: whole ticks inside the market's range. */
export function priceRefused(state: State, market: number, units: number): boolean {
  const { memory } = state;
  const tick = memory.number(market + Market.tick);
  const ticks = Math.floor(units / tick);
  if (ticks * tick !== units) {
    state.refuse(refuse.PRICE_TICK, BigInt(tick));
    return true;
  }
  if (ticks >= memory.number(market + Market.minPrice) && ticks <= memory.number(market + Market.maxPrice))
    return false;
  state.refuse(
    refuse.PRICE_RANGE,
    BigInt(memory.number(market + Market.minPrice)) * BigInt(tick),
    BigInt(memory.number(market + Market.maxPrice)) * BigInt(tick),
  );
  return true;
}

/** Check 7: whole lots inside the market's range. */
export function sizeRefused(state: State, market: number, units: number, most: number): boolean {
  const { memory } = state;
  const lot = memory.number(market + Market.lot);
  const lots = Math.floor(units / lot);
  if (lots * lot !== units) {
    state.refuse(refuse.QTY_STEP, BigInt(lot));
    return true;
  }
  if (lots >= memory.number(market + Market.minQty) && lots <= most) return false;
  state.refuse(
    refuse.QTY_RANGE,
    BigInt(memory.number(market + Market.minQty)) * BigInt(lot),
    BigInt(most) * BigInt(lot),
  );
  return true;
}

/** Check 8. Beyond the safe range of numbers is beyond every market's maximum. */
export function notionalRefused(state: State, market: number, notional: number): boolean {
  const { memory } = state;
  const least = memory.number(market + Market.minNotional);
  const most = memory.number(market + Market.maxNotional);
  if (notional >= least && notional <= most) return false;
  const exact = BigInt(Math.min(notional, Number.MAX_SAFE_INTEGER));
  if (notional < least) state.refuse(refuse.MIN_NOTIONAL, BigInt(least), exact);
  else state.refuse(refuse.MAX_NOTIONAL, BigInt(most), exact);
  return true;
}

/** Check 9: a price may not stray too far from the reference, to either side. */
export function bandRefused(
  state: State,
  market: number,
  orderSide: number,
  price: number,
  reference: number,
): boolean {
  if (reference === 0) return false;
  const low = limitAt(state, market, reference, orderSide === side.buy ? limit.buyMin : limit.sellMin);
  const high = limitAt(state, market, reference, orderSide === side.buy ? limit.buyMax : limit.sellMax);
  if (price >= low && price <= high) return false;
  const tick = BigInt(state.memory.number(market + Market.tick));
  state.refuse(refuse.PRICE_BAND, BigInt(low) * tick, BigInt(high) * tick);
  return true;
}

function countRefused(state: State, market: number, stake: number): boolean {
  const { w } = state.memory;
  const most = w[market + Market.maxOpenOrders]!;
  if (w[stake + Stake.openOrders]! >= most) state.refuse(refuse.TOO_MANY_ORDERS, BigInt(most));
  else if (w[w[stake + Stake.user]! + User.openOrders]! >= openOrdersPerUserMax)
    state.refuse(refuse.TOO_MANY_ORDERS, BigInt(openOrdersPerUserMax));
  else return false;
  return true;
}

/** Places an order: validates in the rule book's order (first failure wins), holds, matches, rests. False: matching goes on in slices. */
export function place(state: State, c: PlaceOrder): boolean {
  const { memory } = state;
  const market = state.markets.at(c.market);
  if (market === 0 || memory.w[market + Market.status] === marketStatus.settling) {
    state.refuse(refuse.SYMBOL_NOT_FOUND);
    return true;
  }
  const reference = referenceOf(state, market);
  const terms = termsRefusal(state, c, market, reference);
  if (terms !== 0) {
    state.refuse(terms);
    return true;
  }
  const limitOrder = c.orderType === orderType.limit;
  const byAmount = c.quoteAmount > 0;
  if (limitOrder && priceRefused(state, market, c.price)) return true;
  const most = memory.number(market + (limitOrder ? Market.maxQty : Market.maxMarketQty));
  if (!byAmount && sizeRefused(state, market, c.qty, most)) return true;
  const lots = byAmount ? 0 : c.qty / memory.number(market + Market.lot);
  const ticks = limitOrder ? c.price / memory.number(market + Market.tick) : 0;
  const notional = (limitOrder ? ticks : reference) * lots * memory.number(market + Market.unit);
  if (notionalRefused(state, market, byAmount ? c.quoteAmount : notional)) return true;
  if (limitOrder && bandRefused(state, market, c.side, ticks, reference)) return true;
  const stake = state.stakes.stake(c.uid, c.market, state.users, state.markets, state.ledger);
  if (countRefused(state, market, stake)) return true;

  const worst = limitOrder
    ? ticks
    : limitAt(state, market, reference, c.side === side.buy ? limit.marketBuy : limit.marketSell);
  const needed = byAmount ? c.quoteAmount : reserveOf(state, market, c.side, worst, lots);
  const from = memory.w[stake + Stake.avail + c.side]!;
  if (needed > unitsMax * 2 || !state.ledger.covers(from, needed)) {
    state.refuse(refuse.INSUFFICIENT_BALANCE, BigInt(needed), state.ledger.balance(from));
    return true;
  }
  const opposite = state.books.best(market, 1 - c.side);
  const wouldTake = opposite !== 0 && (c.side === side.buy ? opposite <= worst : opposite >= worst);
  if (!limitOrder && opposite === 0) state.refuse(refuse.NO_LIQUIDITY);
  else if (c.postOnly && wouldTake) state.refuse(refuse.POST_ONLY_WOULD_TAKE);
  else if (c.tif === tif.fok && !fillable(state, c.uid, market, c.side, worst, lots, c.stp))
    state.refuse(refuse.FOK_NOT_FILLABLE);
  else return enter(state, c, market, stake, worst, lots, needed);
  return true;
}

function enter(
  state: State,
  c: PlaceOrder,
  market: number,
  stake: number,
  worst: number,
  lots: number,
  needed: number,
): boolean {
  const { memory, taker: t } = state;
  const byAmount = c.quoteAmount > 0;
  t.id = state.next(variable.lastOrder);
  t.order = 0;
  t.uid = c.uid;
  t.stake = stake;
  t.market = market;
  t.marketId = c.market;
  t.side = c.side;
  t.type = c.orderType;
  t.tif = c.tif;
  t.postOnly = c.postOnly;
  t.stp = c.stp;
  t.vip = memory.w[memory.w[stake + Stake.user]! + User.vip]!;
  t.limit = worst;
  t.qty = lots;
  t.remaining = byAmount ? memory.number(market + Market.maxMarketQty) : lots;
  t.budget = byAmount ? c.quoteAmount : -1;
  t.filled = 0;
  t.filledValue = 0;
  t.fee = 0;
  t.held = needed;
  t.acceptedAt = state.now;
  t.keyForm = c.key.form;
  t.k0 = c.key.w0;
  t.k1 = c.key.w1;
  t.k2 = c.key.w2;
  t.k3 = c.key.w3;
  t.keyText = c.key.text;
  t.stopped = false;
  t.touched = 0;
  state.result.ref = t.id;
  tellAccepted(state, c.product, c.orderType === orderType.limit ? worst : 0, c.quoteAmount);
  hold(state, stake, c.side, t.id, needed);
  state.job = job.match;
  return match(state);
}
