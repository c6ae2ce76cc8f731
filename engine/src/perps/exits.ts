import type { Exit } from "@tidemark/contracts/codec";
import { Market } from "../markets/markets.ts";
import { priceRefused } from "../orders/checks.ts";
import { cause, entryCause, opens, status } from "../orders/order-table.ts";
import { Stake, User } from "../orders/users.ts";
import { refuse } from "../refusals.ts";
import type { State } from "../state.ts";
import { sourcePrice } from "../triggers/source-price.ts";
import { direction, role, source, Trigger } from "../triggers/trigger-table.ts";
import { endTrigger } from "../triggers/waiting.ts";
import { endExit, exitsOf } from "./attached.ts";
import { exitDirection } from "./new-exit.ts";
import { endPerpOrder, ordersOfLeg } from "./orders.ts";
import { endVoucher } from "./vouchers.ts";
import { isIsolated, isoMarginOf, marginOf, marketOf } from "./risk.ts";
import { Leg, Margin, Seat } from "./seats.ts";

/**
 * Checks 13 and 14: the right side of the current price, of a source that is there. What an opening trigger brings along is held
 * against the price that it waits for, in ticks. True: refused.
 */
export function exitRefused(
  state: State,
  market: number,
  legSide: number,
  what: number,
  exit: Exit,
  waitsFor = 0,
): boolean {
  const { memory } = state;
  const tick = memory.number(market + Market.tick);
  const ticks = exit.price / tick;
  const now = exit.by > source.index ? 0 : sourcePrice(state, market, exit.by);
  const from = waitsFor === 0 ? now : waitsFor;
  const isUp = exitDirection(legSide, what) === direction.up;
  const isWhole = Number.isInteger(ticks) && ticks >= memory.number(market + Market.minPrice);
  if (!isWhole || ticks > memory.number(market + Market.maxPrice)) state.refuse(refuse.TRIGGER_PRICE_INVALID);
  else if (now === 0) state.refuse(refuse.TRIGGER_SOURCE_UNAVAILABLE);
  else if (isUp ? ticks <= from : ticks >= from) state.refuse(refuse.TPSL_WRONG_SIDE, BigInt(from) * BigInt(tick));
  else return exit.limit !== 0 && priceRefused(state, market, exit.limit);
  return true;
}

/** Waiting orders, beside TP/SL, that would close this leg. */
function closingTriggersOf(state: State, leg: number): number[] {
  const { triggers: t } = state;
  const { w } = state.memory;
  const stake = w[w[leg + Leg.seat]! + Seat.stake]!;
  const found: number[] = [];
  let trigger = w[w[stake + Stake.user]! + User.oldestTrigger]!;
  for (; trigger !== 0; trigger = w[trigger + Trigger.newer]!) {
    const isOfLeg = w[trigger + Trigger.stake] === stake && t.posSide(trigger) === w[leg + Leg.side];
    const isOrder = w[trigger + Trigger.role] === role.order;
    if (isOfLeg && isOrder && !opens(t.side(trigger), t.posSide(trigger))) found.push(trigger);
  }
  return found;
}

/** a leg at zero keeps no closes and no TP/SL; its own margin goes to cash, a voucher's to where it came from. */
export function endLeg(state: State, leg: number): void {
  const { memory } = state;
  if (memory.number(leg + Leg.closing) > 0)
    for (const order of ordersOfLeg(state, leg, false))
      endPerpOrder(state, order, status.canceled, cause.positionClosed);
  const { firing } = state.aftermath;
  // with the position that one of a pair has closed the other ends as its sibling.
  const sibling = firing === 0 ? 0 : memory.w[firing + Trigger.sibling]!;
  for (const trigger of exitsOf(state, leg))
    if (trigger !== firing)
      endExit(state, trigger, status.canceled, trigger === sibling ? cause.ocoSibling : cause.positionClosed);
  for (const trigger of closingTriggersOf(state, leg))
    if (trigger !== firing) endTrigger(state, trigger, status.canceled, cause.positionClosed, 0, 0);
  if (memory.w[leg + Leg.voucher] !== 0) return endVoucher(state, leg);
  const left = isIsolated(state, leg) ? isoMarginOf(state, leg) : 0n;
  if (left === 0n) return;
  const cash = memory.w[marginOf(state, leg) + Margin.cash]!;
  state.ledger.beginEntry(entryCause.margin, memory.w[marketOf(state, leg) + Market.id]!);
  state.ledger.lineBig(memory.w[leg + Leg.iso]!, -left);
  state.ledger.lineBig(cash, left);
  state.ledger.endEntry();
}
