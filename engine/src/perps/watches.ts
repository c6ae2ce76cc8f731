import { Alarm } from "../book/alarms.ts";
import type { Rest } from "../slices.ts";
import type { State } from "../state.ts";
import { Contract } from "./contract-table.ts";
import { healthOfLeg, isIsolated, isoMarginOf } from "./risk.ts";
import { borderOf } from "./safe-range.ts";
import { Leg, Margin, marginMode, posSide, Seat } from "./seats.ts";

const watchKind = { seat: 1, leg: 2 } as const;
const priceMax = 2_147_483_647;

/**
 * Which accounts a move of the mark may bring to their maintenance margin, without looking at the others. Each cross account shares what it
 * has above its maintenance margin out over its contracts; while no mark leaves the range that its share covers, the account is safe. An
 * alarm at the border of the range calls for the exact test, never decides it, and is then set anew. Near the margin the ranges
 * shrink to a tick.
 *
 * An alarm that stands nearer to the mark than it must only calls for the test sooner. So alarms are set at three quarters of what is safe,
 * and moved when they stand beyond what is safe, or nearer than half of it: an account that pays a fee keeps its alarms.
 */
export function watchAccount(state: State, margin: number, spare: number): void {
  const { memory } = state;
  const { w } = memory;
  const share = shareOf(state, margin, spare);
  for (let seat = w[margin + Margin.firstSeat]!; seat !== 0; seat = w[seat + Seat.nextSeat]!) {
    if (w[seat + Seat.mode] !== marginMode.cross) continue;
    const long = crossQty(state, seat + Seat.long);
    const short = crossQty(state, seat + Seat.short);
    watch(state, seat, seat + Seat.watchDown, false, share, long, short, watchKind.seat, seat);
    watch(state, seat, seat + Seat.watchUp, true, share, long, short, watchKind.seat, seat);
  }
}

/** Do all alarms of a cross account stand where they may? Then there is nothing to do. */
export function isWatched(state: State, margin: number, spare: number): boolean {
  const { w } = state.memory;
  const share = shareOf(state, margin, spare);
  for (let seat = w[margin + Margin.firstSeat]!; seat !== 0; seat = w[seat + Seat.nextSeat]!) {
    if (w[seat + Seat.mode] !== marginMode.cross) continue;
    const long = crossQty(state, seat + Seat.long);
    const short = crossQty(state, seat + Seat.short);
    if (!stands(state, seat, seat + Seat.watchDown, false, share, long, short)) return false;
    if (!stands(state, seat, seat + Seat.watchUp, true, share, long, short)) return false;
  }
  return true;
}

/** The same for a leg with margin of its own. */
export function watchLeg(state: State, leg: number): void {
  const { memory } = state;
  const seat = memory.w[leg + Leg.seat]!;
  const isOpen = memory.number(leg + Leg.qty) > 0 && isIsolated(state, leg);
  const qty = isOpen ? memory.number(leg + Leg.qty) : 0;
  let spare = 0;
  if (isOpen) {
    const health = healthOfLeg(state, leg);
    const equity = isoMarginOf(state, leg) + health.uPnl;
    spare = spareToWatch(equity, health.maintenanceMargin, memory.w[leg + Leg.isWarned] === 1);
  }
  const isLong = memory.w[leg + Leg.side] === posSide.long;
  const long = isLong ? qty : 0;
  watch(state, seat, leg + Leg.watchDown, false, spare, long, qty - long, watchKind.leg, leg);
  watch(state, seat, leg + Leg.watchUp, true, spare, long, qty - long, watchKind.leg, leg);
}

/**
 * What may be lost before the next thing happens: the warning at 80 % (R-11.1), or after that the end. Beyond 2^53 units it is taken as less,
 * which only brings the alarm nearer.
 */
