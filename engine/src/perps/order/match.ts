import {
  closeFill,
  feeInNumbers,
  feeOf,
  initialMargin,
  isFillSafe,
  isolatedFill,
  remainingReserveNumber,
  tradeValue,
  tradeValueInNumbers,
} from "@tidemark/money";
import { feeRate, Market } from "../../records/market.ts";
import { cause, opens, Order, orderType, side, status, stp, tif } from "../../records/order.ts";
import {
  endRecord,
  groupOf,
  groupOfUserMarket,
  leaveLevel,
  newRecord,
  reaches,
  emitAccepted,
  emitClosed,
} from "../../orders/records.ts";
import { UserMarket, User } from "../../records/user.ts";
import { refuse } from "../../events/refusals.ts";
import { type SlicedWork, rollbackInSlices } from "../../memory/slices.ts";
import { fokMakersMax } from "../../orders/fill-or-kill.ts";
import { type State, variable } from "../../state/state.ts";
import { noteOffer } from "./armed.ts";
import { Contract } from "../../records/contract.ts";
import { attach } from "../tpsl/attach.ts";
import { adopt, settleAttached } from "../tpsl/attached.ts";
import type { Entry } from "../tpsl/entry.ts";
import { agent, fillPerp } from "./fill.ts";
import { countOpening, endPerpOrder, positionOfOrder, reserve } from "./orders.ts";
import {
  bankruptcyLimit,
  contractOf,
  figuresOf,
  healthOf,
  healthOfPosition,
  isIsolated,
  leverageOf,
  isoMarginOf,
  marginOf,
  marketOf,
} from "../margin/risk.ts";
import { entryOf, exactSum, slackOf, sumsOf, sumsOfPosition } from "../margin/risk-in-numbers.ts";
import { Position, sideName } from "../../records/user-contract.ts";

/** An order that passed its checks becomes the taker, with what is reserved for it set aside, and is matched. */
export function enterPerp(state: State, entry: Entry): true | SlicedWork {
  become(state, entry);
  return matchAllPerp(state);
}

/** The taker to its end: true, or what is left of it when the slice is over. */
export const matchAllPerp = (state: State): true | SlicedWork => matchPerp(state) || matchOn(state);

function* matchOn(state: State): SlicedWork {
  do yield;
  while (!matchPerp(state));
}

function become(state: State, entry: Entry): void {
  const { memory, taker: t } = state;
  const { w } = memory;
  const { c, position } = entry;
  const again = entry.again ?? 0;
  t.id = again === 0 ? state.next(variable.lastOrder) : state.orders.idOf(again);
  t.order = again;
  t.uid = c.uid;
  t.group = groupOfUserMarket(w, entry.userMarket);
  t.userMarket = entry.userMarket;
  t.market = entry.market;
  t.marketId = c.market;
  t.side = c.side;
  t.type = c.orderType;
  t.tif = c.tif;
  t.postOnly = c.postOnly;
  t.stp = c.stp;
  t.vip = w[w[entry.userMarket + UserMarket.user]! + User.vip]!;
  t.limit = entry.worst;
  t.qty = entry.lots;
  t.remaining = entry.lots;
  t.budget = -1;
  t.filled = 0;
  t.filledValue = 0;
  t.fee = 0;
  t.held = entry.reserve;
  t.assumed = entry.assumed;
  t.acceptedAt = state.now;
  t.keyForm = c.key.form;
  t.k0 = c.key.w0;
  t.k1 = c.key.w1;
  t.k2 = c.key.w2;
  t.k3 = c.key.w3;
  t.keyText = c.key.text;
  t.stopped = false;
  t.touched = 0;
  t.met = 0;
  t.position = position;
  t.posSide = c.posSide;
  t.opens = entry.isOpening;
  t.agent = agent.user;
  t.attached = 0;
  t.endCause = cause.none;
  state.result.ref = t.id;
  if (again === 0) {
    if (entry.isOpening) t.attached = attach(state, entry);
    emitAccepted(state, w[entry.market + Market.product]!, c.orderType === orderType.limit ? entry.worst : 0, 0);
  } else takeUp(state, again);
  reserve(state, position, t.id, entry.reserve);
  if (t.opens) countOpening(state, t.market, position, t.assumed, 0, t.remaining);
}

/** An amended order goes on with what it had: fills, fees, level, key and sleeping TP/SL. */
function takeUp(state: State, order: number): void {
  const { memory, orders: o, taker: t } = state;
  const filled = memory.w[order + Order.qty]! - memory.w[order + Order.remaining]!;
  t.qty += filled;
  t.filled = filled;
  t.filledValue = o.filledValue(order);
  t.fee = o.fee(order);
  t.vip = o.vip(order);
  t.acceptedAt = memory.number(order + Order.acceptedAt);
  t.attached = memory.w[order + Order.attached]!;
}

