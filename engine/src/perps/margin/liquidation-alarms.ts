import type { AddressSet } from "../../collections/address-set.ts";
import { Alarm } from "../../book/alarms.ts";
import type { SlicedWork } from "../../memory/slices.ts";
import type { State } from "../../state/state.ts";
import { Contract } from "../../records/contract.ts";
import { healthOfPosition, isIsolated, isoMarginOf } from "./risk.ts";
import { borderOf } from "./safe-range.ts";
import { Position, Margin, marginMode, posSide, UserContract } from "../../records/user-contract.ts";

const alarmOwner = { userContract: 1, position: 2 } as const;
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
export function setAccountAlarms(state: State, margin: number, spare: number): void {
  const { memory } = state;
  const { w } = memory;
  const share = shareOf(state, margin, spare);
  for (
    let userContract = w[margin + Margin.firstUserContract]!;
    userContract !== 0;
    userContract = w[userContract + UserContract.nextUserContract]!
  ) {
    if (w[userContract + UserContract.mode] !== marginMode.cross) continue;
    const long = crossQty(state, userContract + UserContract.long);
    const short = crossQty(state, userContract + UserContract.short);
    setAlarm(
      state,
      userContract,
      userContract + UserContract.alarmDown,
      false,
      share,
      long,
      short,
      alarmOwner.userContract,
      userContract,
    );
    setAlarm(
      state,
      userContract,
      userContract + UserContract.alarmUp,
      true,
      share,
      long,
      short,
      alarmOwner.userContract,
      userContract,
    );
  }
}

/** Do all alarms of a cross account stand where they may? Then there is nothing to do. */
export function hasSafeAlarms(state: State, margin: number, spare: number): boolean {
  const { w } = state.memory;
  const share = shareOf(state, margin, spare);
  for (
    let userContract = w[margin + Margin.firstUserContract]!;
    userContract !== 0;
    userContract = w[userContract + UserContract.nextUserContract]!
  ) {
    if (w[userContract + UserContract.mode] !== marginMode.cross) continue;
    const long = crossQty(state, userContract + UserContract.long);
    const short = crossQty(state, userContract + UserContract.short);
    if (!stands(state, userContract, userContract + UserContract.alarmDown, false, share, long, short)) return false;
    if (!stands(state, userContract, userContract + UserContract.alarmUp, true, share, long, short)) return false;
  }
  return true;
}

/** The same for a position with margin of its own. */
export function setPositionAlarms(state: State, position: number): void {
  const { memory } = state;
  const userContract = memory.w[position + Position.userContract]!;
  const isOpen = memory.number(position + Position.qty) > 0 && isIsolated(state, position);
  const qty = isOpen ? memory.number(position + Position.qty) : 0;
  let spare = 0;
  if (isOpen) {
    const health = healthOfPosition(state, position);
    const equity = isoMarginOf(state, position) + health.uPnl;
    spare = spareForAlarms(equity, health.maintenanceMargin, memory.w[position + Position.isWarned] === 1);
  }
  const isLong = memory.w[position + Position.side] === posSide.long;
  const long = isLong ? qty : 0;
  setAlarm(
    state,
    userContract,
    position + Position.alarmDown,
    false,
    spare,
    long,
    qty - long,
    alarmOwner.position,
    position,
  );
  setAlarm(
    state,
    userContract,
    position + Position.alarmUp,
    true,
    spare,
    long,
    qty - long,
    alarmOwner.position,
    position,
  );
}

/**
 * What may be lost before the next thing happens: the warning at 80 % (R-11.1), or after that the end. Beyond 2^53 units it is taken as less,
 * which only brings the alarm nearer.
 */
export function spareForAlarms(equity: bigint, maintenance: bigint, isWarned: boolean): number {
  const spare = isWarned ? equity - maintenance : equity - (maintenance * 5n) / 4n - 1n;
  return Math.max(0, Math.min(Number.MAX_SAFE_INTEGER, Number(spare)));
}

/** What of a position is the cross account's: a voucher's position has margin of its own. */
function crossQty(state: State, position: number): number {
  const { memory } = state;
  return memory.w[position + Position.voucher] === 0 ? memory.number(position + Position.qty) : 0;
}

function shareOf(state: State, margin: number, spare: number): number {
  const { w } = state.memory;
  let open = 0;
  for (
    let userContract = w[margin + Margin.firstUserContract]!;
    userContract !== 0;
    userContract = w[userContract + UserContract.nextUserContract]!
  )
    if (
      w[userContract + UserContract.mode] === marginMode.cross &&
      crossQty(state, userContract + UserContract.long) + crossQty(state, userContract + UserContract.short) > 0
    )
      open += 1;
  return open === 0 ? 0 : Math.floor(spare / open);
}

/** Does the alarm at `at` stand between half of what is safe and all of it? Without a position there must be none. */
function stands(
  state: State,
  userContract: number,
  at: number,
  isUp: boolean,
  spare: number,
  long: number,
  short: number,
): boolean {
  const { w } = state.memory;
  const alarm = w[at]!;
  if (long + short === 0) return alarm === 0;
  const mark = w[w[userContract + UserContract.contract]! + Contract.mark]!;
  const border = borderOf(state, userContract, isUp, spare, long, short);
  if (alarm === 0) return border === 0;
  const most = border === 0 ? (isUp ? priceMax - mark : mark) : Math.abs(border - mark);
  const distance = isUp ? w[alarm + Alarm.price]! - mark : mark - w[alarm + Alarm.price]!;
  return distance >= 1 && distance <= most && distance * 2 + 2 >= most;
}

function setAlarm(
  state: State,
  userContract: number,
  at: number,
  isUp: boolean,
  spare: number,
  long: number,
  short: number,
  kind: number,
  owner: number,
): void {
  if (stands(state, userContract, at, isUp, spare, long, short)) return;
  const { alarms, memory } = state;
  const known = memory.w[at]!;
  const careful = spare - Math.floor(spare / 4);
  const price = long + short === 0 ? 0 : borderOf(state, userContract, isUp, careful, long, short);
  if (known !== 0) {
    if (memory.w[known + Alarm.price] === price) return;
    alarms.clear(known);
  }
  const tree = memory.w[userContract + UserContract.contract]! + (isUp ? Contract.alarmUp : Contract.alarmDown);
  memory.set(at, price === 0 ? 0 : alarms.set(tree, price, owner, kind));
}

/** Adds the cross accounts, and the isolated positions if they are asked for, whose range a mark has left. */
export function* addReached(
  state: State,
  contract: number,
  mark: number,
  margins: AddressSet,
  positions?: AddressSet,
): SlicedWork {
  const { alarms, memory } = state;
  for (const isRise of [false, true])
    for (const alarm of alarms.reached(contract + (isRise ? Contract.alarmUp : Contract.alarmDown), mark, isRise)) {
      const owner = memory.w[alarm + Alarm.owner]!;
      if (memory.w[alarm + Alarm.kind] === alarmOwner.userContract) margins.add(memory.w[owner + UserContract.margin]!);
      else positions?.add(owner);
      memory.countLookups(1);
      if (state.isSliceOver) yield;
    }
}
