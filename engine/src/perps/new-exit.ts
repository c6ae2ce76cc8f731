import type { Exit } from "@tidemark/contracts/codec";
import { Market } from "../markets/markets.ts";
import { highWord, lowWord } from "../memory/bits.ts";
import { orderType, packTerms, side, stp, tif } from "../orders/order-table.ts";
import { Stake, User } from "../orders/users.ts";
import { type State, variable } from "../state.ts";
import { direction, phase, role, Trigger, triggerWords } from "../triggers/trigger-table.ts";
import { Leg, posSide, Seat } from "./seats.ts";

/** which way a TP or SL of a leg must be crossed. */
export const exitDirection = (legSide: number, what: number): number =>
  (legSide === posSide.long) === (what === role.takeProfit) ? direction.up : direction.down;

export const exitsMax = 20;

const draft = new Int32Array(triggerWords);

type ExitDraft = {
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

/** TP/SL of a leg, those included that still sleep with their order: they wake without being counted again. */
export function countExits(state: State, leg: number): number {
  const { w } = state.memory;
  const { firing } = state.aftermath;
  // What an opening trigger that fires has brought along is not counted beside what its order brings along.
  const own = firing === 0 ? 0 : w[firing + Trigger.attachment]!;
  const user = w[w[w[leg + Leg.seat]! + Seat.stake]! + Stake.user]!;
  let count = 0;
  for (let trigger = w[user + User.oldestTrigger]!; trigger !== 0; trigger = w[trigger + Trigger.newer]!) {
    const what = w[trigger + Trigger.role];
    const isExit = w[trigger + Trigger.leg] === leg && (what === role.takeProfit || what === role.stopLoss);
    if (isExit && (own === 0 || w[trigger + Trigger.attachment] !== own)) count += 1;
  }
  return count;
}