/**
 * a look at what others offer inside the limit refuses most fill-or-kill orders at once; the others are tried against at most a
 * thousand resting orders and taken back if they come out short.
 */
export function fillOrKill(state: State, entry: Entry): true | SlicedWork {
  if (offered(state, entry) >= entry.lots) return trialFill(state, entry);
  state.refuse(refuse.FOK_NOT_FILLABLE);
  return true;
}

/** What others offer inside the limit, in as many levels as a trial could use up, or enough of it. */
function offered(state: State, { c, lots, market, userMarket, worst }: Entry): number {
  const { books, memory, orders: o } = state;
  const { w } = memory;
  const opposite = 1 - c.side;
  let own = 0;
  if (w[userMarket + UserMarket.openOrders]! > 0)
    for (
      let order = w[w[userMarket + UserMarket.user]! + User.newestOrder]!;
      order !== 0;
      order = w[order + Order.older]!
    ) {
      memory.countLookups(1);
      const isInTheWay = w[order + Order.userMarket] === userMarket && o.side(order) === opposite;
      if (isInTheWay && reaches(c.side, worst, books.priceOf(order))) own += w[order + Order.remaining]!;
    }
  let sum = -own;
  let levels = 0;
  for (let price = books.best(market, opposite); reaches(c.side, worst, price) && sum < lots; levels += 1) {
    // A level has a resting order at least. Where own orders lie beyond, they were taken off too early: then the trial must say.
    if (levels === fokMakersMax) return own > 0 ? lots : sum;
    sum += books.totalAt(market, price);
    price = books.worse(market, price, opposite);
  }
  memory.countLookups(Math.max(1, levels));
  return sum;
}

function* trialFill(state: State, entry: Entry): SlicedWork {
  const { memory, events } = state;
  const mark = memory.mark;
  const rows = events.length;
  const before = state.pending.tradedIn(entry.market);
  become(state, entry);
  while (!matchPerp(state)) yield;
  if (state.taker.filled === entry.lots) return;
  yield* rollbackInSlices(state.memory, mark);
  events.length = rows;
  // What was taken back has not traded: no trigger on LAST may fire by it.
  state.pending.putBackTraded(entry.market, before);
  state.forget();
  state.result.ref = 0;
  state.refuse(refuse.FOK_NOT_FILLABLE);
}

/** Matches the taker of a perpetual. False: the slice is over, call again. */
function matchPerp(state: State): boolean {
  const { books, memory, taker: t } = state;
  const { w } = memory;
  const { market } = t;
  const opposite = 1 - t.side;
  while (t.remaining > 0 && !t.stopped) {
    const price = books.best(market, opposite);
    if (!reaches(t.side, t.limit, price)) break;
    if (state.isSliceOver) return false;
    if (t.tif === tif.fok && t.met === fokMakersMax) break;
    t.met += 1;
    if (price !== t.touched) leaveLevel(state);
    t.touched = price;
    const maker = books.front(market, opposite);
    if (t.group !== 0 && groupOf(w, maker) === t.group) {
      if (t.stp !== stp.expireTaker) endPerpOrder(state, maker, status.expired, cause.stp);
      if (t.stp !== stp.expireMaker) stopTaker(state, cause.stp);
      continue;
    }
    const qty = Math.min(w[maker + Order.remaining]!, t.remaining);
    if (!makerMay(state, maker, price, qty)) {
      endPerpOrder(state, maker, status.expired, cause.margin);
      continue;
    }
    if (!takerMay(state, price, qty)) {
      stopTaker(state, cause.margin);
      continue;
    }
    fillPerp(state, maker, price, qty);
  }
  leaveLevel(state);
  finish(state);
  return true;
}

function stopTaker(state: State, why: number): void {
  state.taker.stopped = true;
  state.taker.endCause = why;
}

/** for the resting order: no close beyond bankruptcy, no opening fill into liquidation. */
export function makerMay(state: State, maker: number, price: number, qty: number): boolean {
  const { orders: o } = state;
  const { w } = state.memory;
  const position = positionOfOrder(state, maker);
  if (!opens(o.side(maker), o.posSide(maker))) return !isBeyond(o.side(maker), price, bankruptcyLimit(state, position));
  const remaining = w[maker + Order.remaining]!;
  const share = o.reserve(maker) - remainingReserveNumber(o.reserve(maker), remaining - qty, remaining);
  return isSafe(state, position, price, qty, state.fees.rate(o.vip(maker), feeRate.perpMaker), share);
}

