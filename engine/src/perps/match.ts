import {
  closeFill,
  feeInNumbers,
  feeOf,
  initialMargin,
  isFillSafe,
  isolatedFill,
  remainingReserve,
  tradeValue,
  tradeValueInNumbers,
} from "@tidemark/money";
import { Queued } from "../book/fast-book.ts";
import { feeRate, Market } from "../markets/markets.ts";
import { cause, opens, Order, orderType, side, status, stp, tif } from "../orders/order-table.ts";
import { endRecord, leaveLevel, newRecord, ownerOf, reaches, tellAccepted, tellClosed } from "../orders/records.ts";
import { Stake, User } from "../orders/users.ts";
import { refuse } from "../refusals.ts";
import { job, type State, variable } from "../state.ts";
import { Contract } from "./contract-table.ts";
import { adopt, settleAttached } from "./attached.ts";
import type { Entry } from "./entry.ts";
import { attach } from "./exits.ts";
import { agent, fillPerp } from "./fill.ts";
import { countOpening, endPerpOrder, legOfOrder, reserve } from "./orders.ts";
import {
  bankruptcyLimit,
  contractOf,
  figuresOf,
  healthOf,
  healthOfLeg,
  isIsolated,
  leverageOf,
  isoMarginOf,
  marginOf,
} from "./risk.ts";
import { entryOf, exactSum, slackOf, sumsOf, sumsOfLeg } from "./risk-in-numbers.ts";
import { Leg, sideName } from "./seats.ts";

const fillsPerSlice = 500;

/** An order that passed its checks becomes the taker, with what is reserved for it set aside. */
export function enterPerp(state: State, entry: Entry): boolean {
  const { memory, taker: t } = state;
  const { w } = memory;
  const { c, leg } = entry;
  const again = entry.again ?? 0;
  t.id = again === 0 ? state.next(variable.lastOrder) : state.orders.idOf(again);
  t.order = again;
  t.uid = c.uid;
  t.group = c.uid;
  t.stake = entry.stake;
  t.market = entry.market;
  t.marketId = c.market;
  t.side = c.side;
  t.type = c.orderType;
  t.tif = c.tif;
  t.postOnly = c.postOnly;
  t.stp = c.stp;
  t.vip = w[w[entry.stake + Stake.user]! + User.vip]!;
  t.limit = entry.worst;
  t.qty = entry.lots;
  t.remaining = entry.lots;
  t.budget = -1;
  t.filled = 0;
  t.filledValue = 0;
  t.fee = 0;
  t.held = Number(entry.reserve);
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
  t.leg = leg;
  t.posSide = c.posSide;
  t.opens = entry.isOpening;
  t.agent = agent.user;
  t.attached = 0;
  t.endCause = cause.none;
  state.result.ref = t.id;
  if (again === 0) {
    if (entry.isOpening) t.attached = attach(state, entry);
    tellAccepted(state, w[entry.market + Market.product]!, c.orderType === orderType.limit ? entry.worst : 0, 0);
  } else takeUp(state, again);
  reserve(state, leg, t.id, entry.reserve);
  if (t.opens) countOpening(state, t.market, leg, t.assumed, 0, t.remaining);
  state.job = job.matchPerp;
  return matchPerp(state);
}

/** An amended order goes on with what it had: fills, fees, level, key and sleeping TP/SL. */
function takeUp(state: State, order: number): void {
  const { memory, orders: o, taker: t } = state;
  const filled = memory.w[order + Order.qty]! - memory.w[order + Queued.remaining]!;
  t.qty += filled;
  t.filled = filled;
  t.filledValue = o.filledValue(order);
  t.fee = o.fee(order);
  t.vip = o.vip(order);
  t.acceptedAt = memory.number(order + Order.acceptedAt);
  t.attached = memory.w[order + Order.attached]!;
}

/** a fill-or-kill is tried and taken back if it comes out short. */
export function trialFill(state: State, entry: Entry): boolean {
  const { memory, events } = state;
  const { sweeps } = state.aftermath;
  const mark = memory.mark;
  const rows = events.length;
  const swept = sweeps.get(entry.market);
  const before = swept === undefined ? undefined : { ...swept };
  while (!enterPerp(state, entry)) while (!matchPerp(state));
  if (state.taker.filled === entry.lots) return true;
  memory.rollback(mark);
  events.length = rows;
  // What was taken back has not traded: no trigger on LAST may fire by it.
  if (before === undefined) sweeps.delete(entry.market);
  else sweeps.set(entry.market, before);
  state.forget();
  state.result.ref = 0;
  state.refuse(refuse.FOK_NOT_FILLABLE);
  return true;
}

