import {
  bankruptcyPriceOf,
  bankruptcyValue,
  deficitPayers,
  floorOf,
  netPair,
  takeoverEquity,
  takeoverMargin,
  takeoverOf,
  tierStep,
  tradeValue,
} from "@tidemark/money";
import { highOf, lowOf } from "../../memory/split-amount.ts";
import { Market } from "../../records/market.ts";
import { cause, entryCause, opens, Order, status } from "../../records/order.ts";
import { UserMarket, User } from "../../records/user.ts";
import type { SlicedWork } from "../../memory/slices.ts";
import type { State } from "../../state/state.ts";
import { phase, role, Trigger } from "../../records/trigger.ts";
import { endTrigger } from "../../triggers/waiting.ts";
import { endExit } from "../tpsl/attached.ts";
import { Contract } from "../../records/contract.ts";
import { endPosition } from "../order/exits.ts";
import { agent, realise } from "../order/fill.ts";
import { Grant, grantKind } from "../../records/grant.ts";
import { grantsOf, emitGrants } from "../grants/grants.ts";
import { disposeOf, engineOrder } from "./inventory.ts";
import { endPerpOrder, trimCloses } from "../order/orders.ts";
import { clear, grow, shrink, emitPosition } from "../position/positions.ts";
import {
  bankruptcyLimit,
  contractOf,
  figuresOf,
  type Health,
  healthOf,
  healthOfPosition,
  isIsolated,
  isPositionLiquidatable,
  isoMarginOf,
  isAccountLiquidatable,
  marginOf,
  marketOf,
} from "../margin/risk.ts";
import { isSuspended } from "../../markets/suspension.ts";
import {
  Position,
  positionOf,
  Margin,
  posSide,
  UserContract,
  userContractsOf,
  sideName,
} from "../../records/user-contract.ts";
import { payShortfall, emitDeficits } from "../margin/shortfall.ts";

const priceMax = 2_147_483_647;

/** for an isolated position: each step only while the trigger still holds. */
export function* liquidatePosition(state: State, position: number): SlicedWork {
  const health = healthOfPosition(state, position);
  emitStarted(state, position, isoMarginOf(state, position) + health.uPnl, health.maintenanceMargin);
  cancelPosition(state, position);
  if (!isPositionLiquidatable(state, position)) return;
  if (yield* reduceByTiers(state, position)) return;
  const { w } = state.memory;
  const { kind } = state.contracts.measureOf(marketOf(state, position));
  const side = sideName(w[position + Position.side]!);
  const { entryValue } = figuresOf(state, position);
  const value = atLeastOne(bankruptcyValue(kind, side, entryValue, isoMarginOf(state, position)));
  state.ledger.beginEntry(entryCause.takeover, w[marketOf(state, position) + Market.id]!);
  const taken = takePosition(state, position, value);
  state.ledger.endEntry();
  yield* concludeTakeover(state, position, taken, value);
}

const atLeastOne = (value: bigint): bigint => (value > 0n ? value : 1n);

/** for a cross account. Positions in suspended markets are passed over until the takeover. */
export function* liquidateAccount(state: State, margin: number): SlicedWork {
  const before = healthOf(state, margin);
  emitStarted(state, before.positions[0]!.position, before.equity, before.maintenanceMargin, margin);
  cancelAccount(state, margin);
  if (!isAccountLiquidatable(healthOf(state, margin))) return;
  for (const userContract of userContractsOf(state.memory, margin)) {
    if (isSuspended(state, state.memory.w[userContract + UserContract.market]!)) continue;
    netPositions(state, userContract);
    if (!isAccountLiquidatable(healthOf(state, margin))) return;
  }
  for (;;) {
    const position = largestReducible(state, healthOf(state, margin));
    if (position === undefined || !(yield* reduceOnce(state, position))) break;
    if (!isAccountLiquidatable(healthOf(state, margin))) return;
  }
  yield* takeOverAccount(state, margin);
}

