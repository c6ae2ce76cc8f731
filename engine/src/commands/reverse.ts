import type { PlaceOrder, ReversePosition } from "@tidemark/contracts/codec";
import { Market, marketKind, marketStatus } from "../markets/markets.ts";
import { orderType, side, stp, tif } from "../orders/order-table.ts";
import { Stake } from "../orders/users.ts";
import type { Entry } from "../perps/entry.ts";
import { closeAsIf } from "../perps/fill.ts";
import { isFillable } from "../perps/fillable.ts";
import { checkPerp, openingRefused, sendPerp } from "../perps/place.ts";
import { Leg, legOf, posSide } from "../perps/seats.ts";
import { ok, refuse } from "../refusals.ts";
import { type Rest, takeBack } from "../slices.ts";
import type { State } from "../state.ts";
import { ownOrderOf } from "./journal-words.ts";

/**
 * closes the whole leg at market and opens the other side with what was closed. All that an opening of the whole size must pass is
 * tested before anything trades; what then still stands against it takes the close back as well.
 */
export function reversePosition(state: State, c: ReversePosition): true | Rest {
  const { memory } = state;
  const { w } = memory;
  const market = state.markets.at(c.market);
  if (market === 0 || w[market + Market.kind] === marketKind.spot) return refused(state, refuse.SYMBOL_NOT_FOUND);
  if (w[market + Market.status] !== marketStatus.trading) return refused(state, refuse.MARKET_NOT_TRADING);
  if (state.isStopped(c.uid, c.market)) return refused(state, refuse.LOCKED_BY_OPERATOR);
  if (c.posSide < 1 || c.posSide > 2) return refused(state, refuse.ORDER_TYPE_NOT_ALLOWED);
  const stake = state.stakes.find(c.uid, c.market, w[market + Market.product]!);
  const leg = stake === 0 ? 0 : legOf(w[stake + Stake.seat]!, c.posSide);
  const lots = leg === 0 ? 0 : memory.number(leg + Leg.qty);
  if (lots === 0) return refused(state, refuse.POSITION_NOT_FOUND);
  if (w[leg + Leg.voucher] !== 0) return refused(state, refuse.VOUCHER_LEG);
  const closing = checkPerp(state, atMarket(state, c, market, lots, c.posSide), market);
  if (closing === undefined) return true;
  const opening = openingAsIf(state, closing, atMarket(state, c, market, lots, otherSide(c.posSide)));
  if (opening === undefined) return true;
  if (!isFillable(state, leg, closing.worst)) return refused(state, refuse.NO_LIQUIDITY);
  return reverse(state, closing, opening);
}

function refused(state: State, code: number): true {
  state.refuse(code);
  return true;
}

const otherSide = (legSide: number): number => posSide.long + posSide.short - legSide;

/** Closing a leg and opening the other one trade the same way. */
function atMarket(state: State, c: ReversePosition, market: number, lots: number, legSide: number): PlaceOrder {
  const { memory } = state;
  return ownOrderOf({
    uid: c.uid,
    market: c.market,
    product: memory.w[market + Market.product]!,
    side: c.posSide === posSide.long ? side.sell : side.buy,
    orderType: orderType.market,
    tif: tif.ioc,
    postOnly: false,
    stp: stp.expireMaker,
    price: 0,
    qty: lots * memory.number(market + Market.lot),
    posSide: legSide,
  });
}

/** Every check of the opening as if the leg were closed at the worst price that it may come to: a real close leaves no less. */
function openingAsIf(state: State, closing: Entry, order: PlaceOrder): Entry | undefined {
  const { events, memory } = state;
  const mark = memory.mark;
  const rows = events.length;
  closeAsIf(state, closing.leg, closing.worst);
  const opening = checkPerp(state, order, closing.market);
  memory.rollback(mark);
  events.length = rows;
  state.forget();
  return opening;
}

function* reverse(state: State, closing: Entry, opening: Entry): Rest {
  const { aftermath, events, memory, result } = state;
  const { leg, lots, market } = closing;
  const mark = memory.mark;
  const rows = events.length;
  const traded = aftermath.tradedIn(market);
  yield* sent(state, closing);
  const closed = lots - memory.number(leg + Leg.qty);
  if (result.code === ok && closed === 0) state.refuse(refuse.NO_LIQUIDITY);
  const entry: Entry = { ...opening, lots: closed };
  if (result.code === ok && !openingRefused(state, entry)) return yield* open(state, entry);
  const { code, first, second } = result;
  yield* takeBack(state.memory, mark);
  events.length = rows;
  aftermath.putBackTraded(market, traded);
  state.forget();
  result.ref = 0;
  state.refuse(code, first, second);
}

function* sent(state: State, entry: Entry): Rest {
  const ended = sendPerp(state, entry);
  if (ended !== true) yield* ended;
}

/** Where the close took all that there was, nothing is opened: `ref` is the close then, and else the opening. */
function* open(state: State, entry: Entry): Rest {
  const { result } = state;
  const { ref } = result;
  yield* sent(state, entry);
  if (result.code === ok) return;
  state.refuse(ok);
  result.ref = ref;
}
