import {
  closeIsolated,
  feeCapped,
  feeInNumbers,
  feeOf,
  initialMargin,
  isolatedFill,
  overdraftPayers,
  partialLiquidationFees,
  remainingReserveNumber,
  tradeValue,
  tradeValueNumber,
} from "@tidemark/money";
import { Queued } from "../book/fast-book.ts";
import { eventCode } from "../events.ts";
import { feeRate, Market } from "../markets/markets.ts";
import { noteTrade } from "../markets/reference.ts";
import { cause, entryCause, opens, Order, status } from "../orders/order-table.ts";
import { endRecord } from "../orders/records.ts";
import { noteSweep } from "../orders/traded.ts";
import { Stake, User } from "../orders/users.ts";
import { type State, variable } from "../state.ts";
import { Contract } from "./contract-table.ts";
import { followFill, settleAttached } from "./attached.ts";
import { endLeg } from "./exits.ts";
import { payCost, tellGrants } from "./grants.ts";
import { countOpening, legOfOrder } from "./orders.ts";
import { addTo, clear, grow, shrink, tellPosition } from "./positions.ts";
import { contractOf, equityNow, isIsolated, isoMarginOf, leverageOf, marginOf, marketOf, touch } from "./risk.ts";
import { Leg, Margin } from "./seats.ts";
import { payShortfall, tellDeficits } from "./shortfall.ts";

/** Who takes: a user, the engine on a user's behalf (R-11.2 step 3), or the engine for its own inventory. */
export const agent = { user: 0, liquidation: 1, inventory: 2 } as const;

type Part = { readonly leg: number; readonly isOpening: boolean; readonly qty: number; readonly value: bigint };
type Settled = { readonly fee: bigint; readonly pnl: bigint };

/** One trade of a perpetual: money and position of the maker, then of the taker, in one entry; then what follows from it. */
export function fillPerp(state: State, maker: number, price: number, qty: number): void {
  const { ledger, memory, orders: o, taker: t, fees } = state;
  const { w } = memory;
  const { market } = t;
  const value = BigInt(tradeValueNumber(state.contracts.measureOf(market), price, qty));
  const makerLeg = legOfOrder(state, maker);
  const makerOpens = opens(o.side(maker), o.posSide(maker));
  const makerLeft = w[maker + Queued.remaining]! - qty;
  const trade = state.next(variable.lastTrade);

  ledger.beginEntry(entryCause.fill, trade);
  const makerShare = makerOpens ? spendReserve(state, maker, makerLeft) : 0;
  const ofMaker: Part = { leg: makerLeg, isOpening: makerOpens, qty, value };
  const makerSettled = settleUser(state, ofMaker, fees.rate(o.vip(maker), feeRate.perpMaker), makerShare);
  const takerSettled = settleTaker(state, qty, value);
  ledger.endEntry();

  t.remaining -= qty;
  t.filled += qty;
  t.filledValue += Number(value);
  t.fee += Number(takerSettled.fee);
  const makerQty = w[maker + Order.qty]!;
  const makerValue = o.filledValue(maker) + Number(value);
  const makerFees = o.fee(maker) + Number(makerSettled.fee);
  memory.setNumber(contractOf(state, makerLeg) + Contract.lastTradeAt, state.now);
  if (w[market + Market.last] !== price || w[market + Market.sampleTail] === 0) noteTrade(state, market, price);
  noteSweep(state, market, price);

  const at = state.events.row(20);
  const { a } = state.events;
  a[at] = eventCode.order_filled;
  a[at + 1] = t.marketId;
  a[at + 2] = trade;
  a[at + 3] = price;
  a[at + 4] = qty;
  a[at + 5] = t.side;
  a[at + 6] = o.idOf(maker);
  a[at + 7] = t.id;
  a[at + 8] = w[w[maker + Order.stake]! + Stake.uid]!;
  a[at + 9] = t.uid;
  a[at + 10] = Number(makerSettled.fee);
  a[at + 11] = Number(takerSettled.fee);
  a[at + 12] = makerQty - makerLeft;
  a[at + 13] = t.filled;
  a[at + 14] = makerValue;
  a[at + 15] = t.filledValue;
  a[at + 16] = makerFees;
  a[at + 17] = t.fee;
  a[at + 18] = o.posSide(maker);
  a[at + 19] = t.posSide;
  tellPosition(state, makerLeg, entryCause.fill, makerSettled.pnl);
  tellPosition(state, t.leg, entryCause.fill, takerSettled.pnl);
  tellGrants(state);
  tellDeficits(state);

  if (!makerOpens) memory.setNumber(makerLeg + Leg.closing, memory.number(makerLeg + Leg.closing) - qty);
  state.books.reduce(market, maker, 1 - t.side, qty);
  followFill(state, w[maker + Order.attached]!, makerQty - makerLeft);
  followFill(state, t.attached, t.filled);
  if (makerLeft === 0) settleAttached(state, w[maker + Order.attached]!, makerQty);
  if (makerLeft === 0) endRecord(state, maker, makerQty, makerValue, makerFees, status.filled, cause.none);
  else o.setTally(maker, makerValue, makerFees);
  for (const leg of [makerLeg, t.leg]) {
    touch(state, leg);
    if (memory.number(leg + Leg.qty) === 0) endLeg(state, leg);
  }
}