function takerMay(state: State, price: number, qty: number): boolean {
  const t = state.taker;
  if (t.agent === agent.inventory) return fundCovers(state, price, qty);
  // each fill's fee lowers the margin, so the limit of entry holds for the first fill only.
  if (!t.opens) return t.filled === 0 || !isBeyond(t.side, price, bankruptcyLimit(state, t.position));
  const share = t.held - remainingReserveNumber(t.held, t.remaining - qty, t.remaining);
  return isSafe(state, t.position, price, qty, state.fees.rate(t.vip, feeRate.perpTaker), share);
}

const isBeyond = (orderSide: number, price: number, border: number | undefined): boolean =>
  border !== undefined && (orderSide === side.sell ? price < border : price > border);

/** the fund never goes below zero; a gain it takes whatever it holds. */
function fundCovers(state: State, price: number, qty: number): boolean {
  const { taker: t, ledger, memory } = state;
  const measure = state.contracts.measureOf(t.market);
  const value = tradeValue(measure, price, qty);
  const { pnl } = closeFill(
    measure.kind,
    sideName(memory.w[t.position + Position.side]!),
    figuresOf(state, t.position),
    qty,
    value,
  );
  return pnl + ledger.balance(memory.w[contractOf(state, t.position) + Contract.insurance]!) >= 0n;
}

/** after the fill, its fee paid and the new part at the current mark, R-11.1 must not hold. */
function isSafe(state: State, position: number, price: number, qty: number, rate: number, share: number): boolean {
  const quick = isIsolated(state, position) ? undefined : isSafeInNumbers(state, position, price, qty, rate);
  if (quick !== undefined) return quick;
  const measure = state.contracts.measureOf(marketOf(state, position));
  const value = tradeValue(measure, price, qty);
  const before = figuresOf(state, position);
  const health = healthOfPosition(state, position, { qty: before.qty + qty, entryValue: before.entryValue + value });
  const fee = feeOf(value, rate);
  if (isIsolated(state, position)) {
    const { toMargin } = isolatedFill(BigInt(share), fee, initialMargin(value, leverageOf(state, position)));
    return isFillSafe(isoMarginOf(state, position) + toMargin, [health]);
  }
  const account = healthOf(state, marginOf(state, position));
  const others = account.positions.filter((each) => each.position !== position);
  return isFillSafe(account.cash + account.bonus - fee, [...others, health]);
}

/** The same for a cross account in plain numbers; undefined: they do not suffice. */
function isSafeInNumbers(
  state: State,
  position: number,
  price: number,
  qty: number,
  rate: number,
): boolean | undefined {
  const { memory } = state;
  const value = tradeValueInNumbers(state.contracts.measureOf(marketOf(state, position)), price, qty);
  const held = memory.number(position + Position.qty);
  const others = slackOf(sumsOf(state, marginOf(state, position), position));
  const after = sumsOfPosition(state, position, held + qty, exactSum(held === 0 ? 0 : entryOf(state, position), value));
  const gained = exactSum(after.uPnl, -feeInNumbers(value, rate));
  const slack = exactSum(exactSum(others, gained), -after.maintenanceMargin);
  return Number.isNaN(slack) ? undefined : slack > 0;
}

function finish(state: State): void {
  const t = state.taker;
  if (t.remaining === 0) return endTaker(state, status.filled, cause.none);
  if (t.stopped) return endTaker(state, status.expired, t.endCause);
  if (t.type === orderType.market) return endTaker(state, status.expired, cause.protection);
  if (t.tif !== tif.gtc) return endTaker(state, status.expired, cause.ioc);
  rest(state);
}

function endTaker(state: State, finalStatus: number, why: number): void {
  const t = state.taker;
  if (t.opens) {
    countOpening(state, t.market, t.position, t.assumed, t.remaining, 0);
    reserve(state, t.position, t.id, -t.held);
  }
  settleAttached(state, t.attached, t.filled);
  if (t.order !== 0) endRecord(state, t.order, t.filled, t.filledValue, t.fee, finalStatus, why);
  else emitClosed(state, t.uid, t.id, t.marketId, finalStatus, why, t.filled, t.filledValue, t.fee);
}

/** What is left rests at its limit, with its reserve; a close counts into what its position has promised. */
function rest(state: State): void {
  const { memory, orders: o, taker: t } = state;
  let order = t.order;
  if (order === 0) order = newRecord(state);
  else memory.set(order + Order.qty, t.qty);
  o.setTally(order, t.filledValue, t.fee);
  if (t.opens) o.setReserve(order, t.held, t.assumed);
  else memory.setNumber(t.position + Position.closing, memory.number(t.position + Position.closing) + t.remaining);
  memory.set(order + Order.attached, t.attached);
  adopt(state, t.attached, order);
  const total = state.books.rest(t.market, order, t.side, t.limit, t.remaining);
  state.events.level(t.marketId, t.side, t.limit, total);
  noteOffer(state, t.market, t.side);
}
