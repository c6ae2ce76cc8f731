import type { CommandOf } from "@tidemark/contracts/journal";
import {
  assumedLimitTicks,
  assumedMarketTicks,
  closableQty,
  type ContractMeasure,
  initialMargin,
  isLiquidatable,
  isWithinOpenInterestCap,
  openInterestOf,
  type OpeningOrder,
  orderReserve,
  orderReserveInNumbers,
  type OrderSide,
  tighterLimit,
  tradeValue,
  tradeValueNumber,
  valueCeil,
  valueCeilInNumbers,
  valueCeilNumber,
} from "@tidemark/money";
import { splitBase } from "../../memory/split-amount.ts";
import { feeRate, Market, marketStatus } from "../../records/market.ts";
import { limit, limitAt } from "../../markets/reference.ts";
import { opens, orderType, side, tif } from "../../records/order.ts";
import {
  bandRefused,
  clientKeyLengthMax,
  countRefused,
  notionalRefused,
  priceRefused,
  sizeRefused,
} from "../../orders/checks.ts";
import { userMarketOf } from "../../orders/user-market.ts";
import { UserMarket, User } from "../../records/user.ts";
import { refuse } from "../../events/refusals.ts";
import type { SlicedWork } from "../../memory/slices.ts";
import type { State } from "../../state/state.ts";
import { role } from "../../records/trigger.ts";
import { Contract, rung } from "../../records/contract.ts";
import type { Entry } from "../tpsl/entry.ts";
import { exitRefused } from "./exits.ts";
import { countExits, exitsMax } from "../tpsl/new-exit.ts";
import { isFillable } from "./fillable.ts";
import { bonusBarredFor } from "../grants/grant-limits.ts";
import { enterPerp, fillOrKill } from "./match.ts";
import { trimCloses } from "./orders.ts";
import {
  availableNow,
  bankruptcyLimit,
  figuresOf,
  healthOf,
  healthOfPosition,
  isIsolated,
  isPositionLiquidatable,
  isoMarginOf,
  isAccountLiquidatable,
  openableInNumbers,
} from "../margin/risk.ts";
import { slackOf, sumsOf } from "../margin/risk-in-numbers.ts";
import { Position, positionOf, Margin, marginMode, UserContract } from "../../records/user-contract.ts";

export const orderSideName = (which: number): OrderSide => (which === side.buy ? "buy" : "sell");

/** Checks 2–5: does the contract take such an order now, do its options go together? */
function termsRefusal(state: State, c: CommandOf<"place_order">, market: number, isOpening: boolean): number {
  const { w } = state.memory;
  const contract = w[market + Market.contract]!;
  const status = w[market + Market.status]!;
  const isLimit = c.orderType === orderType.limit;
  const mark = w[contract + Contract.mark]!;
  const takesAll = status === marketStatus.trading && mark !== 0;
  const takesPostOnly = status === marketStatus.postOnly && mark !== 0;
  if (!takesAll && !(takesPostOnly && isLimit && c.postOnly)) return refuse.MARKET_NOT_TRADING;
  if (isOpening && w[contract + Contract.rung]! >= rung.protected) return refuse.MARKET_NOT_TRADING;
  if (c.posSide < 1 || c.posSide > 2 || c.quoteAmount !== 0 || c.stp > 2) return refuse.ORDER_TYPE_NOT_ALLOWED;
  if (c.orderType > orderType.market || (!isLimit && c.price !== 0)) return refuse.ORDER_TYPE_NOT_ALLOWED;
  if (c.postOnly && (!isLimit || c.tif !== tif.gtc)) return refuse.ORDER_TYPE_NOT_ALLOWED;
  if (!isOpening && (c.tp !== undefined || c.sl !== undefined)) return refuse.ORDER_TYPE_NOT_ALLOWED;
  if (c.product !== 0 && c.product !== w[market + Market.product]) return refuse.ORDER_TYPE_NOT_ALLOWED;
  if (c.tif > tif.fok || (!isLimit && c.tif !== tif.ioc)) return refuse.TIF_INVALID;
  return c.key.text.length > clientKeyLengthMax ? refuse.CLIENT_ID_INVALID : 0;
}