/** Step 3: the position with the largest maintenance margin that is above the first tier; ties by contract id, long first. */
function largestReducible(state: State, health: Health): number | undefined {
  let largest: { position: number; maintenanceMargin: bigint } | undefined;
  for (const each of health.positions) {
    if (isSuspended(state, marketOf(state, each.position)) || stepOf(state, each.position) === undefined) continue;
    if (largest === undefined || each.maintenanceMargin > largest.maintenanceMargin) largest = each;
  }
  return largest?.position;
}

function stepOf(state: State, position: number): { closeQty: number } | undefined {
  const contract = contractOf(state, position);
  const measure = state.contracts.measureOf(marketOf(state, position));
  const { qty } = figuresOf(state, position);
  return tierStep(measure, state.contracts.tiersOf(contract), qty, state.memory.w[contract + Contract.mark]!);
}

/** One tier down by an IOC at the bankruptcy price. False: it filled nothing. */
function* reduceOnce(state: State, position: number): Generator<void, boolean> {
  const step = stepOf(state, position);
  if (step === undefined || isSuspended(state, marketOf(state, position))) return false;
  const open = state.memory.w[position + Position.side] === posSide.long ? 1 : priceMax;
  const limit = bankruptcyLimit(state, position) ?? open;
  return (yield* engineOrder(state, position, step.closeQty, limit, agent.liquidation)) > 0;
}

/** True: the position is healthy again, or gone. */
function* reduceByTiers(state: State, position: number): Generator<void, boolean> {
  while (yield* reduceOnce(state, position))
    if (state.memory.number(position + Position.qty) === 0 || !isPositionLiquidatable(state, position)) return true;
  return false;
}

/** Step 1 for a position: its opening orders, closes, closing triggers and TP/SL. */
function cancelPosition(state: State, position: number): void {
  const { w } = state.memory;
  const userMarket = w[w[position + Position.userContract]! + UserContract.userMarket]!;
  const isOfPosition = (at: number, side: number): boolean =>
    w[at + 2] === userMarket && side === w[position + Position.side];
  cancelOrders(state, w[userMarket + UserMarket.user]!, (order) => isOfPosition(order, state.orders.posSide(order)));
  cancelTriggers(state, w[userMarket + UserMarket.user]!, (trigger) =>
    isOfPosition(trigger, state.triggers.posSide(trigger)),
  );
}

/** Step 1 for an account: all orders, closing triggers and TP/SL of its cross contracts, and its isolated opening orders. */
function cancelAccount(state: State, margin: number): void {
  const { orders: o } = state;
  const { w } = state.memory;
  const user = w[margin + Margin.user]!;
  const userContractAt = (userMarketAt: number): number => w[w[userMarketAt]! + UserMarket.userContract]!;
  const isOurs = (userMarketAt: number): boolean =>
    userContractAt(userMarketAt) !== 0 && w[userContractAt(userMarketAt) + UserContract.margin] === margin;
  const isCross = (userMarketAt: number, side: number): boolean =>
    !isIsolated(state, positionOf(userContractAt(userMarketAt), side));
  cancelOrders(
    state,
    user,
    (order) =>
      isOurs(order + Order.userMarket) &&
      (isCross(order + Order.userMarket, o.posSide(order)) || opens(o.side(order), o.posSide(order))),
  );
  cancelTriggers(
    state,
    user,
    (trigger) =>
      isOurs(trigger + Trigger.userMarket) && isCross(trigger + Trigger.userMarket, state.triggers.posSide(trigger)),
  );
}

function cancelOrders(state: State, user: number, isMeant: (order: number) => boolean): void {
  const { w } = state.memory;
  for (let order = w[user + User.oldestOrder]!; order !== 0;) {
    const newer = w[order + Order.newer]!;
    if (isMeant(order)) endPerpOrder(state, order, status.canceled, cause.liquidation);
    order = newer;
  }
}

