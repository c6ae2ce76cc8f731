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
import { eventCode } from "../events.ts";
import { highOf, lowOf } from "../ledger/limbs.ts";
import { Market } from "../markets/markets.ts";
import { cause, entryCause, opens, Order, status } from "../orders/order-table.ts";
import { Stake, User } from "../orders/users.ts";
import type { Rest } from "../slices.ts";
import type { State } from "../state.ts";
import { phase, role, Trigger } from "../triggers/trigger-table.ts";
import { endTrigger } from "../triggers/waiting.ts";
import { endExit } from "./attached.ts";
import { Contract } from "./contract-table.ts";
import { endLeg } from "./exits.ts";
import { agent, realise } from "./fill.ts";
import { Grant, grantKind } from "./grant-table.ts";
import { grantsOf, tellGrants } from "./grants.ts";
import { disposeOf, engineOrder } from "./inventory.ts";
import { endPerpOrder, trimCloses } from "./orders.ts";
import { clear, grow, shrink, tellPosition } from "./positions.ts";
import {
  bankruptcyLimit,
  contractOf,
  figuresOf,
  type Health,
  healthOf,
  healthOfLeg,
  isIsolated,
  isLegSick,
  isoMarginOf,
  isSick,
  isSuspended,
  marginOf,
  marketOf,
} from "./risk.ts";
import { Leg, legOf, Margin, posSide, Seat, seatsOf, sideName } from "./seats.ts";
import { payShortfall, tellDeficits } from "./shortfall.ts";

const priceMax = 2_147_483_647;

/** for an isolated leg: each step only while the trigger still holds. */
export function* liquidateLeg(state: State, leg: number): Rest {
  const health = healthOfLeg(state, leg);
  tellStarted(state, leg, isoMarginOf(state, leg) + health.uPnl, health.maintenanceMargin);
  cancelLeg(state, leg);
  if (!isLegSick(state, leg)) return;
  if (yield* reduceByTiers(state, leg)) return;
  const { w } = state.memory;
  const { kind } = state.contracts.measureOf(marketOf(state, leg));
  const side = sideName(w[leg + Leg.side]!);
  const { entryValue } = figuresOf(state, leg);
  const value = atLeastOne(bankruptcyValue(kind, side, entryValue, isoMarginOf(state, leg)));
  state.ledger.beginEntry(entryCause.takeover, w[marketOf(state, leg) + Market.id]!);
  const taken = takeLeg(state, leg, value);
  state.ledger.endEntry();
  yield* concludeTakeover(state, leg, taken, value);
}

const atLeastOne = (value: bigint): bigint => (value > 0n ? value : 1n);

/** for a cross account. Legs in suspended markets are passed over until the takeover. */
export function* liquidateAccount(state: State, margin: number): Rest {
  const before = healthOf(state, margin);
  tellStarted(state, before.legs[0]!.leg, before.equity, before.maintenanceMargin, margin);
  cancelAccount(state, margin);
  if (!isSick(healthOf(state, margin))) return;
  for (const seat of seatsOf(state.memory, margin)) {
    if (isSuspended(state, state.memory.w[seat + Seat.market]!)) continue;
    netLegs(state, seat);
    if (!isSick(healthOf(state, margin))) return;
  }
  for (;;) {
    const leg = largestReducible(state, healthOf(state, margin));
    if (leg === undefined || !(yield* reduceOnce(state, leg))) break;
    if (!isSick(healthOf(state, margin))) return;
  }
  yield* takeOverAccount(state, margin);
}

/** Step 3: the leg with the largest maintenance margin that is above the first tier; ties by contract id, long first. */
function largestReducible(state: State, health: Health): number | undefined {
  let largest: { leg: number; maintenanceMargin: bigint } | undefined;
  for (const each of health.legs) {
    if (isSuspended(state, marketOf(state, each.leg)) || stepOf(state, each.leg) === undefined) continue;
    if (largest === undefined || each.maintenanceMargin > largest.maintenanceMargin) largest = each;
  }
  return largest?.leg;
}

function stepOf(state: State, leg: number): { closeQty: number } | undefined {
  const contract = contractOf(state, leg);
  const measure = state.contracts.measureOf(marketOf(state, leg));
  const { qty } = figuresOf(state, leg);
  return tierStep(measure, state.contracts.tiersOf(contract), qty, state.memory.w[contract + Contract.mark]!);
}