/** What a part of an opening order frees of its reserve; the rest is rounded up (table 1.2). */
function spendReserve(state: State, order: number, left: number): number {
  const { orders: o, memory } = state;
  const before = o.reserve(order);
  const remaining = memory.w[order + Queued.remaining]!;
  const after = remainingReserveNumber(before, left, remaining);
  const assumed = o.assumed(order);
  o.setReserve(order, after, assumed);
  countOpening(state, state.taker.market, legOfOrder(state, order), assumed, remaining, left);
  return before - after;
}

function settleTaker(state: State, qty: number, value: bigint): Settled {
  const t = state.taker;
  const part: Part = { leg: t.leg, isOpening: t.opens, qty, value };
  if (t.agent === agent.inventory) return settleInventory(state, part);
  const rate = state.fees.rate(t.vip, feeRate.perpTaker);
  if (t.agent === agent.liquidation) return settleLiquidation(state, part, rate);
  if (!t.opens) return settleUser(state, part, rate, 0);
  const after = remainingReserveNumber(t.held, t.remaining - qty, t.remaining);
  const share = t.held - after;
  t.held = after;
  countOpening(state, t.market, t.leg, t.assumed, t.remaining, t.remaining - qty);
  return settleUser(state, part, rate, share);
}

function settleUser(state: State, part: Part, rate: number, share: number): Settled {
  const plain = feeInNumbers(Number(part.value), rate);
  const fee = Number.isNaN(plain) ? feeOf(part.value, rate) : BigInt(plain);
  if (part.isOpening) open(state, part, fee, share);
  const settled = part.isOpening ? { fee, pnl: 0n } : close(state, part, fee);
  addTo(state, part.leg, Leg.fees, settled.fee);
  return settled;
}

/** An opening fill: cross pays its fee and frees its reserve; isolated divides its share of the hold. */
function open(state: State, part: Part, fee: bigint, share: number): void {
  const { ledger, memory } = state;
  const { w } = memory;
  const { leg } = part;
  const margin = marginOf(state, leg);
  grow(state, leg, part.qty, part.value);
  ledger.lineBig(w[contractOf(state, leg) + Contract.fees]!, fee);
  if (!isIsolated(state, leg)) {
    memory.addMoney(margin + Margin.orderMargin, -share);
    return payFee(state, margin, fee);
  }
  const { toMargin, toCash } = isolatedFill(BigInt(share), fee, initialMargin(part.value, leverageOf(state, leg)));
  ledger.line(w[margin + Margin.hold]!, -share);
  ledger.lineBig(w[leg + Leg.iso]!, toMargin);
  ledger.lineBig(w[margin + Margin.cash]!, toCash);
}

/** A rebate goes to cash; a fee is a cost like any other. */
function payFee(state: State, margin: number, fee: bigint): void {
  if (fee < 0n) state.ledger.lineBig(state.memory.w[margin + Margin.cash]!, -fee);
  else payCost(state, margin, { kind: "fee", amount: fee }, entryCause.fill);
}

function close(state: State, part: Part, fee: bigint): Settled {
  if (isIsolated(state, part.leg)) return closeOwnMargin(state, part, fee);
  const { leg } = part;
  const margin = marginOf(state, leg);
  const pnl = shrink(state, leg, part.qty, part.value);
  // V108: what remains of the leg stands at mark; the fee may not take equity below zero.
  const charged = feeCapped(fee, equityNow(state, margin) + pnl);
  realise(state, leg, pnl);
  state.ledger.lineBig(state.memory.w[contractOf(state, leg) + Contract.fees]!, charged);
  payFee(state, margin, charged);
  return { fee: charged, pnl };
}

