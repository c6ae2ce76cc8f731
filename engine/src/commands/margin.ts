import type { CommandOf } from "@tidemark/contracts/journal";
import {
  carriesMargin,
  feeOf,
  initialMargin,
  leverageShift,
  type MarginRemoval,
  openLoss,
  removableMargin,
  riskLimitOf,
  valueCeil,
} from "@tidemark/money";
import { splitBaseBig } from "../memory/split-amount.ts";
import { feeRate, Market, marketKind, marketStatus } from "../records/market.ts";
import { entryCause, Order } from "../records/order.ts";
import { userMarketOf } from "../orders/user-market.ts";
import { UserMarket } from "../records/user.ts";
import { Contract, rung } from "../records/contract.ts";
import { ordersOfPosition, reserve } from "../perps/order/orders.ts";
import { inLiquidation, orderSideName } from "../perps/order/place.ts";
import { emitPosition } from "../perps/position/positions.ts";
import {
  availableNow,
  figuresOf,
  healthOf,
  healthOfPosition,
  isIsolated,
  isoMarginOf,
  touch,
} from "../perps/margin/risk.ts";
import { Position, positionOf, Margin, marginMode, posSide, UserContract } from "../records/user-contract.ts";
import { refuse } from "../events/refusals.ts";
import type { State } from "../state/state.ts";

const bothSides = [posSide.long, posSide.short] as const;

/** The user's userContract in a contract, made if he has none yet; 0 with the refusal set. */
function userContractIn(state: State, uid: number, marketId: number): number {
  const { w } = state.memory;
  const market = state.markets.at(marketId);
  const isPerp = market !== 0 && w[market + Market.kind] !== marketKind.spot && w[market + Market.contract] !== 0;
  if (!isPerp || w[market + Market.status] === marketStatus.settling) {
    state.refuse(refuse.SYMBOL_NOT_FOUND);
    return 0;
  }
  return w[userMarketOf(state, uid, marketId, w[market + Market.product]!) + UserMarket.userContract]!;
}

/** both positions together, and only while the user has nothing in the contract. */
export function setMarginMode(state: State, c: CommandOf<"set_margin_mode">): void {
  const { memory } = state;
  const { w } = memory;
  const userContract = userContractIn(state, c.uid, c.market);
  if (userContract === 0) return;
  if (c.mode > marginMode.isolated) return state.refuse(refuse.ORDER_TYPE_NOT_ALLOWED);
  if (isInUse(state, userContract)) return state.refuse(refuse.MODE_CHANGE_BLOCKED);
  memory.set(userContract + UserContract.mode, c.mode);
  // In cross both positions have the same leverage.
  if (c.mode === marginMode.cross)
    memory.set(
      positionOf(userContract, posSide.short) + Position.leverage,
      w[positionOf(userContract, posSide.long) + Position.leverage]!,
    );
  emitSettings(state, userContract, c.uid, c.market);
}

function isInUse(state: State, userContract: number): boolean {
  const { memory } = state;
  const userMarket = memory.w[userContract + UserContract.userMarket]!;
  return (
    memory.w[userMarket + UserMarket.openOrders]! > 0 ||
    memory.w[userMarket + UserMarket.triggers]! > 0 ||
    bothSides.some((side) => memory.number(positionOf(userContract, side) + Position.qty) > 0)
  );
}

function emitSettings(state: State, userContract: number, uid: number, marketId: number): void {
  const { w } = state.memory;
  state.events.emit("margin_settings", {
    uid,
    market: marketId,
    mode: w[userContract + UserContract.mode]!,
    longLeverage: w[positionOf(userContract, posSide.long) + Position.leverage]!,
    shortLeverage: w[positionOf(userContract, posSide.short) + Position.leverage]!,
  });
}