/** Opening triggers stay, and what sleeps with them: they reserve nothing. */
function cancelTriggers(state: State, user: number, isMeant: (trigger: number) => boolean): void {
  const { triggers: t } = state;
  const { w } = state.memory;
  const meant: number[] = [];
  for (let trigger = w[user + User.oldestTrigger]!; trigger !== 0; trigger = w[trigger + Trigger.newer]!)
    if (isMeant(trigger) && !opens(t.side(trigger), t.posSide(trigger)) && w[trigger + Trigger.phase] !== phase.dormant)
      meant.push(trigger);
  for (const trigger of meant)
    if (w[trigger + Trigger.role] === role.order) endTrigger(state, trigger, status.canceled, cause.liquidation, 0, 0);
    else endExit(state, trigger, status.canceled, cause.liquidation);
}

/** Step 2: both positions of a contract close against each other at mark, without fee and without a trade (V075). */
function netPositions(state: State, userContract: number): void {
  const { ledger, memory } = state;
  const { w } = memory;
  const long = positionOf(userContract, posSide.long);
  const short = positionOf(userContract, posSide.short);
  if ([long, short].some((position) => memory.number(position + Position.qty) === 0 || isIsolated(state, position)))
    return;
  const market = w[userContract + UserContract.market]!;
  const mark = w[w[userContract + UserContract.contract]! + Contract.mark]!;
  const measure = state.contracts.measureOf(market);
  const { qty, value } = netPair(measure, figuresOf(state, long), figuresOf(state, short), mark);
  ledger.beginEntry(entryCause.netting, w[market + Market.id]!);
  const pnls = [long, short].map((position) => {
    const pnl = shrink(state, position, qty, value);
    realise(state, position, pnl);
    return pnl;
  });
  ledger.endEntry();
  state.events.emit("pair_netted", {
    uid: w[w[userContract + UserContract.margin]! + Margin.uid]!,
    market: w[market + Market.id]!,
    qty,
    mark,
  });
  [long, short].forEach((position, i) => {
    emitPosition(state, position, entryCause.netting, pnls[i]!);
    if (memory.number(position + Position.qty) === 0) endPosition(state, position);
    else trimCloses(state, position, memory.number(position + Position.qty));
  });
  emitGrants(state);
}

/** all cross positions at once, at values that leave cash and bonus at zero exactly. */
function* takeOverAccount(state: State, margin: number): SlicedWork {
  const { ledger, memory } = state;
  const { w } = memory;
  const { cash, bonus, positions } = healthOf(state, margin);
  const figures = positions.map(({ position }) => {
    const contract = contractOf(state, position);
    const measure = state.contracts.measureOf(marketOf(state, position));
    const { qty, entryValue } = figuresOf(state, position);
    const markValue = tradeValue(measure, w[contract + Contract.mark]!, qty);
    return { kind: measure.kind, side: sideName(w[position + Position.side]!), entryValue, markValue };
  });
  const values = takeoverOf(takeoverEquity(cash + bonus, figures), figures);
  ledger.beginEntry(entryCause.takeover, w[margin + Margin.uid]!);
  // Profits first, so that losses find them in cash.
  const order = positions.map((_, i) => i).sort((a, b) => (values[a]!.pnl > values[b]!.pnl ? -1 : 1));
  const taken = positions.map((): Taken => ({ qty: 0, pnl: 0n }));
  for (const i of order) taken[i] = takePosition(state, positions[i]!.position, values[i]!.value);
  ledger.endEntry();
  emitGrants(state);
  for (const [i, { position }] of positions.entries())
    yield* concludeTakeover(state, position, taken[i]!, values[i]!.value);
}

type Taken = { readonly qty: number; readonly pnl: bigint };

