import type { CommandOf } from "@tidemark/contracts/journal";
import { Market, marketStatus } from "../records/market.ts";
import { limit, limitAt, referenceOf } from "../markets/reference.ts";
import {
  bandRefused,
  clientKeyLengthMax,
  countRefused,
  notionalRefused,
  priceRefused,
  sizeRefused,
} from "../orders/checks.ts";
import { orderType, side, tif } from "../records/order.ts";
import { groupOfUserMarket, emitAccepted } from "../orders/records.ts";
import { userMarketOf } from "../orders/user-market.ts";
import { UserMarket, User } from "../records/user.ts";
import { refuse } from "../events/refusals.ts";
import type { SlicedWork } from "../memory/slices.ts";
import { type State, variable } from "../state/state.ts";
import { fillable, matchAll } from "./match.ts";
import { hold, reserveOf } from "./settle.ts";

const unitsMax = 1_125_899_906_842_624;

/** orders of product 5 are spot orders on the same book, where the market is a margin pair. */
const isPair = (state: State, market: number, product: number): boolean =>
  product === 5 && state.memory.w[market + Market.pairLeverage] !== 0;

/** Checks 2–5 of the rule book's table: does the market take such an order now, do its options go together? */
function termsRefusal(state: State, c: CommandOf<"place_order">, market: number, reference: number): number {
  const { w } = state.memory;
  const limitOrder = c.orderType === orderType.limit;
  const status = w[market + Market.status]!;
  // Without a reference the market stays post-only: nothing bounds a market order then.
  const postOnlyNow = status === marketStatus.postOnly || (status === marketStatus.trading && reference === 0);
  if (!(status === marketStatus.trading && reference !== 0) && !(postOnlyNow && limitOrder && c.postOnly))
    return refuse.MARKET_NOT_TRADING;
  if (c.orderType > orderType.market || c.stp > 2 || c.posSide !== 0) return refuse.ORDER_TYPE_NOT_ALLOWED;
  if (c.product !== w[market + Market.product] && !isPair(state, market, c.product))
    return refuse.ORDER_TYPE_NOT_ALLOWED;
  if (c.tp !== undefined || c.sl !== undefined) return refuse.ORDER_TYPE_NOT_ALLOWED;
  if (c.postOnly && (!limitOrder || c.tif !== tif.gtc)) return refuse.ORDER_TYPE_NOT_ALLOWED;
  if (!limitOrder && c.price !== 0) return refuse.ORDER_TYPE_NOT_ALLOWED;
  if (c.quoteAmount > 0 && (limitOrder || c.side !== side.buy || c.qty !== 0)) return refuse.ORDER_TYPE_NOT_ALLOWED;
  if (c.tif > tif.fok || (!limitOrder && c.tif !== tif.ioc)) return refuse.TIF_INVALID;
  if (c.key.text.length > clientKeyLengthMax) return refuse.CLIENT_ID_INVALID;
  return 0;
}

/** Places an order: validates in the rule book's order (first failure wins), holds, matches, rests. A rest: matching goes on in slices. */
export function placeSpot(state: State, c: CommandOf<"place_order">, market: number): true | SlicedWork {
  const { memory } = state;
  const reference = referenceOf(state, market);
  const terms = termsRefusal(state, c, market, reference);
  if (terms !== 0) {
    state.refuse(terms);
    return true;
  }
  const limitOrder = c.orderType === orderType.limit;
  const byAmount = c.quoteAmount > 0;
  if (state.isStopped(c.uid, c.market)) {
    state.refuse(refuse.LOCKED_BY_OPERATOR);
    return true;
  }
  if (limitOrder && priceRefused(state, market, c.price)) return true;
  const most = memory.number(market + (limitOrder ? Market.maxQty : Market.maxMarketQty));
  if (!byAmount && sizeRefused(state, market, c.qty, most)) return true;
  const lots = byAmount ? 0 : c.qty / memory.number(market + Market.lot);
  const ticks = limitOrder ? c.price / memory.number(market + Market.tick) : 0;
  const notional = (limitOrder ? ticks : reference) * lots * memory.number(market + Market.unit);
  if (notionalRefused(state, market, byAmount ? c.quoteAmount : notional)) return true;
  if (limitOrder && bandRefused(state, market, c.side, ticks, reference)) return true;
  const userMarket = userMarketOf(state, c.uid, c.market, c.product);
  if (countRefused(state, market, userMarket)) return true;

  const worst = limitOrder
    ? ticks
    : limitAt(state, market, reference, c.side === side.buy ? limit.marketBuy : limit.marketSell);
  const needed = byAmount ? c.quoteAmount : reserveOf(state, market, c.side, worst, lots);
  const from = memory.w[userMarket + UserMarket.avail + c.side]!;
  if (needed > unitsMax * 2 || !state.ledger.covers(from, needed)) {
    state.refuse(refuse.INSUFFICIENT_BALANCE, BigInt(needed), state.ledger.balance(from));
    return true;
  }
  const opposite = state.books.best(market, 1 - c.side);
  const wouldTake = opposite !== 0 && (c.side === side.buy ? opposite <= worst : opposite >= worst);
  if (!limitOrder && opposite === 0) state.refuse(refuse.NO_LIQUIDITY);
  else if (c.postOnly && wouldTake) state.refuse(refuse.POST_ONLY_WOULD_TAKE);
  else if (
    c.tif === tif.fok &&
    !fillable(state, groupOfUserMarket(memory.w, userMarket), market, c.side, worst, lots, c.stp)
  )
    state.refuse(refuse.FOK_NOT_FILLABLE);
  else return enter(state, c, market, userMarket, worst, lots, needed);
  return true;
}

function enter(
  state: State,
  c: CommandOf<"place_order">,
  market: number,
  userMarket: number,
  worst: number,
  lots: number,
  needed: number,
): true | SlicedWork {
  const { memory, taker: t } = state;
  const byAmount = c.quoteAmount > 0;
  t.id = state.next(variable.lastOrder);
  t.order = 0;
  t.uid = c.uid;
  t.userMarket = userMarket;
  t.market = market;
  t.marketId = c.market;
  t.side = c.side;
  t.type = c.orderType;
  t.tif = c.tif;
  t.postOnly = c.postOnly;
  t.stp = c.stp;
  t.vip = memory.w[memory.w[userMarket + UserMarket.user]! + User.vip]!;
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
  t.group = groupOfUserMarket(memory.w, userMarket);
  t.position = 0;
  t.posSide = 0;
  t.attached = 0;
  state.result.ref = t.id;
  emitAccepted(state, c.product, c.orderType === orderType.limit ? worst : 0, c.quoteAmount);
  hold(state, userMarket, c.side, t.id, needed);
  return matchAll(state);
}
