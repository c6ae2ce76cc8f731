import type { ContractMeasure } from "@tidemark/money";
import { Alarm } from "../book/alarms.ts";
import type { Rest } from "../slices.ts";
import type { State } from "../state.ts";
import { Contract } from "./contract-table.ts";
import { healthOfLeg, isIsolated, isoMarginOf } from "./risk.ts";
import { Leg, legOf, marginMode, posSide, Seat, seatsOf } from "./seats.ts";

const watchKind = { seat: 1, leg: 2 } as const;
const priceMax = 2_147_483_647;
const rateOne = 100_000_000n;

/**
 * Which accounts a move of the mark may bring to their maintenance margin, without looking at the others. Each cross account shares what it
 * has above its maintenance margin out over its contracts; while no mark leaves the range that its share covers, the account is safe. An
 * alarm at the border of the range calls for the exact test, never decides it, and is then set anew. Near the margin the ranges
 * shrink to a tick.
 */
export function watchAccount(state: State, margin: number, slack: bigint): void {
  const { memory } = state;
  const { w } = memory;
  const seats = [...seatsOf(memory, margin)].filter((seat) => w[seat + Seat.mode] === marginMode.cross);
  const open = seats.filter((seat) => hasPosition(state, seat));
  const share = open.length === 0 ? 0n : slack / BigInt(open.length);
  for (const seat of seats) {
    const range = open.includes(seat) ? rangeOf(state, seat, share, bothLegs(state, seat)) : never;
    setWatch(state, seat, seat + Seat.watchDown, seat + Seat.watchUp, range, watchKind.seat, seat);
  }
}

/** The same for a leg with margin of its own. */
export function watchLeg(state: State, leg: number): void {
  const seat = state.memory.w[leg + Leg.seat]!;
  let range = never;
  if (state.memory.number(leg + Leg.qty) > 0 && isIsolated(state, leg)) {
    const health = healthOfLeg(state, leg);
    const equity = isoMarginOf(state, leg) + health.uPnl;
    const slack = slackToWatch(equity, health.maintenanceMargin, state.memory.w[leg + Leg.isWarned] === 1);
    const isLong = state.memory.w[leg + Leg.side] === posSide.long;
    const qty = state.memory.number(leg + Leg.qty);
    range = rangeOf(state, seat, slack, { long: isLong ? qty : 0, short: isLong ? 0 : qty });
  }
  setWatch(state, seat, leg + Leg.watchDown, leg + Leg.watchUp, range, watchKind.leg, leg);
}

/** What may be lost before the next thing happens: the warning at 80 % (R-11.1), or after that the end. */
export const slackToWatch = (equity: bigint, maintenance: bigint, isWarned: boolean): bigint =>
  isWarned ? equity - maintenance : equity - (maintenance * 5n) / 4n - 1n;

type Sizes = { readonly long: number; readonly short: number };
type Range = { readonly down: number; readonly up: number };
const never: Range = { down: 0, up: 0 };

/** What of a leg is the cross account's. */
const crossQty = (state: State, leg: number): number =>
  isIsolated(state, leg) ? 0 : state.memory.number(leg + Leg.qty);

const bothLegs = (state: State, seat: number): Sizes => ({
  long: crossQty(state, legOf(seat, posSide.long)),
  short: crossQty(state, legOf(seat, posSide.short)),
});

function hasPosition(state: State, seat: number): boolean {
  const { long, short } = bothLegs(state, seat);
  return long > 0 || short > 0;
}

/**
 * The prices at which so much may have been lost: by the net size, and by a maintenance margin that grows with the value, at no more than
 * the last tier's rate. 0: no price that way can do it.
 */
function rangeOf(state: State, seat: number, slack: bigint, sizes: Sizes): Range {
  const { w } = state.memory;
  const contract = w[seat + Seat.contract]!;
  const mark = w[contract + Contract.mark]!;
  // Liquidation is suspended here: the first look after it must find the account, also at the same mark.
  if (slack <= 0n) return { down: mark, up: mark };
  const measure = state.contracts.measureOf(w[seat + Seat.market]!);
  // A quarter more, because the warning comes at 80 % of the ratio and is waited for in the same way.
  const growth =
    (BigInt(state.contracts.tiersOf(contract).at(-1)!.mmr) * BigInt(sizes.long + sizes.short) * 5n) / 4n + 1n;
  const net = BigInt(sizes.long - sizes.short) * rateOne;
  // Sizes that lose per unit of value: the value of a linear contract rises with the price, that of an inverse one falls.
  const losesDown = measure.kind === "linear" ? positive(net) : positive(net) + growth;
  const losesUp = measure.kind === "linear" ? positive(-net) + growth : positive(-net);
  return {
    down: losesDown === 0n ? 0 : borderDown(measure, mark, slack, losesDown),
    up: losesUp === 0n ? 0 : borderUp(measure, mark, slack, losesUp),
  };
}

const positive = (amount: bigint): bigint => (amount > 0n ? amount : 0n);

/** The highest price below the mark that is not proven safe. Rounding may cost three units a leg, so a few are kept back. */
function borderDown(measure: ContractMeasure, mark: number, slack: bigint, size: bigint): number {
  const spare = positive(slack - 8n) * rateOne;
  if (measure.kind === "linear") {
    const ticks = spare / (size * BigInt(measure.unit));
    return ticks >= BigInt(mark) ? 0 : Math.max(1, mark - Number(ticks) - 1);
  }
  // size · k · (1/p − 1/mark) = spare
  const whole = size * BigInt(measure.k);
  return Math.max(1, Math.min(mark - 1, Number((whole * BigInt(mark)) / (whole + spare * BigInt(mark)))));
}

function borderUp(measure: ContractMeasure, mark: number, slack: bigint, size: bigint): number {
  const spare = positive(slack - 8n) * rateOne;
  if (measure.kind === "linear") {
    const up = BigInt(mark) + spare / (size * BigInt(measure.unit)) + 1n;
    return up > BigInt(priceMax) ? 0 : Number(up);
  }
  const whole = size * BigInt(measure.k);
  const left = whole - spare * BigInt(mark);
  if (left <= 0n) return 0;
  const up = (whole * BigInt(mark)) / left + 1n;
  return up > BigInt(priceMax) ? 0 : Math.max(mark + 1, Number(up));
}

function setWatch(
  state: State,
  seat: number,
  downAt: number,
  upAt: number,
  range: Range,
  kind: number,
  owner: number,
): void {
  const contract = state.memory.w[seat + Seat.contract]!;
  setOne(state, downAt, contract + Contract.watchDown, range.down, kind, owner);
  setOne(state, upAt, contract + Contract.watchUp, range.up, kind, owner);
}

function setOne(state: State, at: number, tree: number, price: number, kind: number, owner: number): void {
  const { alarms, memory } = state;
  const known = memory.w[at]!;
  if (known !== 0) {
    if (memory.w[known + Alarm.price] === price) return;
    alarms.clear(known);
  }
  memory.set(at, price === 0 ? 0 : alarms.set(tree, price, owner, kind));
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
