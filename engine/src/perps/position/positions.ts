import { closeFill, gainsWithValue } from "@tidemark/money";
import { layoutOf } from "../../events/layout.ts";
import { Account } from "../../ledger/ledger.ts";
import { highOf, splitBase, lowOf } from "../../memory/split-amount.ts";
import { Market } from "../../records/market.ts";
import type { State } from "../../state/state.ts";
import { Contract } from "../../records/contract.ts";
import { contractOf, figuresOf, leverageOf, marginOf, marketOf } from "../margin/risk.ts";
import { Position, Margin, posSide, sideName } from "../../records/user-contract.ts";

const changed = layoutOf("position_changed");
/** an opening fill adds its size and its trade value. */
export function grow(state: State, position: number, qty: number, value: bigint): void {
  const { memory } = state;
  const before = memory.number(position + Position.qty);
  if (before === 0) start(state, position);
  memory.setNumber(position + Position.qty, before + qty);
  addTo(state, position, Position.value, value);
  count(state, position, qty);
}

/** what a close of this trade value realises; the position keeps what rounding left. */
export function shrink(state: State, position: number, qty: number, value: bigint): bigint {
  const { memory } = state;
  const { kind } = state.contracts.measureOf(marketOf(state, position));
  const closed = closeFill(kind, sideName(memory.w[position + Position.side]!), figuresOf(state, position), qty, value);
  memory.setNumber(position + Position.qty, closed.position.qty);
  memory.setMoney(position + Position.value, closed.position.entryValue);
  memory.setMoney(position + Position.realised, memory.money(position + Position.realised) + closed.pnl);
  count(state, position, -qty);
  if (closed.position.qty === 0) unlink(state, position);
  return closed.pnl;
}

function count(state: State, position: number, qty: number): void {
  const { memory } = state;
  const contract = contractOf(state, position);
  const at = contract + (memory.w[position + Position.side] === posSide.long ? Contract.openLong : Contract.openShort);
  memory.setNumber(at, memory.number(at) + qty);
}

/** A position that opens: its counters start anew, and it joins its contract's list. */
function start(state: State, position: number): void {
  const { memory } = state;
  const { w } = memory;
  const head = contractOf(state, position) + Contract.positions + w[position + Position.side]! - 1;
  const first = w[head]!;
  for (const field of [Position.realised, Position.fees, Position.funding]) memory.setMoney(position + field, 0n);
  memory.setNumber(position + Position.openedAt, state.now);
  memory.set(position + Position.ahead, 0);
  memory.set(position + Position.after, first);
  if (first !== 0) memory.set(first + Position.ahead, position);
  memory.set(head, position);
}

function unlink(state: State, position: number): void {
  const { memory } = state;
  const { w } = memory;
  const ahead = w[position + Position.ahead]!;
  const after = w[position + Position.after]!;
  if (after !== 0) memory.set(after + Position.ahead, ahead);
  if (ahead !== 0) memory.set(ahead + Position.after, after);
  else memory.set(contractOf(state, position) + Contract.positions + w[position + Position.side]! - 1, after);
}

export function addTo(state: State, position: number, field: number, amount: bigint): void {
  const plain = Number(amount);
  if (plain < splitBase && plain > -splitBase) state.memory.addMoney(position + field, plain);
  else state.memory.setMoney(position + field, state.memory.money(position + field) + amount);
}

/** PnL as the clearing account pays or takes it, inside the open entry: the other side is the caller's. */
export function clear(state: State, contract: number, pnl: bigint): void {
  state.ledger.lineBig(state.memory.w[contract + Contract.clearing]!, -pnl);
}

/** Linear longs and inverse shorts gain with the value. */
export const gains = (state: State, position: number): boolean =>
  gainsWithValue(
    state.contracts.measureOf(marketOf(state, position)).kind,
    sideName(state.memory.w[position + Position.side]!),
  );

export function emitPosition(state: State, position: number, cause: number, pnl: bigint): void {
  const { memory } = state;
  const { w } = memory;
  const at = state.events.begin(changed);
  const { a } = state.events;
  a[at + changed.at.uid] = w[marginOf(state, position) + Margin.uid]!;
  a[at + changed.at.market] = w[marketOf(state, position) + Market.id]!;
  a[at + changed.at.posSide] = w[position + Position.side]!;
  a[at + changed.at.cause] = cause;
  a[at + changed.at.qty] = memory.number(position + Position.qty);
  emitMoney(a, at + changed.at.valueHigh, w[position + Position.value + 2]!, memory.number(position + Position.value));
  const margin = w[position + Position.iso]!;
  emitMoney(a, at + changed.at.marginHigh, w[margin + Account.high]!, memory.number(margin + Account.low));
  a[at + changed.at.pnlHigh] = highOf(pnl);
  a[at + changed.at.pnlLow] = lowOf(pnl);
  emitMoney(
    a,
    at + changed.at.realisedHigh,
    w[position + Position.realised + 2]!,
    memory.number(position + Position.realised),
  );
  emitMoney(a, at + changed.at.feesHigh, w[position + Position.fees + 2]!, memory.number(position + Position.fees));
  emitMoney(
    a,
    at + changed.at.fundingHigh,
    w[position + Position.funding + 2]!,
    memory.number(position + Position.funding),
  );
  a[at + changed.at.openedAt] = memory.number(position + Position.openedAt);
  a[at + changed.at.voucherLeverage] = w[position + Position.voucher] === 0 ? 0 : leverageOf(state, position);
}

/** Money as two numbers of one sign, as events carry it; the memory keeps the low one at or above zero. */
function emitMoney(a: Float64Array, at: number, high: number, low: number): void {
  const isPlain = high >= 0 || low === 0;
  a[at] = isPlain ? high : high + 1;
  a[at + 1] = isPlain ? low : low - splitBase;
}