export function spareToWatch(equity: bigint, maintenance: bigint, isWarned: boolean): number {
  const spare = isWarned ? equity - maintenance : equity - (maintenance * 5n) / 4n - 1n;
  return Math.max(0, Math.min(Number.MAX_SAFE_INTEGER, Number(spare)));
}

/** What of a leg is the cross account's: a voucher's leg has margin of its own. */
function crossQty(state: State, leg: number): number {
  const { memory } = state;
  return memory.w[leg + Leg.voucher] === 0 ? memory.number(leg + Leg.qty) : 0;
}

function shareOf(state: State, margin: number, spare: number): number {
  const { w } = state.memory;
  let open = 0;
  for (let seat = w[margin + Margin.firstSeat]!; seat !== 0; seat = w[seat + Seat.nextSeat]!)
    if (
      w[seat + Seat.mode] === marginMode.cross &&
      crossQty(state, seat + Seat.long) + crossQty(state, seat + Seat.short) > 0
    )
      open += 1;
  return open === 0 ? 0 : Math.floor(spare / open);
}

/** Does the alarm at `at` stand between half of what is safe and all of it? Without a position there must be none. */
function stands(
  state: State,
  seat: number,
  at: number,
  isUp: boolean,
  spare: number,
  long: number,
  short: number,
): boolean {
  const { w } = state.memory;
  const alarm = w[at]!;
  if (long + short === 0) return alarm === 0;
  const mark = w[w[seat + Seat.contract]! + Contract.mark]!;
  const border = borderOf(state, seat, isUp, spare, long, short);
  if (alarm === 0) return border === 0;
  const most = border === 0 ? (isUp ? priceMax - mark : mark) : Math.abs(border - mark);
  const distance = isUp ? w[alarm + Alarm.price]! - mark : mark - w[alarm + Alarm.price]!;
  return distance >= 1 && distance <= most && distance * 2 + 2 >= most;
}

function watch(
  state: State,
  seat: number,
  at: number,
  isUp: boolean,
  spare: number,
  long: number,
  short: number,
  kind: number,
  owner: number,
): void {
  if (stands(state, seat, at, isUp, spare, long, short)) return;
  const { alarms, memory } = state;
  const known = memory.w[at]!;
  const careful = spare - Math.floor(spare / 4);
  const price = long + short === 0 ? 0 : borderOf(state, seat, isUp, careful, long, short);
  if (known !== 0) {
    if (memory.w[known + Alarm.price] === price) return;
    alarms.clear(known);
  }
  const tree = memory.w[seat + Seat.contract]! + (isUp ? Contract.watchUp : Contract.watchDown);
  memory.set(at, price === 0 ? 0 : alarms.set(tree, price, owner, kind));
}

/** Cross accounts whose range a mark has left. */
export function* accountsReached(state: State, contract: number, mark: number): Generator<void, Set<number>> {
  const { alarms, memory } = state;
  const found = new Set<number>();
  for (const isRise of [false, true])
    for (const alarm of alarms.reached(contract + (isRise ? Contract.watchUp : Contract.watchDown), mark, isRise)) {
      const owner = memory.w[alarm + Alarm.owner]!;
      if (memory.w[alarm + Alarm.kind] === watchKind.seat) found.add(memory.w[owner + Seat.margin]!);
      memory.countLookups(1);
      if (state.isSliceOver) yield;
    }
  return found;
}

/** Notes the accounts and isolated legs whose range a mark has left. */
export function* noteReached(state: State, contract: number, mark: number): Rest {
  const { aftermath: notes, alarms, memory } = state;
  for (const isRise of [false, true])
    for (const alarm of alarms.reached(contract + (isRise ? Contract.watchUp : Contract.watchDown), mark, isRise)) {
      const owner = memory.w[alarm + Alarm.owner]!;
      if (memory.w[alarm + Alarm.kind] === watchKind.seat) notes.margins.add(memory.w[owner + Seat.margin]!);
      else notes.legs.add(owner);
      memory.countLookups(1);
      if (state.isSliceOver) yield;
    }
}