/** Check 7. A close of the whole position may be dust. */
export function qtyRefused(
  state: State,
  c: CommandOf<"place_order">,
  market: number,
  position: number,
  isOpening: boolean,
): boolean {
  const { memory } = state;
  const lot = memory.number(market + Market.lot);
  const isWhole = !isOpening && c.qty > 0 && c.qty === memory.number(position + Position.qty) * lot;
  const most = memory.number(market + (c.orderType === orderType.limit ? Market.maxQty : Market.maxMarketQty));
  return (!isWhole || c.qty > most * lot) && sizeRefused(state, market, c.qty, most);
}

/** Checks 6–9 on price and size. */
function sizesRefused(
  state: State,
  c: CommandOf<"place_order">,
  market: number,
  position: number,
  isOpening: boolean,
): boolean {
  const { memory } = state;
  const isLimit = c.orderType === orderType.limit;
  if (isLimit && priceRefused(state, market, c.price)) return true;
  if (qtyRefused(state, c, market, position, isOpening)) return true;
  const reference = memory.w[memory.w[market + Market.contract]! + Contract.mark]!;
  const ticks = isLimit ? c.price / memory.number(market + Market.tick) : reference;
  const lots = c.qty / memory.number(market + Market.lot);
  const value = tradeValueNumber(state.contracts.measureOf(market), ticks, lots);
  const least = isOpening ? value : Math.max(value, memory.number(market + Market.minNotional));
  if (notionalRefused(state, market, Math.min(least, memory.number(market + Market.maxNotional) + 1))) return true;
  return isLimit && bandRefused(state, market, c.side, ticks, reference);
}

/** Check 11: a close needs a position, and finds only what resting closes leave of it; one at market makes them give way. */
function closeRefused(state: State, entry: Entry): boolean {
  const { memory } = state;
  const { position, lots, market } = entry;
  const qty = memory.number(position + Position.qty);
  const isLimit = entry.c.orderType === orderType.limit;
  const closable = isLimit ? closableQty(qty, memory.number(position + Position.closing)) : qty;
  if (qty === 0) state.refuse(refuse.POSITION_NOT_FOUND);
  else if (lots > closable)
    state.refuse(refuse.CLOSE_QTY_EXCEEDED, BigInt(closable) * BigInt(memory.number(market + Market.lot)));
  else if (memory.w[position + Position.voucher] !== 0 && lots !== qty) state.refuse(refuse.VOUCHER_LEG);
  else return false;
  return true;
}

/** Check 12: an account at its maintenance margin (liquidation is suspended) opens nothing. */
export function inLiquidation(state: State, position: number, margin: number): boolean {
  if (isIsolated(state, position))
    return state.memory.number(position + Position.qty) > 0 && isPositionLiquidatable(state, position);
  if (slackOf(sumsOf(state, margin)) > 0) return false;
  return isAccountLiquidatable(healthOf(state, margin));
}

/** Checks 15–17 of an opening order: risk limit, open interest, voucher, isolated safety, funds. */
export function openingRefused(state: State, entry: Entry): boolean {
  const { memory } = state;
  const { w } = memory;
  const { c, position, lots, market } = entry;
  const contract = w[market + Market.contract]!;
  const measure = state.contracts.measureOf(market);
  const mark = w[contract + Contract.mark]!;
  const leverage = w[position + Position.leverage]!;
  const userContract = w[position + Position.userContract]!;
  const kind = measure.kind;
  const name = orderSideName(c.side);
  const opposite = state.books.best(market, 1 - c.side) || undefined;
  entry.assumed =
    c.orderType === orderType.limit
      ? assumedLimitTicks(kind, name, entry.worst, opposite)
      : assumedMarketTicks(kind, name, entry.worst, mark, opposite);
  if (limitsRefused(state, entry, contract, measure)) return true;
  if (w[position + Position.voucher] !== 0) return refused(state, refuse.VOUCHER_LEG);

  const mode = w[userContract + UserContract.mode] === marginMode.isolated ? "isolated" : "cross";
  const takerRate = state.fees.rate(w[w[entry.userMarket + UserMarket.user]! + User.vip]!, feeRate.perpTaker);
  const order = { side: name, mode, qty: lots, leverage, takerRate, mark } as const;
  const terms: OpeningOrder = { ...order, assumedTicks: entry.assumed, limitTicks: entry.worst };
  const quick = orderReserveInNumbers(measure, terms);
  entry.reserve = Number.isNaN(quick) ? Number(orderReserve(measure, terms).reserve) : quick;
  // What an order is worth and reserves is posted as a plain number, which a book that has run away from its reference must not exceed.
  if (!(entry.reserve < splitBase && valueCeilNumber(measure, entry.assumed, lots) < splitBase))
    return refused(state, refuse.MAX_NOTIONAL, BigInt(memory.number(market + Market.maxNotional)), BigInt(splitBase));
  if (mode === "isolated" && wouldBeLiquidatable(state, entry)) return refused(state, refuse.OPEN_WOULD_LIQUIDATE);
  const margin = w[userContract + UserContract.margin]!;
  const barred = w[margin + Margin.firstGrant] === 0 ? 0n : bonusBarredFor(state, margin, c.market, leverage);
  // Nearly every order passes here, and plain numbers are enough to know it.
  if (mode === "cross" && barred === 0n && entry.reserve <= entry.openable) return false;
  const available = availableNow(state, margin, mode === "cross" ? barred : 0n);
  const free = mode === "isolated" ? available.isolated : available.open;
  const reserve = BigInt(entry.reserve);
  return reserve > free && refused(state, refuse.INSUFFICIENT_MARGIN, reserve, free);
}