/** Matches the taker of a perpetual. False: the slice is over, call again. */
export function matchPerp(state: State): boolean {
  const { books, memory, taker: t } = state;
  const { w } = memory;
  const { market } = t;
  const opposite = 1 - t.side;
  for (let work = 0; t.remaining > 0 && !t.stopped; work += 1) {
    const price = books.best(market, opposite);
    if (!reaches(t.side, t.limit, price)) break;
    if (work === fillsPerSlice && t.tif !== tif.fok) return false;
    if (price !== t.touched) leaveLevel(state);
    t.touched = price;
    const maker = books.front(market, opposite);
    if (t.group !== 0 && ownerOf(w, maker) === t.group) {
      if (t.stp !== stp.expireTaker) endPerpOrder(state, maker, status.expired, cause.stp);
      if (t.stp !== stp.expireMaker) stopTaker(state, cause.stp);
      continue;
    }
    const qty = Math.min(w[maker + Queued.remaining]!, t.remaining);
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
function makerMay(state: State, maker: number, price: number, qty: number): boolean {
  const { orders: o } = state;
  const { w } = state.memory;
  const leg = legOfOrder(state, maker);
  if (!opens(o.side(maker), o.posSide(maker))) return !isBeyond(o.side(maker), price, bankruptcyLimit(state, leg));
  const remaining = w[maker + Queued.remaining]!;
  const share = o.reserve(maker) - Number(remainingReserve(BigInt(o.reserve(maker)), remaining - qty, remaining));
  return isSafe(state, leg, price, qty, state.fees.rate(o.vip(maker), feeRate.perpMaker), BigInt(share));
}

function takerMay(state: State, price: number, qty: number): boolean {
  const t = state.taker;
  if (t.agent === agent.inventory) return fundCovers(state, price, qty);
  if (!t.opens) return true;
  const share = t.held - Number(remainingReserve(BigInt(t.held), t.remaining - qty, t.remaining));
  return isSafe(state, t.leg, price, qty, state.fees.rate(t.vip, feeRate.perpTaker), BigInt(share));
}

const isBeyond = (orderSide: number, price: number, border: number | undefined): boolean =>
  border !== undefined && (orderSide === side.sell ? price < border : price > border);

/** the fund never goes below zero; a gain it takes whatever it holds. */
function fundCovers(state: State, price: number, qty: number): boolean {
  const { taker: t, ledger, memory } = state;
  const measure = state.contracts.measureOf(t.market);
  const value = tradeValue(measure, price, qty);
  const { pnl } = closeFill(measure.kind, sideName(memory.w[t.leg + Leg.side]!), figuresOf(state, t.leg), qty, value);
  return pnl + ledger.balance(memory.w[contractOf(state, t.leg) + Contract.insurance]!) >= 0n;
}

/** after the fill, its fee paid and the new part at the current mark, R-11.1 must not hold. */
function isSafe(state: State, leg: number, price: number, qty: number, rate: number, share: bigint): boolean {
  const quick = isIsolated(state, leg) ? undefined : isSafeInNumbers(state, leg, price, qty, rate);
  if (quick !== undefined) return quick;
  const measure = state.contracts.measureOf(state.taker.market);
  const value = tradeValue(measure, price, qty);
  const before = figuresOf(state, leg);
  const health = healthOfLeg(state, leg, { qty: before.qty + qty, entryValue: before.entryValue + value });
  const fee = feeOf(value, rate);
  if (isIsolated(state, leg)) {
    const { toMargin } = isolatedFill(share, fee, initialMargin(value, leverageOf(state, leg)));
    return isFillSafe(isoMarginOf(state, leg) + toMargin, [health]);
  }
  const account = healthOf(state, marginOf(state, leg));
  const others = account.legs.filter((each) => each.leg !== leg);
  return isFillSafe(account.cash + account.bonus - fee, [...others, health]);
}

/** The same for a cross account in plain numbers; undefined: they do not suffice. */
function isSafeInNumbers(state: State, leg: number, price: number, qty: number, rate: number): boolean | undefined {
  const { memory } = state;
  const value = tradeValueInNumbers(state.contracts.measureOf(state.taker.market), price, qty);
  const held = memory.number(leg + Leg.qty);
  const after = sumsOfLeg(state, leg, held + qty, exactSum(held === 0 ? 0 : entryOf(state, leg), value));
  const others = sumsOf(state, marginOf(state, leg), leg);
  const gained = exactSum(after.uPnl, -feeInNumbers(value, rate));
  const slack = exactSum(exactSum(slackOf(others), gained), -after.maintenanceMargin);
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
    countOpening(state, t.market, t.leg, t.assumed, t.remaining, 0);
    reserve(state, t.leg, t.id, BigInt(-t.held));
  }
  settleAttached(state, t.attached, t.filled);
  if (t.order !== 0) endRecord(state, t.order, t.filled, t.filledValue, t.fee, finalStatus, why);
  else tellClosed(state, t.uid, t.id, t.marketId, finalStatus, why, t.filled, t.filledValue, t.fee);
}

/** What is left rests at its limit, with its reserve; a close counts into what its leg has promised. */
function rest(state: State): void {
  const { memory, orders: o, taker: t } = state;
  let order = t.order;
  if (order === 0) order = newRecord(state);
  else memory.set(order + Order.qty, t.qty);
  o.setTally(order, t.filledValue, t.fee);
  if (t.opens) o.setReserve(order, t.held, t.assumed);
  else memory.setNumber(t.leg + Leg.closing, memory.number(t.leg + Leg.closing) + t.remaining);
  memory.set(order + Order.attached, t.attached);
  adopt(state, t.attached, order);
  const total = state.books.rest(t.market, order, t.side, t.limit, t.remaining);
  state.events.level(t.marketId, t.side, t.limit, total);
}