/** Orders that rest keep their place; what they reserve is counted anew. */
export function setLeverage(state: State, c: CommandOf<"set_leverage">): void {
  const { memory } = state;
  const { w } = memory;
  const userContract = userContractIn(state, c.uid, c.market);
  if (userContract === 0) return;
  const contract = w[userContract + UserContract.contract]!;
  if (isClosed(state, userContract)) return state.refuse(refuse.MARKET_NOT_TRADING);
  const most = w[contract + Contract.maxLeverage]!;
  if (c.leverage < 1 || c.leverage > most) return state.refuse(refuse.LEVERAGE_RANGE, 1n, BigInt(most));
  const isOwn = w[userContract + UserContract.mode] === marginMode.isolated;
  const positions = bothSides
    .filter((side) => !isOwn || c.posSide === posSide.none || c.posSide === side)
    .map((side) => positionOf(userContract, side));
  if (positions.some((position) => w[position + Position.voucher] !== 0)) return state.refuse(refuse.VOUCHER_LEG);
  const isRaised = positions.some((position) => c.leverage > w[position + Position.leverage]!);
  if (isRaised && w[contract + Contract.rung]! >= rung.protected) return state.refuse(refuse.MARKET_NOT_TRADING);
  const limit = riskLimitOf(state.contracts.tiersOf(contract), c.leverage);
  const measure = state.contracts.measureOf(w[userContract + UserContract.market]!);
  for (const position of positions) {
    const worth =
      valueCeil(measure, Math.max(1, w[contract + Contract.mark]!), memory.number(position + Position.qty)) +
      memory.money(position + Position.opening);
    if (limit === undefined || worth > limit) return state.refuse(refuse.RISK_LIMIT_EXCEEDED, limit ?? 0n, worth);
  }
  const changes = positions.map((position) => ({ position, reserves: newReserves(state, position, c.leverage) }));
  // As at entry: what an order reserves is posted as a plain number.
  const tooMuch = changes.flatMap(({ reserves }) => reserves).find(({ amount }) => amount >= splitBaseBig);
  if (tooMuch !== undefined) return state.refuse(refuse.RISK_LIMIT_EXCEEDED, splitBaseBig, tooMuch.amount);
  const more = changes.reduce((sum, { reserves }) => sum + reserves.reduce((all, each) => all + each.more, 0n), 0n);
  if (
    isOwn
      ? !moveMargin(state, positions, c.leverage, more)
      : !crossCarries(state, userContract, positions, c.leverage, more)
  )
    return;
  for (const { position, reserves } of changes) {
    for (const { order, more: extra, amount } of reserves) {
      reserve(state, position, state.orders.idOf(order), Number(extra));
      state.orders.setReserve(order, Number(amount), state.orders.assumed(order));
    }
    memory.set(position + Position.leverage, c.leverage);
  }
  emitSettings(state, userContract, c.uid, c.market);
}

type NewReserve = { order: number; amount: bigint; more: bigint };

/** What the opening orders of a position would reserve at another leverage: margin and fee at the assumed price, open loss as says. */
function newReserves(state: State, position: number, leverage: number): NewReserve[] {
  const { memory, orders: o } = state;
  const { w } = memory;
  const userContract = w[position + Position.userContract]!;
  const market = w[userContract + UserContract.market]!;
  const measure = state.contracts.measureOf(market);
  const mark = w[w[userContract + UserContract.contract]! + Contract.mark]!;
  return ordersOfPosition(state, position, true).map((order) => {
    const left = w[order + Order.remaining]!;
    const value = valueCeil(measure, o.assumed(order), left);
    const rate = state.fees.rate(o.vip(order), feeRate.perpTaker);
    const loss = isIsolated(state, position)
      ? 0n
      : openLoss(measure, orderSideName(o.side(order)), state.books.priceOf(order), mark, left);
    const amount = initialMargin(value, leverage) + feeOf(value, rate) + loss;
    return { order, amount, more: amount - BigInt(o.reserve(order)) };
  });
}

/** CROSS: equity must carry positions and orders at the new leverage. False: refused. */
function crossCarries(
  state: State,
  userContract: number,
  positions: readonly number[],
  leverage: number,
  more: bigint,
): boolean {
  const { memory } = state;
  const margin = memory.w[userContract + UserContract.margin]!;
  const health = healthOf(state, margin);
  let needed = health.initialMargin;
  for (const { position, notional } of health.positions)
    if (positions.includes(position))
      needed += initialMargin(notional, leverage) - initialMargin(notional, memory.w[position + Position.leverage]!);
  const orderMargin = memory.money(margin + Margin.orderMargin) + more;
  const { cash, bonus, uPnl, equity } = health;
  const isRaise = needed + orderMargin <= health.initialMargin + memory.money(margin + Margin.orderMargin);
  if (isRaise || carriesMargin({ cash, bonus, uPnl, initialMargin: needed, orderMargin })) return true;
  state.refuse(refuse.LEVERAGE_MARGIN, needed + orderMargin, equity > 0n ? equity : 0n);
  return false;
}

