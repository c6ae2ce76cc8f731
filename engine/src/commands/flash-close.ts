import type { CloseAll, FlashClose } from "@tidemark/contracts/codec";
import { Market, marketKind, marketStatus } from "../markets/markets.ts";
import { cause, orderType, status, stp, tif } from "../orders/order-table.ts";
import { Stake } from "../orders/users.ts";
import { closingSide } from "../perps/fillable.ts";
import { flashLimit, isFlashFillable } from "../perps/flash-limit.ts";
import { enterPerp } from "../perps/match.ts";
import { endPerpOrder, ordersOfLeg } from "../perps/orders.ts";
import { Leg, legOf, posSide, Seat } from "../perps/seats.ts";
import { refuse } from "../refusals.ts";
import type { Rest } from "../slices.ts";
import type { State } from "../state.ts";
import { ownOrderOf } from "./journal-words.ts";

/** cancels the leg's closes, sends one IOC for all of it near the mark, and leaves what did not fill; refused if nothing would. */
export function flashClose(state: State, c: FlashClose): true | Rest {
  const { w } = state.memory;
  const market = state.markets.at(c.market);
  if (market === 0 || w[market + Market.kind] === marketKind.spot) state.refuse(refuse.SYMBOL_NOT_FOUND);
  else if (w[market + Market.status] !== marketStatus.trading) state.refuse(refuse.MARKET_NOT_TRADING);
  else if (c.posSide < 1 || c.posSide > 2) state.refuse(refuse.ORDER_TYPE_NOT_ALLOWED);
  else {
    const stake = state.stakes.find(c.uid, c.market, w[market + Market.product]!);
    const leg = stake === 0 ? 0 : legOf(w[stake + Stake.seat]!, c.posSide);
    if (leg === 0 || state.memory.number(leg + Leg.qty) === 0) state.refuse(refuse.POSITION_NOT_FOUND);
    else if (!isFlashFillable(state, leg)) state.refuse(refuse.NO_LIQUIDITY);
    else return send(state, leg, c.uid, c.market);
  }
  return true;
}

function send(state: State, leg: number, uid: number, marketId: number): true | Rest {
  const { memory } = state;
  const { w } = memory;
  const seat = w[leg + Leg.seat]!;
  const market = w[seat + Seat.market]!;
  for (const order of ordersOfLeg(state, leg, false)) endPerpOrder(state, order, status.canceled, cause.user);
  const closes = closingSide(state, leg);
  const lots = memory.number(leg + Leg.qty);
  return enterPerp(state, {
    c: ownOrderOf({
      uid,
      market: marketId,
      product: w[market + Market.product]!,
      side: closes,
      orderType: orderType.market,
      tif: tif.ioc,
      postOnly: false,
      stp: stp.expireMaker,
      price: 0,
      qty: 0,
      posSide: w[leg + Leg.side]!,
    }),
    market,
    stake: w[seat + Seat.stake]!,
    leg,
    isOpening: false,
    lots,
    worst: flashLimit(state, leg),
    reserve: 0,
    assumed: 0,
    openable: Number.NaN,
  });
}

/**
 * "Close all": flash close of each leg, by contract id, long before short; a leg that nobody would take is left as it is. `ref` counts the
 * legs that were sent. Only if there are legs and nothing of them could be sold is it refused.
 */
export function* closeAll(state: State, c: CloseAll): Rest {
  const { memory } = state;
  let sent = 0;
  let left = 0;
  for (const market of state.markets.all()) {
    const { w } = memory;
    const isMeant = c.product === 0 || c.product === w[market + Market.product];
    if (w[market + Market.contract] === 0 || !isMeant || w[market + Market.status] !== marketStatus.trading) continue;
    const stake = state.stakes.find(c.uid, w[market + Market.id]!, w[market + Market.product]!);
    if (stake === 0) continue;
    for (const which of [posSide.long, posSide.short]) {
      const leg = legOf(memory.w[stake + Stake.seat]!, which);
      if (memory.number(leg + Leg.qty) === 0) continue;
      if (!isFlashFillable(state, leg)) {
        left += 1;
        continue;
      }
      const ended = send(state, leg, c.uid, memory.w[market + Market.id]!);
      if (ended !== true) yield* ended;
      sent += 1;
    }
  }
  state.result.ref = sent;
  if (sent === 0 && left > 0) state.refuse(refuse.NO_LIQUIDITY);
}