/** One tier down by an IOC at the bankruptcy price. False: it filled nothing. */
function* reduceOnce(state: State, leg: number): Generator<void, boolean> {
  const step = stepOf(state, leg);
  if (step === undefined || isSuspended(state, marketOf(state, leg))) return false;
  const open = state.memory.w[leg + Leg.side] === posSide.long ? 1 : priceMax;
  const limit = bankruptcyLimit(state, leg) ?? open;
  return (yield* engineOrder(state, leg, step.closeQty, limit, agent.liquidation)) > 0;
}

/** True: the leg is healthy again, or gone. */
function* reduceByTiers(state: State, leg: number): Generator<void, boolean> {
  while (yield* reduceOnce(state, leg))
    if (state.memory.number(leg + Leg.qty) === 0 || !isLegSick(state, leg)) return true;
  return false;
}

/** Step 1 for a leg: its opening orders, closes, closing triggers and TP/SL. */
function cancelLeg(state: State, leg: number): void {
  const { w } = state.memory;
  const stake = w[w[leg + Leg.seat]! + Seat.stake]!;
  const isOfLeg = (at: number, side: number): boolean => w[at + 2] === stake && side === w[leg + Leg.side];
  cancelOrders(state, w[stake + Stake.user]!, (order) => isOfLeg(order, state.orders.posSide(order)));
  cancelTriggers(state, w[stake + Stake.user]!, (trigger) => isOfLeg(trigger, state.triggers.posSide(trigger)));
}