/** ISOLATED: a lower leverage moves what is missing from cash (V041), a higher one gives back what the position need not keep. False: refused. */
function moveMargin(state: State, positions: readonly number[], leverage: number, more: bigint): boolean {
  const { w } = state.memory;
  const margin = w[w[positions[0]! + Position.userContract]! + UserContract.margin]!;
  const moves = positions.map((position) => leverageShift(removalOf(state, position), leverage));
  const taken = moves.reduce((sum, amount) => (amount > 0n ? sum + amount : sum), 0n);
  const needed = taken + (more > 0n ? more : 0n);
  const free = availableNow(state, margin).isolated;
  if (needed > free) {
    state.refuse(refuse.LEVERAGE_MARGIN, needed, free);
    return false;
  }
  positions.forEach((position, i) => {
    if (moves[i] !== 0n) addToPosition(state, position, moves[i]!);
  });
  return true;
}

/** Cash into the margin of a position; below zero out of it. */
function addToPosition(state: State, position: number, amount: bigint): void {
  const { ledger } = state;
  const { w } = state.memory;
  const userContract = w[position + Position.userContract]!;
  const margin = w[userContract + UserContract.margin]!;
  ledger.beginEntry(entryCause.margin, w[w[userContract + UserContract.market]! + Market.id]!);
  ledger.lineBig(w[margin + Margin.cash]!, -amount);
  ledger.lineBig(w[position + Position.iso]!, amount);
  ledger.endEntry();
  emitPosition(state, position, entryCause.margin, 0n);
  touch(state, position);
  state.pending.margins.add(margin);
}

/** What asks of a position before margin may leave it; one without a position has nothing to keep. */
function removalOf(state: State, position: number): MarginRemoval {
  const { qty, entryValue } = figuresOf(state, position);
  const { uPnl, notional } = qty === 0 ? { uPnl: 0n, notional: 0n } : healthOfPosition(state, position);
  const leverage = state.memory.w[position + Position.leverage]!;
  return { isoMargin: isoMarginOf(state, position), entryValue, uPnl, markValue: notional, leverage };
}

/** adds to, or takes from, the margin of an isolated position. */
export function changeMargin(state: State, c: CommandOf<"change_margin">): void {
  const { memory } = state;
  const { w } = memory;
  const userContract = userContractIn(state, c.uid, c.market);
  if (userContract === 0) return;
  if (c.posSide < 1 || c.posSide > 2) return state.refuse(refuse.ORDER_TYPE_NOT_ALLOWED);
  const position = positionOf(userContract, c.posSide);
  if (w[position + Position.voucher] !== 0) return state.refuse(refuse.VOUCHER_LEG);
  if (w[userContract + UserContract.mode] !== marginMode.isolated) return state.refuse(refuse.NOT_ISOLATED);
  if (memory.number(position + Position.qty) === 0) return state.refuse(refuse.POSITION_NOT_FOUND);
  const margin = w[userContract + UserContract.margin]!;
  if (c.amount === 0n) return state.refuse(refuse.AMOUNT_INVALID);
  if (c.amount > 0n) {
    const free = availableNow(state, margin).isolated;
    if (c.amount > free) return state.refuse(refuse.INSUFFICIENT_MARGIN, c.amount, free);
  } else if (removalRefused(state, userContract, position, margin, -c.amount)) return;
  addToPosition(state, position, c.amount);
}

/** of all that concerns margin, CANCEL_ONLY and HALT take only what adds to it. */
function isClosed(state: State, userContract: number): boolean {
  const { w } = state.memory;
  const status = w[w[userContract + UserContract.market]! + Market.status]!;
  return status === marketStatus.cancelOnly || status === marketStatus.halt;
}

/** Removing is barred in M4, and while the position is at its maintenance margin. */
function removalRefused(state: State, userContract: number, position: number, margin: number, amount: bigint): boolean {
  const { w } = state.memory;
  if (isClosed(state, userContract) || w[w[userContract + UserContract.contract]! + Contract.rung]! >= rung.protected) {
    state.refuse(refuse.MARKET_NOT_TRADING);
    return true;
  }
  if (inLiquidation(state, position, margin)) {
    state.refuse(refuse.POSITION_IN_LIQUIDATION);
    return true;
  }
  const most = removableMargin(removalOf(state, position));
  if (amount <= most) return false;
  state.refuse(refuse.MARGIN_REMOVE_TOO_MUCH, most);
  return true;
}
