import { closeFill, gainsWithValue } from "@tidemark/money";
import { eventCode } from "../events.ts";
import { Account } from "../ledger/ledger.ts";
import { highOf, limb, lowOf } from "../ledger/limbs.ts";
import { Market } from "../markets/markets.ts";
import type { State } from "../state.ts";
import { Contract } from "./contract-table.ts";
import { contractOf, figuresOf, leverageOf, marginOf, marketOf } from "./risk.ts";
import { Leg, Margin, posSide, sideName } from "./seats.ts";

/** an opening fill adds its size and its trade value. */
export function grow(state: State, leg: number, qty: number, value: bigint): void {
  const { memory } = state;
  const before = memory.number(leg + Leg.qty);
  if (before === 0) start(state, leg);
  memory.setNumber(leg + Leg.qty, before + qty);
  addTo(state, leg, Leg.value, value);
  count(state, leg, qty);
}

/** what a close of this trade value realises; the leg keeps what rounding left. */
export function shrink(state: State, leg: number, qty: number, value: bigint): bigint {
  const { memory } = state;
  const { kind } = state.contracts.measureOf(marketOf(state, leg));
  const closed = closeFill(kind, sideName(memory.w[leg + Leg.side]!), figuresOf(state, leg), qty, value);
  memory.setNumber(leg + Leg.qty, closed.leg.qty);
  memory.setMoney(leg + Leg.value, closed.leg.entryValue);
  memory.setMoney(leg + Leg.realised, memory.money(leg + Leg.realised) + closed.pnl);
  count(state, leg, -qty);
  if (closed.leg.qty === 0) unlink(state, leg);
  return closed.pnl;
}

function count(state: State, leg: number, qty: number): void {
  const { memory } = state;
  const contract = contractOf(state, leg);
  const at = contract + (memory.w[leg + Leg.side] === posSide.long ? Contract.openLong : Contract.openShort);
  memory.setNumber(at, memory.number(at) + qty);
}

/** A leg that opens: its counters start anew, and it joins its contract's list. */
function start(state: State, leg: number): void {
  const { memory } = state;
  const { w } = memory;
  const head = contractOf(state, leg) + Contract.legs + w[leg + Leg.side]! - 1;
  const first = w[head]!;
  for (const field of [Leg.realised, Leg.fees, Leg.funding]) memory.setMoney(leg + field, 0n);
  memory.setNumber(leg + Leg.openedAt, state.now);
  memory.set(leg + Leg.ahead, 0);
  memory.set(leg + Leg.after, first);
  if (first !== 0) memory.set(first + Leg.ahead, leg);
  memory.set(head, leg);
}

function unlink(state: State, leg: number): void {
  const { memory } = state;
  const { w } = memory;
  const ahead = w[leg + Leg.ahead]!;
  const after = w[leg + Leg.after]!;
  if (after !== 0) memory.set(after + Leg.ahead, ahead);
  if (ahead !== 0) memory.set(ahead + Leg.after, after);
  else memory.set(contractOf(state, leg) + Contract.legs + w[leg + Leg.side]! - 1, after);
}

export function addTo(state: State, leg: number, field: number, amount: bigint): void {
  const plain = Number(amount);
  if (plain < limb && plain > -limb) state.memory.addMoney(leg + field, plain);
  else state.memory.setMoney(leg + field, state.memory.money(leg + field) + amount);
}

/** PnL as the clearing account pays or takes it, inside the open entry: the other side is the caller's. */
export function clear(state: State, contract: number, pnl: bigint): void {
  state.ledger.lineBig(state.memory.w[contract + Contract.clearing]!, -pnl);
}

/** Linear longs and inverse shorts gain with the value. */
export const gains = (state: State, leg: number): boolean =>
  gainsWithValue(state.contracts.measureOf(marketOf(state, leg)).kind, sideName(state.memory.w[leg + Leg.side]!));

export function tellPosition(state: State, leg: number, cause: number, pnl: bigint): void {
  const { memory } = state;
  const { w } = memory;
  const at = state.events.row(20);
  const { a } = state.events;
  a[at] = eventCode.position_changed;
  a[at + 1] = w[marginOf(state, leg) + Margin.uid]!;
  a[at + 2] = w[marketOf(state, leg) + Market.id]!;
  a[at + 3] = w[leg + Leg.side]!;
  a[at + 4] = cause;
  a[at + 5] = memory.number(leg + Leg.qty);
  tellMoney(a, at + 6, w[leg + Leg.value + 2]!, memory.number(leg + Leg.value));
  const margin = w[leg + Leg.iso]!;
  tellMoney(a, at + 8, w[margin + Account.high]!, memory.number(margin + Account.low));
  a[at + 10] = highOf(pnl);
  a[at + 11] = lowOf(pnl);
  tellMoney(a, at + 12, w[leg + Leg.realised + 2]!, memory.number(leg + Leg.realised));
  tellMoney(a, at + 14, w[leg + Leg.fees + 2]!, memory.number(leg + Leg.fees));
  tellMoney(a, at + 16, w[leg + Leg.funding + 2]!, memory.number(leg + Leg.funding));
  a[at + 18] = memory.number(leg + Leg.openedAt);
  a[at + 19] = w[leg + Leg.voucher] === 0 ? 0 : leverageOf(state, leg);
}

/** Money as two numbers of one sign, as events carry it; the memory keeps the low one at or above zero. */
function tellMoney(a: Float64Array, at: number, high: number, low: number): void {
  const isPlain = high >= 0 || low === 0;
  a[at] = isPlain ? high : high + 1;
  a[at + 1] = isPlain ? low : low - limb;
}
