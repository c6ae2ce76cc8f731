import type { Exit } from "@tidemark/contracts/journal";
import { Market } from "../../records/market.ts";
import { highWord, lowWord } from "../../memory/bits.ts";
import { orderType, packTerms, side, stp, tif } from "../../records/order.ts";
import { UserMarket, User } from "../../records/user.ts";
import { type State, variable } from "../../state/state.ts";
import { direction, phase, role, Trigger } from "../../records/trigger.ts";
import { Position, posSide, UserContract } from "../../records/user-contract.ts";
import { sizeOf } from "../../memory/record.ts";

/** which way a TP or SL of a position must be crossed. */
export const exitDirection = (positionSide: number, what: number): number =>
  (positionSide === posSide.long) === (what === role.takeProfit) ? direction.up : direction.down;

export const exitsMax = 20;

const draft = new Int32Array(sizeOf(Trigger));

type ExitDraft = {
  readonly exit: Exit;
  readonly what: number;
  readonly position: number;
  readonly qty: number;
  readonly isWhole: boolean;
};

/** A TP or SL as a record that sleeps; `arm` wakes it. */
export function newExit(state: State, { exit, what, position, qty, isWhole }: ExitDraft): number {
  const { memory } = state;
  const { w } = memory;
  const userContract = w[position + Position.userContract]!;
  const market = w[userContract + UserContract.market]!;
  const tick = memory.number(market + Market.tick);
  const positionSide = w[position + Position.side]!;
  const id = state.next(variable.lastOrder);
  const trigger = state.triggers.pool.alloc();
  const type = exit.limit === 0 ? orderType.market : orderType.limit;
  const closes = positionSide === posSide.long ? side.sell : side.buy;
  draft.fill(0);
  draft[Trigger.idLow] = lowWord(id);
  draft[Trigger.idHigh] = highWord(id);
  draft[Trigger.userMarket] = w[userContract + UserContract.userMarket]!;
  draft[Trigger.terms] = packTerms(
    closes,
    type,
    type === orderType.market ? tif.ioc : tif.gtc,
    false,
    stp.expireMaker,
    0,
    0,
    positionSide,
  );
  draft[Trigger.qty] = qty;
  draft[Trigger.price] = exit.limit / tick;
  draft[Trigger.triggerPrice] = exit.price / tick;
  draft[Trigger.source] = exit.by;
  draft[Trigger.direction] = exitDirection(positionSide, what);
  draft[Trigger.role] = what;
  draft[Trigger.phase] = phase.dormant;
  draft[Trigger.isWhole] = isWhole ? 1 : 0;
  draft[Trigger.position] = position;
  memory.setAll(trigger, draft, sizeOf(Trigger));
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

/** TP/SL of a position, those included that still sleep with their order: they wake without being counted again. */
export function countExits(state: State, position: number): number {
  const { w } = state.memory;
  const { firing } = state.pending;
  // What an opening trigger that fires has brought along is not counted beside what its order brings along.
  const own = firing === 0 ? 0 : w[firing + Trigger.attachment]!;
  const user = w[w[w[position + Position.userContract]! + UserContract.userMarket]! + UserMarket.user]!;
  let count = 0;
  for (let trigger = w[user + User.oldestTrigger]!; trigger !== 0; trigger = w[trigger + Trigger.newer]!) {
    const what = w[trigger + Trigger.role];
    const isExit = w[trigger + Trigger.position] === position && (what === role.takeProfit || what === role.stopLoss);
    if (isExit && (own === 0 || w[trigger + Trigger.attachment] !== own)) count += 1;
  }
  return count;
}