/** Inside the open entry: the position goes to the engine at a value; its holder realises the difference. */
function takePosition(state: State, position: number, value: bigint): Taken {
  const { memory } = state;
  const { w } = memory;
  const contract = contractOf(state, position);
  const qty = memory.number(position + Position.qty);
  const pnl = shrink(state, position, qty, value);
  if (isIsolated(state, position)) {
    clear(state, contract, pnl);
    state.ledger.lineBig(w[position + Position.iso]!, pnl);
  } else realise(state, position, pnl);
  grow(state, positionOf(w[contract + Contract.inventory]!, w[position + Position.side]!), qty, value);
  return { qty, pnl };
}

function* concludeTakeover(state: State, position: number, { qty, pnl }: Taken, value: bigint): SlicedWork {
  const { w } = state.memory;
  const contract = contractOf(state, position);
  const market = marketOf(state, position);
  const measure = state.contracts.measureOf(market);
  const price = bankruptcyPriceOf(measure, value, qty);
  const mark = w[contract + Contract.mark]!;
  const atMark = {
    kind: measure.kind,
    side: sideName(w[position + Position.side]!),
    markValue: tradeValue(measure, mark, qty),
  };
  const margin = takeoverMargin(atMark, value);
  emitPosition(state, position, entryCause.takeover, pnl);
  state.events.emit("taken_over", {
    uid: w[marginOf(state, position) + Margin.uid]!,
    market: w[market + Market.id]!,
    posSide: w[position + Position.side]!,
    qty,
    valueHigh: highOf(value),
    valueLow: lowOf(value),
    bankruptcyPrice: price === undefined ? 0 : Number(floorOf(price)),
    mark,
    marginHigh: highOf(margin),
    marginLow: lowOf(margin),
  });
  endPosition(state, position);
  yield* disposeOf(state, positionOf(w[contract + Contract.inventory]!, w[position + Position.side]!), qty, value);
}

function emitStarted(state: State, position: number, equity: bigint, maintenance: bigint, margin = 0): void {
  const { w } = state.memory;
  state.events.emit("liquidation_started", {
    uid: w[marginOf(state, position) + Margin.uid]!,
    market: w[marketOf(state, position) + Market.id]!,
    posSide: margin === 0 ? w[position + Position.side]! : 0,
    equityHigh: highOf(equity),
    equityLow: lowOf(equity),
    maintenanceHigh: highOf(maintenance),
    maintenanceLow: lowOf(maintenance),
  });
}

/** cash below zero with no cross position left is paid by the account's grants, then as A-2 says. */
export function payDeficit(state: State, margin: number): void {
  const { ledger, memory } = state;
  const { w } = memory;
  const cash = w[margin + Margin.cash]!;
  const owed = ledger.balance(cash);
  if (owed >= 0n || healthOf(state, margin).positions.length > 0) return;
  const grants = [...grantsOf(state, margin, grantKind.trading)];
  const userContract = w[margin + Margin.firstUserContract]!;
  const contract = w[userContract + UserContract.contract]!;
  const payers = deficitPayers(
    owed,
    grants.map((grant) => memory.money(grant + Grant.remaining)),
  );
  ledger.beginEntry(entryCause.deficit, w[margin + Margin.uid]!);
  ledger.lineBig(cash, -owed);
  grants.forEach((grant, i) => {
    const amount = payers.fromGrants[i]!;
    if (amount === 0n) return;
    memory.setMoney(grant + Grant.remaining, memory.money(grant + Grant.remaining) - amount);
    ledger.lineBig(w[margin + Margin.bonus]!, -amount);
    state.grantChanges.push({ grant: w[grant + Grant.id]!, cause: entryCause.deficit, amount });
  });
  payShortfall(state, contract, payers.left);
  ledger.endEntry();
  state.events.emit("deficit_paid", {
    uid: w[margin + Margin.uid]!,
    product: Math.floor(w[margin + Margin.key]! / 1024),
    asset: w[margin + Margin.key]! % 1024,
    amountHigh: highOf(-owed),
    amountLow: lowOf(-owed),
  });
  emitGrants(state);
  emitDeficits(state);
}
