import type { CommandOf } from "@tidemark/contracts/journal";
import { Market, marketKind, marketStatus } from "../records/market.ts";
import { cause, orderType, status, stp, tif } from "../records/order.ts";
import { UserMarket } from "../records/user.ts";
import { closingSide } from "../perps/order/fillable.ts";
import { flashLimit, isFlashFillable } from "../perps/order/flash-limit.ts";
import { enterPerp } from "../perps/order/match.ts";
import { endPerpOrder, ordersOfPosition } from "../perps/order/orders.ts";
import { Position, positionOf, posSide, UserContract } from "../records/user-contract.ts";
import { refuse } from "../events/refusals.ts";
import type { SlicedWork } from "../memory/slices.ts";
import type { State } from "../state/state.ts";
import { ownOrderOf } from "../orders/own-order.ts";

/** cancels the position's closes, sends one IOC for all of it near the mark, and leaves what did not fill; refused if nothing would. */
export function flashClose(state: State, c: CommandOf<"flash_close">): true | SlicedWork {
  const { w } = state.memory;
  const market = state.markets.at(c.market);
  if (market === 0 || w[market + Market.kind] === marketKind.spot) state.refuse(refuse.SYMBOL_NOT_FOUND);
  else if (w[market + Market.status] !== marketStatus.trading) state.refuse(refuse.MARKET_NOT_TRADING);
  else if (c.posSide < 1 || c.posSide > 2) state.refuse(refuse.ORDER_TYPE_NOT_ALLOWED);
  else {
    const userMarket = state.userMarkets.find(c.uid, c.market, w[market + Market.product]!);
    const position = userMarket === 0 ? 0 : positionOf(w[userMarket + UserMarket.userContract]!, c.posSide);
    if (position === 0 || state.memory.number(position + Position.qty) === 0) state.refuse(refuse.POSITION_NOT_FOUND);
    else if (!isFlashFillable(state, position)) state.refuse(refuse.NO_LIQUIDITY);
    else return sendFlashClose(state, position, c.uid, c.market);
  }
  return true;
}

/** The part of a flash close behind its checks. */
export function sendFlashClose(state: State, position: number, uid: number, marketId: number): true | SlicedWork {
  const { memory } = state;
  const { w } = memory;
  const userContract = w[position + Position.userContract]!;
  const market = w[userContract + UserContract.market]!;
  for (const order of ordersOfPosition(state, position, false)) endPerpOrder(state, order, status.canceled, cause.user);
  const closes = closingSide(state, position);
  const lots = memory.number(position + Position.qty);
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
      posSide: w[position + Position.side]!,
    }),
    market,
    userMarket: w[userContract + UserContract.userMarket]!,
    position,
    isOpening: false,
    lots,
    worst: flashLimit(state, position),
    reserve: 0,
    assumed: 0,
    openable: Number.NaN,
  });
}

/**
 * "Close all": flash close of each position, by contract id, long before short; a position that nobody would take is left as it is. `ref` counts the
 * positions that were sent. Only if there are positions and nothing of them could be sold is it refused.
 */
export function* closeAll(state: State, c: CommandOf<"close_all">): SlicedWork {
  const { memory } = state;
  let sent = 0;
  let left = 0;
  for (const market of state.markets.all()) {
    const { w } = memory;
    const isMeant = c.product === 0 || c.product === w[market + Market.product];
    if (w[market + Market.contract] === 0 || !isMeant || w[market + Market.status] !== marketStatus.trading) continue;
    const userMarket = state.userMarkets.find(c.uid, w[market + Market.id]!, w[market + Market.product]!);
    if (userMarket === 0) continue;
    for (const which of [posSide.long, posSide.short]) {
      const position = positionOf(memory.w[userMarket + UserMarket.userContract]!, which);
      if (memory.number(position + Position.qty) === 0) continue;
      if (!isFlashFillable(state, position)) {
        left += 1;
        continue;
      }
      const ended = sendFlashClose(state, position, c.uid, memory.w[market + Market.id]!);
      if (ended !== true) yield* ended;
      sent += 1;
    }
  }
  state.result.ref = sent;
  if (sent === 0 && left > 0) state.refuse(refuse.NO_LIQUIDITY);
}
