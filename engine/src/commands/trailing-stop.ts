import type { PlaceTrailingStop } from "@tidemark/contracts/codec";
import { callbackBpsMax, callbackBpsMin } from "@tidemark/money";
import { Market, marketKind, marketStatus } from "../markets/markets.ts";
import { sizeRefused } from "../orders/checks.ts";
import { Stake, User } from "../orders/users.ts";
import { linkExit } from "../perps/attached.ts";
import { newExit } from "../perps/new-exit.ts";
import { Leg, legOf } from "../perps/seats.ts";
import { refuse } from "../refusals.ts";
import type { State } from "../state.ts";
import { sourcePrice } from "../triggers/source-price.ts";
import { callbackUnit } from "../triggers/trail-table.ts";
import { phase, role, source, Trigger } from "../triggers/trigger-table.ts";
import { arm, tellTrigger } from "../triggers/waiting.ts";

const trailingMax = 20;

/** a stop that follows the best price of its source. It is changed by cancelling it and placing another. */
export function placeTrailingStop(state: State, c: PlaceTrailingStop): void {
  const { memory } = state;
  const { w } = memory;
  const market = state.markets.at(c.market);
  if (market === 0 || w[market + Market.kind] === marketKind.spot) return state.refuse(refuse.SYMBOL_NOT_FOUND);
  if (w[market + Market.status] !== marketStatus.trading) return state.refuse(refuse.MARKET_NOT_TRADING);
  const isOneUnit = (c.callbackBps === 0) !== (c.callbackTicks === 0);
  if (c.posSide < 1 || c.posSide > 2 || c.by > source.mark || !isOneUnit)
    return state.refuse(refuse.ORDER_TYPE_NOT_ALLOWED);
  if (c.qty !== 0 && sizeRefused(state, market, c.qty, memory.number(market + Market.maxQty))) return;
  const stake = state.stakes.find(c.uid, c.market, w[market + Market.product]!);
  if (stake !== 0 && countTrailing(state, stake) >= trailingMax)
    return state.refuse(refuse.TOO_MANY_TRIGGERS, BigInt(trailingMax));
  const leg = stake === 0 ? 0 : legOf(w[stake + Stake.seat]!, c.posSide);
  if (leg === 0 || memory.number(leg + Leg.qty) === 0) return state.refuse(refuse.POSITION_NOT_FOUND);
  if (c.qty !== 0 && w[leg + Leg.voucher] !== 0) return state.refuse(refuse.VOUCHER_LEG);
  if (!isCallback(state, c, market) || !isActivation(state, c, market))
    return state.refuse(refuse.TRIGGER_PRICE_INVALID);
  if (sourcePrice(state, market, c.by) === 0) return state.refuse(refuse.TRIGGER_SOURCE_UNAVAILABLE);
  create(state, c, market, leg);
}

function isCallback(state: State, { callbackBps, callbackTicks }: PlaceTrailingStop, market: number): boolean {
  if (callbackTicks !== 0) return callbackTicks <= state.memory.number(market + Market.maxPrice);
  return callbackBps >= callbackBpsMin && callbackBps <= callbackBpsMax;
}

function isActivation(state: State, { activation }: PlaceTrailingStop, market: number): boolean {
  const { memory } = state;
  const ticks = activation / memory.number(market + Market.tick);
  if (ticks === 0) return true;
  const isInside = ticks >= memory.number(market + Market.minPrice) && ticks <= memory.number(market + Market.maxPrice);
  return Number.isInteger(ticks) && isInside;
}

function countTrailing(state: State, stake: number): number {
  const { w } = state.memory;
  let count = 0;
  let trigger = w[w[stake + Stake.user]! + User.oldestTrigger]!;
  for (; trigger !== 0; trigger = w[trigger + Trigger.newer]!)
    if (w[trigger + Trigger.stake] === stake && w[trigger + Trigger.role] === role.trailing) count += 1;
  return count;
}

function create(state: State, c: PlaceTrailingStop, market: number, leg: number): void {
  const { memory } = state;
  const trigger = newExit(state, {
    exit: { price: c.activation, by: c.by, limit: 0 },
    what: role.trailing,
    leg,
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
  tellTrigger(state, trigger, 0);
  state.result.ref = state.triggers.idOf(trigger);
}
