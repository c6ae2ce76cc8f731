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
import { highOf, lowOf } from "../../memory/split-amount.ts";
import { layoutOf } from "../../events/layout.ts";
import { feeRate, Market } from "../../records/market.ts";
import { noteTrade } from "../../markets/reference.ts";
import { cause, entryCause, opens, Order, status } from "../../records/order.ts";
import { endRecord } from "../../orders/records.ts";
import { noteSweep } from "../../orders/price-sweep.ts";
import { UserMarket, User } from "../../records/user.ts";
import { type State, variable } from "../../state/state.ts";
import { Contract } from "../../records/contract.ts";
import { followFill, settleAttached } from "../tpsl/attached.ts";
import { endPosition } from "./exits.ts";
import { payCost, emitGrants } from "../grants/grants.ts";
import { countOpening, positionOfOrder } from "./orders.ts";
import { addTo, clear, grow, shrink, emitPosition } from "../position/positions.ts";
import {
  contractOf,
  equityNow,
  isIsolated,
  isoMarginOf,
  leverageOf,
  marginOf,
  marketOf,
  touch,
} from "../margin/risk.ts";
import { Position, Margin } from "../../records/user-contract.ts";
import { payShortfall, emitDeficits } from "../margin/shortfall.ts";

const filled = layoutOf("order_filled");
/** Who takes: a user, the engine on a user's behalf (R-11.2 step 3), or the engine for its own inventory. */
export const agent = { user: 0, liquidation: 1, inventory: 2 } as const;

type Part = { readonly position: number; readonly isOpening: boolean; readonly qty: number; readonly value: bigint };
type Settled = { readonly fee: bigint; readonly pnl: bigint };

/** One trade of a perpetual: money and position of the maker, then of the taker, in one entry; then what follows from it. */
export function fillPerp(state: State, maker: number, price: number, qty: number): void {
  const { ledger, memory, orders: o, taker: t, fees } = state;
  const { w } = memory;
  const { market } = t;
  const value = BigInt(tradeValueNumber(state.contracts.measureOf(market), price, qty));
  const makerPosition = positionOfOrder(state, maker);
  const makerOpens = opens(o.side(maker), o.posSide(maker));
  const makerLeft = w[maker + Order.remaining]! - qty;
  const trade = state.next(variable.lastTrade);

  ledger.beginEntry(entryCause.fill, trade);
  const makerShare = makerOpens ? spendReserve(state, maker, makerLeft) : 0;
  const ofMaker: Part = { position: makerPosition, isOpening: makerOpens, qty, value };
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
  memory.setNumber(contractOf(state, makerPosition) + Contract.lastTradeAt, state.now);
  if (w[market + Market.last] !== price || w[market + Market.sampleTail] === 0) noteTrade(state, market, price);
  noteSweep(state, market, price);

  const at = state.events.begin(filled);
  const { a } = state.events;
  a[at + filled.at.market] = t.marketId;
  a[at + filled.at.tradeId] = trade;
  a[at + filled.at.price] = price;
  a[at + filled.at.qty] = qty;
  a[at + filled.at.takerSide] = t.side;
  a[at + filled.at.makerOrder] = o.idOf(maker);
  a[at + filled.at.takerOrder] = t.id;
  a[at + filled.at.makerUid] = w[w[maker + Order.userMarket]! + UserMarket.uid]!;
  a[at + filled.at.takerUid] = t.uid;
  a[at + filled.at.makerFee] = Number(makerSettled.fee);
  a[at + filled.at.takerFee] = Number(takerSettled.fee);
  a[at + filled.at.makerFilled] = makerQty - makerLeft;
  a[at + filled.at.takerFilled] = t.filled;
  a[at + filled.at.makerValue] = makerValue;
  a[at + filled.at.takerValue] = t.filledValue;
  a[at + filled.at.makerFees] = makerFees;
  a[at + filled.at.takerFees] = t.fee;
  a[at + filled.at.makerPosSide] = o.posSide(maker);
  a[at + filled.at.takerPosSide] = t.posSide;
  a[at + filled.at.makerPnlHigh] = highOf(makerSettled.pnl);
  a[at + filled.at.makerPnlLow] = lowOf(makerSettled.pnl);
  a[at + filled.at.takerPnlHigh] = highOf(takerSettled.pnl);
  a[at + filled.at.takerPnlLow] = lowOf(takerSettled.pnl);
  emitPosition(state, makerPosition, entryCause.fill, makerSettled.pnl);
  emitPosition(state, t.position, entryCause.fill, takerSettled.pnl);
  emitGrants(state);
  emitDeficits(state);

  if (!makerOpens)
    memory.setNumber(makerPosition + Position.closing, memory.number(makerPosition + Position.closing) - qty);
  state.books.reduce(market, maker, 1 - t.side, qty);
  followFill(state, w[maker + Order.attached]!, makerQty - makerLeft);
  followFill(state, t.attached, t.filled);
  if (makerLeft === 0) settleAttached(state, w[maker + Order.attached]!, makerQty);
  if (makerLeft === 0) endRecord(state, maker, makerQty, makerValue, makerFees, status.filled, cause.none);
  else o.setTally(maker, makerValue, makerFees);
  for (const position of [makerPosition, t.position]) {
    touch(state, position);
    if (memory.number(position + Position.qty) === 0) endPosition(state, position);
  }
}