/** the position with its orders, and the contract with all that is open, in plain numbers where they suffice. */
function limitsRefused(
  state: State,
  { assumed, position, lots }: Entry,
  contract: number,
  measure: ContractMeasure,
): boolean {
  const { memory } = state;
  const { w } = memory;
  const mark = w[contract + Contract.mark]!;
  const held = memory.number(position + Position.qty);
  const open = memory.number(contract + Contract.openLong);
  const most = state.contracts.riskLimitOf(contract, w[position + Position.leverage]!);
  if (most === undefined) return refused(state, refuse.LEVERAGE_TOO_HIGH, BigInt(w[contract + Contract.maxLeverage]!));
  const value = valueCeilNumber(measure, assumed, lots);
  const opening = w[position + Position.opening + 2] === 0 ? memory.number(position + Position.opening) : Number.NaN;
  const worthQuick = valueCeilInNumbers(measure, mark, held) + opening + value;
  const interestQuick = measure.kind === "linear" ? valueCeilInNumbers(measure, mark, open) + value : open + lots;
  const capQuick = w[contract + Contract.oiCap + 2] === 0 ? memory.number(contract + Contract.oiCap) : safeMax;
  // A sum that rounds to at most 2^53 − 1 was exact; a limit beyond it is not reached by such a sum.
  if (worthQuick <= Math.min(safeMax, most.plain) && interestQuick <= Math.min(safeMax, capQuick)) return false;
  const worth =
    valueCeil(measure, mark, held) + memory.money(position + Position.opening) + valueCeil(measure, assumed, lots);
  if (worth > most.exact) return refused(state, refuse.RISK_LIMIT_EXCEEDED, most.exact, worth);
  const interest = openInterestOf(measure, open, mark);
  const cap = memory.money(contract + Contract.oiCap);
  if (isWithinOpenInterestCap(measure, interest, { qty: lots, assumedTicks: assumed }, cap)) return false;
  return refused(state, refuse.OPEN_INTEREST_CAP, cap, interest + openInterestOf(measure, lots, assumed));
}

const safeMax = Number.MAX_SAFE_INTEGER;

function refused(state: State, code: number, first = 0n, second = 0n): true {
  state.refuse(code, first, second);
  return true;
}

function refusedEntry(state: State, code: number): undefined {
  state.refuse(code);
  return undefined;
}

/** the combined isolated position after a fill at its limit, at the current mark. */
function wouldBeLiquidatable(state: State, entry: Entry): boolean {
  const { position, lots, market, worst } = entry;
  const measure = state.contracts.measureOf(market);
  const value = tradeValue(measure, worst, lots);
  const before = figuresOf(state, position);
  const health = healthOfPosition(state, position, { qty: before.qty + lots, entryValue: before.entryValue + value });
  const margin = isoMarginOf(state, position) + initialMargin(value, state.memory.w[position + Position.leverage]!);
  return isLiquidatable(margin + health.uPnl, health.maintenanceMargin);
}

