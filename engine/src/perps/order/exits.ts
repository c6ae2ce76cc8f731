import type { Exit } from "@tidemark/contracts/journal";
import { Market } from "../../records/market.ts";
import { priceRefused } from "../../orders/checks.ts";
import { cause, entryCause, opens, status } from "../../records/order.ts";
import { UserMarket, User } from "../../records/user.ts";
import { refuse } from "../../events/refusals.ts";
import type { State } from "../../state/state.ts";
import { sourcePrice } from "../../triggers/source-price.ts";
import { direction, role, source, Trigger } from "../../records/trigger.ts";
import { endTrigger } from "../../triggers/waiting.ts";
import { endExit, exitsOf } from "../tpsl/attached.ts";
import { exitDirection } from "../tpsl/new-exit.ts";
import { endPerpOrder, ordersOfPosition } from "./orders.ts";
import { endVoucher } from "../grants/vouchers.ts";
import { isIsolated, isoMarginOf, marginOf, marketOf } from "../margin/risk.ts";
import { Position, Margin, UserContract } from "../../records/user-contract.ts";

/**
 * Checks 13 and 14: the right side of the current price, of a source that is there. What an opening trigger brings along is held
 * against the price that it waits for, in ticks. True: refused.
 */
export function exitRefused(
  state: State,
  market: number,
  positionSide: number,
  what: number,
  exit: Exit,
  waitsFor = 0,
): boolean {
  const { memory } = state;
  const tick = memory.number(market + Market.tick);
  const ticks = exit.price / tick;
  const now = exit.by > source.index ? 0 : sourcePrice(state, market, exit.by);
  const from = waitsFor === 0 ? now : waitsFor;
  const isUp = exitDirection(positionSide, what) === direction.up;
  const isWhole = Number.isInteger(ticks) && ticks >= memory.number(market + Market.minPrice);
  if (!isWhole || ticks > memory.number(market + Market.maxPrice)) state.refuse(refuse.TRIGGER_PRICE_INVALID);
  else if (now === 0) state.refuse(refuse.TRIGGER_SOURCE_UNAVAILABLE);
  else if (isUp ? ticks <= from : ticks >= from) state.refuse(refuse.TPSL_WRONG_SIDE, BigInt(from) * BigInt(tick));
  else return exit.limit !== 0 && priceRefused(state, market, exit.limit);
  return true;
}

/** Waiting orders, beside TP/SL, that would close this position. */
function closingTriggersOf(state: State, position: number): number[] {
  const { triggers: t } = state;
  const { w } = state.memory;
  const userMarket = w[w[position + Position.userContract]! + UserContract.userMarket]!;
  const found: number[] = [];
  let trigger = w[w[userMarket + UserMarket.user]! + User.oldestTrigger]!;
  for (; trigger !== 0; trigger = w[trigger + Trigger.newer]!) {
    const isOfPosition =
      w[trigger + Trigger.userMarket] === userMarket && t.posSide(trigger) === w[position + Position.side];
    const isOrder = w[trigger + Trigger.role] === role.order;
    if (isOfPosition && isOrder && !opens(t.side(trigger), t.posSide(trigger))) found.push(trigger);
  }
  return found;
}

/** a position at zero keeps no closes and no TP/SL; its own margin goes to cash, a voucher's to where it came from. */
export function endPosition(state: State, position: number): void {
  const { memory } = state;
  if (memory.number(position + Position.closing) > 0)
    for (const order of ordersOfPosition(state, position, false))
      endPerpOrder(state, order, status.canceled, cause.positionClosed);
  const { firing } = state.pending;
  // with the position that one of a pair has closed the other ends as its sibling.
  const sibling = firing === 0 ? 0 : memory.w[firing + Trigger.sibling]!;
  for (const trigger of exitsOf(state, position))
    if (trigger !== firing)
      endExit(state, trigger, status.canceled, trigger === sibling ? cause.ocoSibling : cause.positionClosed);
  for (const trigger of closingTriggersOf(state, position))
    if (trigger !== firing) endTrigger(state, trigger, status.canceled, cause.positionClosed, 0, 0);
  if (memory.w[position + Position.voucher] !== 0) return endVoucher(state, position);
  const left = isIsolated(state, position) ? isoMarginOf(state, position) : 0n;
  if (left === 0n) return;
  const cash = memory.w[marginOf(state, position) + Margin.cash]!;
  state.ledger.beginEntry(entryCause.margin, memory.w[marketOf(state, position) + Market.id]!);
  state.ledger.lineBig(memory.w[position + Position.iso]!, -left);
  state.ledger.lineBig(cash, left);
  state.ledger.endEntry();
}