/** A close of the whole leg at a price, as a taker and against nobody: for whoever asks what it would leave, and takes it back. */
export function closeAsIf(state: State, leg: number, price: number): void {
  const { ledger, memory } = state;
  const qty = memory.number(leg + Leg.qty);
  const value = tradeValue(state.contracts.measureOf(marketOf(state, leg)), price, qty);
  const vip = memory.w[memory.w[marginOf(state, leg) + Margin.user]! + User.vip]!;
  ledger.beginEntry(entryCause.fill, 0);
  settleUser(state, { leg, isOpening: false, qty, value }, state.fees.rate(vip, feeRate.perpTaker), 0);
  ledger.endEntry();
}

/** Realised PnL of a cross leg: a profit goes to cash, a loss is a cost. */
export function realise(state: State, leg: number, pnl: bigint): void {
  const margin = marginOf(state, leg);
  clear(state, contractOf(state, leg), pnl);
  if (pnl >= 0n) state.ledger.lineBig(state.memory.w[margin + Margin.cash]!, pnl);
  else payCost(state, margin, { kind: "loss", amount: -pnl }, entryCause.fill);
}

/** A voucher leg gives nothing out of its bucket before it is closed. */
function closeOwnMargin(state: State, part: Part, fee: bigint): Settled {
  const { ledger, memory } = state;
  const { leg } = part;
  const margin = marginOf(state, leg);
  const contract = contractOf(state, leg);
  const isoMargin = isoMarginOf(state, leg);
  const qty = memory.number(leg + Leg.qty);
  const isVoucher = memory.w[leg + Leg.voucher] !== 0;
  const pnl = shrink(state, leg, part.qty, part.value);
  const closeQty = isVoucher ? 0 : part.qty;
  const result = closeIsolated({ isoMargin, qty, closeQty, pnl, fee });
  // Of a voucher leg nothing leaves: what would be profit stays in the bucket.
  const kept = isVoucher ? result.toCash : 0n;
  clear(state, contract, pnl);
  ledger.lineBig(memory.w[contract + Contract.fees]!, result.feeCharged);
  ledger.lineBig(memory.w[leg + Leg.iso]!, result.marginLeft + kept - isoMargin);
  ledger.lineBig(memory.w[margin + Margin.cash]!, result.toCash - kept);
  payOverdraft(state, leg, result.overdrawn);
  return { fee: result.feeCharged, pnl };
}

/** units that flooring took beyond the margin. */
export function payOverdraft(state: State, leg: number, overdrawn: bigint): void {
  if (overdrawn === 0n) return;
  const { ledger } = state;
  const { w } = state.memory;
  const cash = w[marginOf(state, leg) + Margin.cash]!;
  const { fromCash, left } = overdraftPayers(overdrawn, ledger.balance(cash), w[leg + Leg.voucher] !== 0);
  ledger.lineBig(cash, -fromCash);
  payShortfall(state, contractOf(state, leg), left);
}

/** step 3: PnL and both fees hit the margin of the leg or account, nothing is released. */
function settleLiquidation(state: State, part: Part, rate: number): Settled {
  const { ledger, memory } = state;
  const { leg } = part;
  const contract = contractOf(state, leg);
  const margin = marginOf(state, leg);
  const isoMargin = isoMarginOf(state, leg);
  const pnl = shrink(state, leg, part.qty, part.value);
  const left = isIsolated(state, leg) ? isoMargin + pnl : equityNow(state, margin) + pnl;
  const liqRate = memory.w[contract + Contract.liqFeeRate]!;
  const { takerFee, liquidationFee } = partialLiquidationFees(part.value, rate, liqRate, left);
  const fee = takerFee + liquidationFee;
  ledger.lineBig(memory.w[contract + Contract.fees]!, takerFee);
  ledger.lineBig(memory.w[contract + Contract.insurance]!, liquidationFee);
  if (isIsolated(state, leg)) {
    clear(state, contract, pnl);
    const after = left - fee;
    ledger.lineBig(memory.w[leg + Leg.iso]!, (after > 0n ? after : 0n) - isoMargin);
    payOverdraft(state, leg, after < 0n ? -after : 0n);
  } else {
    realise(state, leg, pnl);
    payFee(state, margin, fee);
  }
  addTo(state, leg, Leg.fees, fee);
  // The fund's part is no trading fee (I15).
  return { fee: takerFee, pnl };
}

/** the engine's own inventory wins for the fund and loses from it; it pays no fee. */
function settleInventory(state: State, part: Part): Settled {
  const contract = contractOf(state, part.leg);
  const pnl = shrink(state, part.leg, part.qty, part.value);
  clear(state, contract, pnl);
  state.ledger.lineBig(state.memory.w[contract + Contract.insurance]!, pnl);
  return { fee: 0n, pnl };
}
