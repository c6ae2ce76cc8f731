import type { CommandOf } from "@tidemark/contracts/journal";
import { Market, marketKind, marketStatus } from "../records/market.ts";
import { orderType, side, stp, tif } from "../records/order.ts";
import { UserMarket } from "../records/user.ts";
import type { Entry } from "../perps/tpsl/entry.ts";
import { closeAsIf } from "../perps/order/fill.ts";
import { isFillable } from "../perps/order/fillable.ts";
import { checkPerp, openingRefused, sendPerp } from "../perps/order/place.ts";
import { Position, positionOf, posSide } from "../records/user-contract.ts";
import { ok, refuse } from "../events/refusals.ts";
import { type SlicedWork, rollbackInSlices } from "../memory/slices.ts";
import type { State } from "../state/state.ts";
import { ownOrderOf } from "../orders/own-order.ts";

/**
 * closes the whole position at market and opens the other side with what was closed. All that an opening of the whole size must pass is
 * tested before anything trades; what then still stands against it takes the close back as well.
 */
export function reversePosition(state: State, c: CommandOf<"reverse_position">): true | SlicedWork {
  const { memory } = state;
  const { w } = memory;
  const market = state.markets.at(c.market);
  if (market === 0 || w[market + Market.kind] === marketKind.spot) return refused(state, refuse.SYMBOL_NOT_FOUND);
  if (w[market + Market.status] !== marketStatus.trading) return refused(state, refuse.MARKET_NOT_TRADING);
  if (state.isStopped(c.uid, c.market)) return refused(state, refuse.LOCKED_BY_OPERATOR);
  if (c.posSide < 1 || c.posSide > 2) return refused(state, refuse.ORDER_TYPE_NOT_ALLOWED);
  const userMarket = state.userMarkets.find(c.uid, c.market, w[market + Market.product]!);
  const position = userMarket === 0 ? 0 : positionOf(w[userMarket + UserMarket.userContract]!, c.posSide);
  const lots = position === 0 ? 0 : memory.number(position + Position.qty);
  if (lots === 0) return refused(state, refuse.POSITION_NOT_FOUND);
  if (w[position + Position.voucher] !== 0) return refused(state, refuse.VOUCHER_LEG);
  const closing = checkPerp(state, atMarket(state, c, market, lots, c.posSide), market);
  if (closing === undefined) return true;
  const opening = openingAsIf(state, closing, atMarket(state, c, market, lots, otherSide(c.posSide)));
  if (opening === undefined) return true;
  if (!isFillable(state, position, closing.worst)) return refused(state, refuse.NO_LIQUIDITY);
  return reverse(state, closing, opening);
}

function refused(state: State, code: number): true {
  state.refuse(code);
  return true;
}

const otherSide = (positionSide: number): number => posSide.long + posSide.short - positionSide;

/** Closing a position and opening the other one trade the same way. */
function atMarket(
  state: State,
  c: CommandOf<"reverse_position">,
  market: number,
  lots: number,
  positionSide: number,
): CommandOf<"place_order"> {
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
    posSide: positionSide,
  });
}

/** Every check of the opening as if the position were closed at the worst price that it may come to: a real close leaves no less. */
function openingAsIf(state: State, closing: Entry, order: CommandOf<"place_order">): Entry | undefined {
  const { events, memory } = state;
  const mark = memory.mark;
  const rows = events.length;
  closeAsIf(state, closing.position, closing.worst);
  const opening = checkPerp(state, order, closing.market);
  memory.rollback(mark);
  events.length = rows;
  state.forget();
  return opening;
}

function* reverse(state: State, closing: Entry, opening: Entry): SlicedWork {
  const { pending, events, memory, result } = state;
  const { position, lots, market } = closing;
  const mark = memory.mark;
  const rows = events.length;
  const traded = pending.tradedIn(market);
  yield* sent(state, closing);
  const closed = lots - memory.number(position + Position.qty);
  if (result.code === ok && closed === 0) state.refuse(refuse.NO_LIQUIDITY);
  const entry: Entry = { ...opening, lots: closed };
  if (result.code === ok && !openingRefused(state, entry)) return yield* open(state, entry);
  const { code, first, second } = result;
  yield* rollbackInSlices(state.memory, mark);
  events.length = rows;
  pending.putBackTraded(market, traded);
  state.forget();
  result.ref = 0;
  state.refuse(code, first, second);
}

function* sent(state: State, entry: Entry): SlicedWork {
  const ended = sendPerp(state, entry);
  if (ended !== true) yield* ended;
}

/** Where the close took all that there was, nothing is opened: `ref` is the close then, and else the opening. */
function* open(state: State, entry: Entry): SlicedWork {
  const { result } = state;
  const { ref } = result;
  yield* sent(state, entry);
  if (result.code === ok) return;
  state.refuse(ok);
  result.ref = ref;
}