/** What a part of an opening order frees of its reserve; the rest is rounded up (table 1.2). */
function spendReserve(state: State, order: number, left: number): number {
  const { orders: o, memory } = state;
  const before = o.reserve(order);
  const remaining = memory.w[order + Order.remaining]!;
  const after = remainingReserveNumber(before, left, remaining);
  const assumed = o.assumed(order);
  o.setReserve(order, after, assumed);
  countOpening(state, state.taker.market, positionOfOrder(state, order), assumed, remaining, left);
  return before - after;
}

function settleTaker(state: State, qty: number, value: bigint): Settled {
  const t = state.taker;
  const part: Part = { position: t.position, isOpening: t.opens, qty, value };
  if (t.agent === agent.inventory) return settleInventory(state, part);
  const rate = state.fees.rate(t.vip, feeRate.perpTaker);
  if (t.agent === agent.liquidation) return settleLiquidation(state, part, rate);
  if (!t.opens) return settleUser(state, part, rate, 0);
  const after = remainingReserveNumber(t.held, t.remaining - qty, t.remaining);
  const share = t.held - after;
  t.held = after;
  countOpening(state, t.market, t.position, t.assumed, t.remaining, t.remaining - qty);
  return settleUser(state, part, rate, share);
}

function settleUser(state: State, part: Part, rate: number, share: number): Settled {
  const plain = feeInNumbers(Number(part.value), rate);
  const fee = Number.isNaN(plain) ? feeOf(part.value, rate) : BigInt(plain);
  if (part.isOpening) open(state, part, fee, share);
  const settled = part.isOpening ? { fee, pnl: 0n } : close(state, part, fee);
  addTo(state, part.position, Position.fees, settled.fee);
  return settled;
}

/** An opening fill: cross pays its fee and frees its reserve; isolated divides its share of the hold. */
function open(state: State, part: Part, fee: bigint, share: number): void {
  const { ledger, memory } = state;
  const { w } = memory;
  const { position } = part;
  const margin = marginOf(state, position);
  grow(state, position, part.qty, part.value);
  ledger.lineBig(w[contractOf(state, position) + Contract.fees]!, fee);
  if (!isIsolated(state, position)) {
    memory.addMoney(margin + Margin.orderMargin, -share);
    return payFee(state, margin, fee);
  }
  const { toMargin, toCash } = isolatedFill(BigInt(share), fee, initialMargin(part.value, leverageOf(state, position)));
  ledger.line(w[margin + Margin.hold]!, -share);
  ledger.lineBig(w[position + Position.iso]!, toMargin);
  ledger.lineBig(w[margin + Margin.cash]!, toCash);
}

/** A rebate goes to cash; a fee is a cost like any other. */
function payFee(state: State, margin: number, fee: bigint): void {
  if (fee < 0n) state.ledger.lineBig(state.memory.w[margin + Margin.cash]!, -fee);
  else payCost(state, margin, { kind: "fee", amount: fee }, entryCause.fill);
}

function close(state: State, part: Part, fee: bigint): Settled {
  if (isIsolated(state, part.position)) return closeOwnMargin(state, part, fee);
  const { position } = part;
  const margin = marginOf(state, position);
  const pnl = shrink(state, position, part.qty, part.value);
  // V108: what remains of the position stands at mark; the fee may not take equity below zero.
  const charged = feeCapped(fee, equityNow(state, margin) + pnl);
  realise(state, position, pnl);
  state.ledger.lineBig(state.memory.w[contractOf(state, position) + Contract.fees]!, charged);
  payFee(state, margin, charged);
  return { fee: charged, pnl };
}

/** A close of the whole position at a price, as a taker and against nobody: for whoever asks what it would leave, and takes it back. */
export function closeAsIf(state: State, position: number, price: number): void {
  const { ledger, memory } = state;
  const qty = memory.number(position + Position.qty);
  const value = tradeValue(state.contracts.measureOf(marketOf(state, position)), price, qty);
  const vip = memory.w[memory.w[marginOf(state, position) + Margin.user]! + User.vip]!;
  ledger.beginEntry(entryCause.fill, 0);
  settleUser(state, { position, isOpening: false, qty, value }, state.fees.rate(vip, feeRate.perpTaker), 0);
  ledger.endEntry();
}