/** Step 1 for an account: all orders, closing triggers and TP/SL of its cross contracts, and its isolated opening orders. */
function cancelAccount(state: State, margin: number): void {
  const { orders: o } = state;
  const { w } = state.memory;
  const user = w[margin + Margin.user]!;
  const seatAt = (stakeAt: number): number => w[w[stakeAt]! + Stake.seat]!;
  const isOurs = (stakeAt: number): boolean => seatAt(stakeAt) !== 0 && w[seatAt(stakeAt) + Seat.margin] === margin;
  const isCross = (stakeAt: number, side: number): boolean => !isIsolated(state, legOf(seatAt(stakeAt), side));
  cancelOrders(
    state,
    user,
    (order) =>
      isOurs(order + Order.stake) &&
      (isCross(order + Order.stake, o.posSide(order)) || opens(o.side(order), o.posSide(order))),
  );
  cancelTriggers(
    state,
    user,
    (trigger) => isOurs(trigger + Trigger.stake) && isCross(trigger + Trigger.stake, state.triggers.posSide(trigger)),
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

/** Step 2: both legs of a contract close against each other at mark, without fee and without a trade (V075). */
function netLegs(state: State, seat: number): void {
  const { ledger, memory } = state;
  const { w } = memory;
  const long = legOf(seat, posSide.long);
  const short = legOf(seat, posSide.short);
  if ([long, short].some((leg) => memory.number(leg + Leg.qty) === 0 || isIsolated(state, leg))) return;
  const market = w[seat + Seat.market]!;
  const mark = w[w[seat + Seat.contract]! + Contract.mark]!;
  const measure = state.contracts.measureOf(market);
  const { qty, value } = netPair(measure, figuresOf(state, long), figuresOf(state, short), mark);
  ledger.beginEntry(entryCause.netting, w[market + Market.id]!);
  const pnls = [long, short].map((leg) => {
    const pnl = shrink(state, leg, qty, value);
    realise(state, leg, pnl);
    return pnl;
  });
  ledger.endEntry();
  state.events.list(eventCode.pair_netted, [
    w[w[seat + Seat.margin]! + Margin.uid]!,
    w[market + Market.id]!,
    qty,
    mark,
  ]);
  [long, short].forEach((leg, i) => {
    tellPosition(state, leg, entryCause.netting, pnls[i]!);
    if (memory.number(leg + Leg.qty) === 0) endLeg(state, leg);
    else trimCloses(state, leg, memory.number(leg + Leg.qty));
  });
  tellGrants(state);
}

/** all cross legs at once, at values that leave cash and bonus at zero exactly. */
function* takeOverAccount(state: State, margin: number): Rest {
  const { ledger, memory } = state;
  const { w } = memory;
  const { cash, bonus, legs } = healthOf(state, margin);
  const figures = legs.map(({ leg }) => {
    const contract = contractOf(state, leg);
    const measure = state.contracts.measureOf(marketOf(state, leg));
    const { qty, entryValue } = figuresOf(state, leg);
    const markValue = tradeValue(measure, w[contract + Contract.mark]!, qty);
    return { kind: measure.kind, side: sideName(w[leg + Leg.side]!), entryValue, markValue };
  });
  const values = takeoverOf(takeoverEquity(cash + bonus, figures), figures);
  ledger.beginEntry(entryCause.takeover, w[margin + Margin.uid]!);
  // Profits first, so that losses find them in cash.
  const order = legs.map((_, i) => i).sort((a, b) => (values[a]!.pnl > values[b]!.pnl ? -1 : 1));
  const taken = legs.map((): Taken => ({ qty: 0, pnl: 0n }));
  for (const i of order) taken[i] = takeLeg(state, legs[i]!.leg, values[i]!.value);
  ledger.endEntry();
  tellGrants(state);
  for (const [i, { leg }] of legs.entries()) yield* concludeTakeover(state, leg, taken[i]!, values[i]!.value);
}

type Taken = { readonly qty: number; readonly pnl: bigint };

/** Inside the open entry: the leg goes to the engine at a value; its holder realises the difference. */
function takeLeg(state: State, leg: number, value: bigint): Taken {
  const { memory } = state;
  const { w } = memory;
  const contract = contractOf(state, leg);
  const qty = memory.number(leg + Leg.qty);
  const pnl = shrink(state, leg, qty, value);
  if (isIsolated(state, leg)) {
    clear(state, contract, pnl);
    state.ledger.lineBig(w[leg + Leg.iso]!, pnl);
  } else realise(state, leg, pnl);
  grow(state, legOf(w[contract + Contract.inventory]!, w[leg + Leg.side]!), qty, value);
  return { qty, pnl };
}

function* concludeTakeover(state: State, leg: number, { qty, pnl }: Taken, value: bigint): Rest {
  const { w } = state.memory;
  const contract = contractOf(state, leg);
  const market = marketOf(state, leg);
  const measure = state.contracts.measureOf(market);
  const price = bankruptcyPriceOf(measure, value, qty);
  const mark = w[contract + Contract.mark]!;
  const atMark = { kind: measure.kind, side: sideName(w[leg + Leg.side]!), markValue: tradeValue(measure, mark, qty) };
  const margin = takeoverMargin(atMark, value);
  tellPosition(state, leg, entryCause.takeover, pnl);
  state.events.list(eventCode.taken_over, [
    w[marginOf(state, leg) + Margin.uid]!,
    w[market + Market.id]!,
    w[leg + Leg.side]!,
    qty,
    highOf(value),
    lowOf(value),
    price === undefined ? 0 : Number(floorOf(price)),
    mark,
    highOf(margin),
    lowOf(margin),
  ]);
  endLeg(state, leg);
  yield* disposeOf(state, legOf(w[contract + Contract.inventory]!, w[leg + Leg.side]!), qty, value);
}

function tellStarted(state: State, leg: number, equity: bigint, maintenance: bigint, margin = 0): void {
  const { w } = state.memory;
  state.events.list(eventCode.liquidation_started, [
    w[marginOf(state, leg) + Margin.uid]!,
    w[marketOf(state, leg) + Market.id]!,
    margin === 0 ? w[leg + Leg.side]! : 0,
    highOf(equity),
    lowOf(equity),
    highOf(maintenance),
    lowOf(maintenance),
  ]);
}

/** cash below zero with no cross leg left is paid by the account's grants, then as A-2 says. */
export function payDeficit(state: State, margin: number): void {
  const { ledger, memory } = state;
  const { w } = memory;
  const cash = w[margin + Margin.cash]!;
  const owed = ledger.balance(cash);
  if (owed >= 0n || healthOf(state, margin).legs.length > 0) return;
  const grants = [...grantsOf(state, margin, grantKind.trading)];
  const seat = w[margin + Margin.firstSeat]!;
  const contract = w[seat + Seat.contract]!;
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
  state.events.list(eventCode.deficit_paid, [
    w[margin + Margin.uid]!,
    Math.floor(w[margin + Margin.key]! / 1024),
    w[margin + Margin.key]! % 1024,
    highOf(-owed),
    lowOf(-owed),
  ]);
  tellGrants(state);
  tellDeficits(state);
}
