import type { Exit } from "@tidemark/contracts/codec";
import { Market } from "../markets/markets.ts";
import { highWord, lowWord } from "../memory/bits.ts";
import { priceRefused } from "../orders/checks.ts";
import { cause, entryCause, opens, orderType, packTerms, side, status, stp, tif } from "../orders/order-table.ts";
import { Stake, User } from "../orders/users.ts";
import { refuse } from "../refusals.ts";
import { type State, variable } from "../state.ts";
import { direction, phase, role, source, Trigger, triggerWords } from "../triggers/trigger-table.ts";
import { attachedAs, endTrigger, tellTrigger } from "../triggers/waiting.ts";
import { endExit, exitsOf } from "./attached.ts";
import type { Entry } from "./entry.ts";
import { Contract } from "./contract-table.ts";
import { endPerpOrder, ordersOfLeg } from "./orders.ts";
import { endVoucher } from "./vouchers.ts";
import { isIsolated, isoMarginOf, marginOf, marketOf } from "./risk.ts";
import { Leg, Margin, posSide, Seat } from "./seats.ts";

/** The price that a source stands at now; 0: it is not available. */
export function sourcePrice(state: State, market: number, which: number): number {
  const { w } = state.memory;
  const contract = w[market + Market.contract]!;
  if (which === source.last) return w[market + Market.last]!;
  if (which === source.mark) return contract === 0 ? 0 : w[contract + Contract.mark]!;
  return w[market + Market.indexStale] === 1 ? 0 : w[market + Market.index]!;
}

/** which way a TP or SL of a leg must be crossed. */
const exitDirection = (legSide: number, what: number): number =>
  (legSide === posSide.long) === (what === role.takeProfit) ? direction.up : direction.down;

export const exitsMax = 20;

/** Checks 13 and 14: the right side of the current price, of a source that is there. True: refused. */
export function exitRefused(state: State, market: number, legSide: number, what: number, exit: Exit): boolean {
  const { memory } = state;
  const tick = memory.number(market + Market.tick);
  const ticks = exit.price / tick;
  const now = exit.by > source.index ? 0 : sourcePrice(state, market, exit.by);
  const isUp = exitDirection(legSide, what) === direction.up;
  const isWhole = Number.isInteger(ticks) && ticks >= memory.number(market + Market.minPrice);
  if (!isWhole || ticks > memory.number(market + Market.maxPrice)) state.refuse(refuse.TRIGGER_PRICE_INVALID);
  else if (now === 0) state.refuse(refuse.TRIGGER_SOURCE_UNAVAILABLE);
  else if (isUp ? ticks <= now : ticks >= now) state.refuse(refuse.TPSL_WRONG_SIDE, BigInt(now) * BigInt(tick));
  else return exit.limit !== 0 && priceRefused(state, market, exit.limit);
  return true;
}

const draft = new Int32Array(triggerWords);

export type ExitDraft = {
  readonly exit: Exit;
  readonly what: number;
  readonly leg: number;
  readonly qty: number;
  readonly isWhole: boolean;
};

/** A TP or SL as a record that sleeps; `arm` wakes it. */
export function newExit(state: State, { exit, what, leg, qty, isWhole }: ExitDraft): number {
  const { memory } = state;
  const { w } = memory;
  const seat = w[leg + Leg.seat]!;
  const market = w[seat + Seat.market]!;
  const tick = memory.number(market + Market.tick);
  const legSide = w[leg + Leg.side]!;
  const id = state.next(variable.lastOrder);
  const trigger = state.triggers.pool.alloc();
  const type = exit.limit === 0 ? orderType.market : orderType.limit;
  const closes = legSide === posSide.long ? side.sell : side.buy;
  draft.fill(0);
  draft[Trigger.idLow] = lowWord(id);
  draft[Trigger.idHigh] = highWord(id);
  draft[Trigger.stake] = w[seat + Seat.stake]!;
  draft[Trigger.terms] = packTerms(
    closes,
    type,
    type === orderType.market ? tif.ioc : tif.gtc,
    false,
    stp.expireMaker,
    0,
    0,
    legSide,
  );
  draft[Trigger.qty] = qty;
  draft[Trigger.price] = exit.limit / tick;
  draft[Trigger.triggerPrice] = exit.price / tick;
  draft[Trigger.source] = exit.by;
  draft[Trigger.direction] = exitDirection(legSide, what);
  draft[Trigger.role] = what;
  draft[Trigger.phase] = phase.dormant;
  draft[Trigger.isWhole] = isWhole ? 1 : 0;
  draft[Trigger.leg] = leg;
  memory.setAll(trigger, draft, triggerWords);
  state.triggers.index(trigger);
  return trigger;
}

/** A TP and SL created together are siblings. */
export function pair(state: State, triggers: readonly number[]): void {
  const [one, other] = triggers;
  if (one === undefined || other === undefined) return;
  state.memory.set(one + Trigger.sibling, other);
  state.memory.set(other + Trigger.sibling, one);
}

/** the TP/SL of an opening order sleep until its first fill. Returns what hangs on the order, 0 for nothing. */
export function attach(state: State, entry: Entry): number {
  const { c, leg, lots } = entry;
  const made: number[] = [];
  if (c.tp !== undefined) made.push(newExit(state, draftOf(c.tp, role.takeProfit, leg, lots)));
  if (c.sl !== undefined) made.push(newExit(state, draftOf(c.sl, role.stopLoss, leg, lots)));
  pair(state, made);
  if (made.length === 0) return 0;
  const attachment = state.triggers.newAttachment(0);
  for (const trigger of made) {
    state.memory.set(attachment + attachedAs(state.memory.w[trigger + Trigger.role]!), trigger);
    state.memory.set(trigger + Trigger.attachment, attachment);
    tellTrigger(state, trigger, state.taker.id);
  }
  return attachment;
}

const draftOf = (exit: Exit, what: number, leg: number, qty: number): ExitDraft => ({
  exit,
  what,
  leg,
  qty,
  isWhole: false,
});

/** TP/SL of a leg, those included that still sleep with their order: they wake without being counted again. */
export function countExits(state: State, leg: number): number {
  const { w } = state.memory;
  const user = w[w[w[leg + Leg.seat]! + Seat.stake]! + Stake.user]!;
  let count = 0;
  for (let trigger = w[user + User.oldestTrigger]!; trigger !== 0; trigger = w[trigger + Trigger.newer]!)
    if (w[trigger + Trigger.leg] === leg && w[trigger + Trigger.role] !== role.order) count += 1;
  return count;
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