/** What rests of an order filled at its own price, as a maker and against nobody: for a preview, which is taken back. */
export function fillRestAsIf(state: State, order: number): Settled {
  const { books, ledger, memory, orders: o } = state;
  const position = positionOfOrder(state, order);
  const isOpening = opens(o.side(order), o.posSide(order));
  const qty = memory.w[order + Order.remaining]!;
  const value = tradeValue(state.contracts.measureOf(marketOf(state, position)), books.priceOf(order), qty);
  const rate = state.fees.rate(o.vip(order), feeRate.perpMaker);
  ledger.beginEntry(entryCause.fill, 0);
  const settled = settleUser(state, { position, isOpening, qty, value }, rate, isOpening ? o.reserve(order) : 0);
  ledger.endEntry();
  return settled;
}

/** Realised PnL of a cross position: a profit goes to cash, a loss is a cost. */
export function realise(state: State, position: number, pnl: bigint): void {
  const margin = marginOf(state, position);
  clear(state, contractOf(state, position), pnl);
  if (pnl >= 0n) state.ledger.lineBig(state.memory.w[margin + Margin.cash]!, pnl);
  else payCost(state, margin, { kind: "loss", amount: -pnl }, entryCause.fill);
}

/** A voucher position gives nothing out of its bucket before it is closed. */
function closeOwnMargin(state: State, part: Part, fee: bigint): Settled {
  const { ledger, memory } = state;
  const { position } = part;
  const margin = marginOf(state, position);
  const contract = contractOf(state, position);
  const isoMargin = isoMarginOf(state, position);
  const qty = memory.number(position + Position.qty);
  const isVoucher = memory.w[position + Position.voucher] !== 0;
  const pnl = shrink(state, position, part.qty, part.value);
  const closeQty = isVoucher ? 0 : part.qty;
  const result = closeIsolated({ isoMargin, qty, closeQty, pnl, fee });
  // Of a voucher position nothing leaves: what would be profit stays in the bucket.
  const kept = isVoucher ? result.toCash : 0n;
  clear(state, contract, pnl);
  ledger.lineBig(memory.w[contract + Contract.fees]!, result.feeCharged);
  ledger.lineBig(memory.w[position + Position.iso]!, result.marginLeft + kept - isoMargin);
  ledger.lineBig(memory.w[margin + Margin.cash]!, result.toCash - kept);
  payOverdraft(state, position, result.overdrawn);
  return { fee: result.feeCharged, pnl };
}

/** units that flooring took beyond the margin. */
export function payOverdraft(state: State, position: number, overdrawn: bigint): void {
  if (overdrawn === 0n) return;
  const { ledger } = state;
  const { w } = state.memory;
  const cash = w[marginOf(state, position) + Margin.cash]!;
  const { fromCash, left } = overdraftPayers(overdrawn, ledger.balance(cash), w[position + Position.voucher] !== 0);
  ledger.lineBig(cash, -fromCash);
  payShortfall(state, contractOf(state, position), left);
}

/** step 3: PnL and both fees hit the margin of the position or account, nothing is released. */
function settleLiquidation(state: State, part: Part, rate: number): Settled {
  const { ledger, memory } = state;
  const { position } = part;
  const contract = contractOf(state, position);
  const margin = marginOf(state, position);
  const isoMargin = isoMarginOf(state, position);
  const pnl = shrink(state, position, part.qty, part.value);
  const left = isIsolated(state, position) ? isoMargin + pnl : equityNow(state, margin) + pnl;
  const liqRate = memory.w[contract + Contract.liqFeeRate]!;
  const { takerFee, liquidationFee } = partialLiquidationFees(part.value, rate, liqRate, left);
  const fee = takerFee + liquidationFee;
  ledger.lineBig(memory.w[contract + Contract.fees]!, takerFee);
  ledger.lineBig(memory.w[contract + Contract.insurance]!, liquidationFee);
  if (isIsolated(state, position)) {
    clear(state, contract, pnl);
    const after = left - fee;
    ledger.lineBig(memory.w[position + Position.iso]!, (after > 0n ? after : 0n) - isoMargin);
    payOverdraft(state, position, after < 0n ? -after : 0n);
  } else {
    realise(state, position, pnl);
    payFee(state, margin, fee);
  }
  addTo(state, position, Position.fees, fee);
  // The fund's part is no trading fee (I15).
  return { fee: takerFee, pnl };
}

/** the engine's own inventory wins for the fund and loses from it; it pays no fee. */
function settleInventory(state: State, part: Part): Settled {
  const contract = contractOf(state, part.position);
  const pnl = shrink(state, part.position, part.qty, part.value);
  clear(state, contract, pnl);
  state.ledger.lineBig(state.memory.w[contract + Contract.insurance]!, pnl);
  return { fee: 0n, pnl };
}
