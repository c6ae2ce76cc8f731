import type { CommandOf } from "@tidemark/contracts/journal";
import { callbackBpsMax, callbackBpsMin } from "@tidemark/money";
import { Market, marketKind, marketStatus } from "../records/market.ts";
import { sizeRefused } from "../orders/checks.ts";
import { UserMarket, User } from "../records/user.ts";
import { linkExit } from "../perps/tpsl/attached.ts";
import { newExit } from "../perps/tpsl/new-exit.ts";
import { Position, positionOf } from "../records/user-contract.ts";
import { refuse } from "../events/refusals.ts";
import type { State } from "../state/state.ts";
import { sourcePrice } from "../triggers/source-price.ts";
import { callbackUnit } from "../records/trailing-stop.ts";
import { phase, role, source, Trigger } from "../records/trigger.ts";
import { arm, emitTrigger } from "../triggers/waiting.ts";

const trailingMax = 20;

/** a stop that follows the best price of its source. It is changed by cancelling it and placing another. */
export function placeTrailingStop(state: State, c: CommandOf<"place_trailing_stop">): void {
  const { memory } = state;
  const { w } = memory;
  const market = state.markets.at(c.market);
  if (market === 0 || w[market + Market.kind] === marketKind.spot) return state.refuse(refuse.SYMBOL_NOT_FOUND);
  if (w[market + Market.status] !== marketStatus.trading) return state.refuse(refuse.MARKET_NOT_TRADING);
  const isOneUnit = (c.callbackBps === 0) !== (c.callbackTicks === 0);
  if (c.posSide < 1 || c.posSide > 2 || c.by > source.mark || !isOneUnit)
    return state.refuse(refuse.ORDER_TYPE_NOT_ALLOWED);
  if (c.qty !== 0 && sizeRefused(state, market, c.qty, memory.number(market + Market.maxQty))) return;
  const userMarket = state.userMarkets.find(c.uid, c.market, w[market + Market.product]!);
  if (userMarket !== 0 && countTrailing(state, userMarket) >= trailingMax)
    return state.refuse(refuse.TOO_MANY_TRIGGERS, BigInt(trailingMax));
  const position = userMarket === 0 ? 0 : positionOf(w[userMarket + UserMarket.userContract]!, c.posSide);
  if (position === 0 || memory.number(position + Position.qty) === 0) return state.refuse(refuse.POSITION_NOT_FOUND);
  if (c.qty !== 0 && w[position + Position.voucher] !== 0) return state.refuse(refuse.VOUCHER_LEG);
  if (!isCallback(state, c, market) || !isActivation(state, c, market))
    return state.refuse(refuse.TRIGGER_PRICE_INVALID);
  if (sourcePrice(state, market, c.by) === 0) return state.refuse(refuse.TRIGGER_SOURCE_UNAVAILABLE);
  create(state, c, market, position);
}

function isCallback(
  state: State,
  { callbackBps, callbackTicks }: CommandOf<"place_trailing_stop">,
  market: number,
): boolean {
  if (callbackTicks !== 0) return callbackTicks <= state.memory.number(market + Market.maxPrice);
  return callbackBps >= callbackBpsMin && callbackBps <= callbackBpsMax;
}

function isActivation(state: State, { activation }: CommandOf<"place_trailing_stop">, market: number): boolean {
  const { memory } = state;
  const ticks = activation / memory.number(market + Market.tick);
  if (ticks === 0) return true;
  const isInside = ticks >= memory.number(market + Market.minPrice) && ticks <= memory.number(market + Market.maxPrice);
  return Number.isInteger(ticks) && isInside;
}

function countTrailing(state: State, userMarket: number): number {
  const { w } = state.memory;
  let count = 0;
  let trigger = w[w[userMarket + UserMarket.user]! + User.oldestTrigger]!;
  for (; trigger !== 0; trigger = w[trigger + Trigger.newer]!)
    if (w[trigger + Trigger.userMarket] === userMarket && w[trigger + Trigger.role] === role.trailing) count += 1;
  return count;
}

function create(state: State, c: CommandOf<"place_trailing_stop">, market: number, position: number): void {
  const { memory } = state;
  const trigger = newExit(state, {
    exit: { price: c.activation, by: c.by, limit: 0 },
    what: role.trailing,
    position,
    qty: c.qty / memory.number(market + Market.lot),
    isWhole: c.qty === 0,
  });
  const isInTicks = c.callbackTicks !== 0;
  const unit = isInTicks ? callbackUnit.ticks : callbackUnit.basisPoints;
  const trail = state.trails.newStop(trigger, unit, isInTicks ? c.callbackTicks : c.callbackBps);
  const count = market + Market.trailing + c.by;
  memory.set(trigger + Trigger.trail, trail);
  memory.set(trigger + Trigger.phase, phase.waiting);
  memory.set(count, memory.w[count]! + 1);
  arm(state, trigger);
  linkExit(state, trigger);
  emitTrigger(state, trigger, 0);
  state.result.ref = state.triggers.idOf(trigger);
}