/** Checks 1–17 in the rule book's order; undefined: refused, and the refusal stands in the result. */
export function checkPerp(state: State, c: CommandOf<"place_order">, market: number, again = 0): Entry | undefined {
  const { memory } = state;
  const { w } = memory;
  const isOpening = opens(c.side, c.posSide);
  const terms = termsRefusal(state, c, market, isOpening);
  if (terms !== 0) return refusedEntry(state, terms);
  const userMarket = userMarketOf(state, c.uid, c.market, w[market + Market.product]!);
  // Whoever is stopped may still reduce.
  if (isOpening && state.isStopped(c.uid, c.market)) return refusedEntry(state, refuse.LOCKED_BY_OPERATOR);
  const position = positionOf(w[userMarket + UserMarket.userContract]!, c.posSide);
  if (sizesRefused(state, c, market, position, isOpening)) return undefined;
  // An amended order is counted already.
  if (again === 0 && countRefused(state, market, userMarket)) return undefined;
  const reference = w[w[market + Market.contract]! + Contract.mark]!;
  const worst =
    c.orderType === orderType.limit
      ? c.price / memory.number(market + Market.tick)
      : limitAt(state, market, reference, c.side === side.buy ? limit.marketBuy : limit.marketSell);
  const lots = c.qty / memory.number(market + Market.lot);
  const entry: Entry = {
    c,
    market,
    userMarket,
    position,
    isOpening,
    lots,
    worst,
    reserve: 0,
    assumed: 0,
    openable: Number.NaN,
    again,
  };
  if (!isOpening) {
    if (closeRefused(state, entry)) return undefined;
    entry.worst = tighterLimit(orderSideName(c.side), worst, bankruptcyLimit(state, position));
    return entry;
  }
  const margin = w[w[position + Position.userContract]! + UserContract.margin]!;
  // One look at the account serves both checks of it, 12 and 17.
  const sums = isIsolated(state, position) ? undefined : sumsOf(state, margin);
  const isWell = sums !== undefined && slackOf(sums) > 0;
  entry.openable = sums === undefined ? Number.NaN : openableInNumbers(state, margin, sums);
  if (!isWell && inLiquidation(state, position, margin)) return refusedEntry(state, refuse.POSITION_IN_LIQUIDATION);
  return exitsRefused(state, entry) || openingRefused(state, entry) ? undefined : entry;
}

/** Checks 13 and 14 of the TP/SL that an opening order brings along. */
function exitsRefused(state: State, { c, position, market }: Entry): boolean {
  if (c.tp === undefined && c.sl === undefined) return false;
  const wanted = c.tp === undefined || c.sl === undefined ? 1 : 2;
  if (c.tp !== undefined && exitRefused(state, market, c.posSide, role.takeProfit, c.tp)) return true;
  if (c.sl !== undefined && exitRefused(state, market, c.posSide, role.stopLoss, c.sl)) return true;
  const isFull = countExits(state, position) + wanted > exitsMax;
  return isFull && refused(state, refuse.TOO_MANY_TPSL, BigInt(exitsMax));
}

/** Places an order of a perpetual. A rest: matching goes on in slices. */
export function placePerp(state: State, c: CommandOf<"place_order">, market: number): true | SlicedWork {
  const entry = checkPerp(state, c, market);
  if (entry === undefined) return true;
  return sendPerp(state, entry);
}

/** Checks 18 and 19, then into the book. */
export function sendPerp(state: State, entry: Entry): true | SlicedWork {
  const { c, market } = entry;
  const opposite = state.books.best(market, 1 - c.side);
  const reaches = opposite !== 0 && (c.side === side.buy ? opposite <= entry.worst : opposite >= entry.worst);
  if (c.orderType === orderType.market && opposite === 0) return refused(state, refuse.NO_LIQUIDITY);
  if (c.postOnly && reaches) return refused(state, refuse.POST_ONLY_WOULD_TAKE);
  if (c.tif === tif.fok) return fillOrKill(state, entry);
  const wanted = c.orderType === orderType.limit ? c.price / state.memory.number(market + Market.tick) : 0;
  const isTightened = !entry.isOpening && c.tif === tif.ioc && entry.worst !== wanted;
  if (isTightened && !reaches && isBeyondBankruptcy(state, entry)) return refused(state, refuse.BEYOND_BANKRUPTCY);
  // what closes at market outranks the closes that rest, unless it finds nobody within its protection.
  if (!entry.isOpening && c.orderType === orderType.market && reaches) {
    if (!isFillable(state, entry.position, entry.worst)) return refused(state, refuse.NO_LIQUIDITY);
    trimCloses(state, entry.position, state.memory.number(entry.position + Position.qty) - entry.lots);
  }
  return enterPerp(state, entry);
}

/** The book would fill it, but only at prices that its margin does not cover. */
function isBeyondBankruptcy(state: State, entry: Entry): boolean {
  const border = bankruptcyLimit(state, entry.position);
  return border !== undefined && border === entry.worst;
}
