import {
  bandMax,
  bandMin,
  bankruptcyLimitTicks,
  isFundSound,
  mayKeepInventory,
  netPair,
  tradeValue,
  unwindQty,
} from "@tidemark/money";
import { eventCode } from "../events.ts";
import { highOf, lowOf } from "../ledger/limbs.ts";
import { Market } from "../markets/markets.ts";
import { entryCause, side } from "../orders/order-table.ts";
import { prepareEngineIoc } from "../orders/engine-ioc.ts";
import { tellAccepted } from "../orders/records.ts";
import type { Rest } from "../slices.ts";
import type { State } from "../state.ts";
import { autoDeleverage, halt } from "./adl.ts";
import { Contract } from "./contract-table.ts";
import { agent } from "./fill.ts";
import { matchAllPerp } from "./match.ts";
import { clear, shrink, tellPosition } from "./positions.ts";
import { contractOf, figuresOf, healthOfLeg, isSuspended, marketOf } from "./risk.ts";
import { Leg, legOf, posSide, Seat, sideName } from "./seats.ts";

const unwindBand = 500_000;
const priceMax = 2_147_483_647;

/** An IOC that the engine sends, for itself or for the holder of the leg. Returns what it filled. */
export function* engineOrder(
  state: State,
  leg: number,
  qty: number,
  limitTicks: number,
  who: number,
): Generator<void, number> {
  const { memory, taker: t } = state;
  const { w } = memory;
  const seat = w[leg + Leg.seat]!;
  const stake = w[seat + Seat.stake]!;
  const legSide = w[leg + Leg.side]!;
  const closes = legSide === posSide.long ? side.sell : side.buy;
  prepareEngineIoc(state, stake, w[seat + Seat.market]!, closes, qty, limitTicks);
  // V141: on a user's behalf it carries that user's group; its own inventory meets anyone.
  if (who !== agent.liquidation) t.group = 0;
  t.leg = leg;
  t.posSide = legSide;
  t.agent = who;
  tellAccepted(state, w[t.market + Market.product]!, limitTicks, 0);
  const ended = matchAllPerp(state);
  if (ended !== true) yield* ended;
  return t.filled;
}

const inventoryLegs = (state: State, contract: number): [long: number, short: number] => {
  const seat = state.memory.w[contract + Contract.inventory]!;
  return [legOf(seat, posSide.long), legOf(seat, posSide.short)];
};

/** what was just taken over is netted against opposite inventory, offered at its bankruptcy price, then kept or deleveraged. */
export function* disposeOf(state: State, leg: number, qty: number, value: bigint): Rest {
  const { memory } = state;
  const market = marketOf(state, leg);
  const contract = memory.w[market + Market.contract]!;
  if (isSuspended(state, market)) return;
  const before = memory.number(leg + Leg.qty);
  netInventory(state, contract);
  const netted = before - memory.number(leg + Leg.qty);
  let left = Math.max(0, qty - netted);
  if (left === 0) return;
  const measure = state.contracts.measureOf(market);
  const border = bankruptcyLimitTicks(measure, sideName(memory.w[leg + Leg.side]!), value, qty);
  const open = memory.w[leg + Leg.side] === posSide.long ? 1 : priceMax;
  const held = memory.number(leg + Leg.qty);
  yield* engineOrder(state, leg, left, border ?? open, agent.inventory);
  left -= held - memory.number(leg + Leg.qty);
  if (left === 0) return;
  const [long, short] = inventoryLegs(state, contract);
  const worth = [long, short].reduce((sum, each) => sum + valueOf(state, each), 0n);
  if (mayKeepInventory(fundFigures(state, contract), worth)) return;
  // Beside older inventory the counterparties get the price of this takeover, not the engine's average.
  const { qty: size, entryValue } = figuresOf(state, leg);
  yield* deleverageOrNet(state, leg, left, left === size ? entryValue : (value * BigInt(left)) / BigInt(qty));
}

/** what came to the engine while the market was suspended has waited for its return. */
export function* disposeOfWaiting(state: State, market: number): Rest {
  if (isSuspended(state, market)) return;
  for (const leg of inventoryLegs(state, state.memory.w[market + Market.contract]!)) {
    const { qty, entryValue } = figuresOf(state, leg);
    if (qty > 0) yield* disposeOf(state, leg, qty, entryValue);
  }
}

function valueOf(state: State, leg: number): bigint {
  const { qty } = figuresOf(state, leg);
  const market = marketOf(state, leg);
  const mark = state.memory.w[state.memory.w[market + Market.contract]! + Contract.mark]!;
  return qty === 0 ? 0n : tradeValue(state.contracts.measureOf(market), mark, qty);
}

/** the fund of a contract, its peak, and the unrealised PnL of all inventory that it carries. */
function fundFigures(state: State, contract: number): { fund: bigint; peak: bigint; inventoryUPnl: bigint } {
  const { ledger, memory } = state;
  const { w } = memory;
  const insurance = w[contract + Contract.insurance]!;
  const fund = ledger.balance(insurance);
  state.fundPeaks.note(insurance, fund, state.now);
  let inventoryUPnl = 0n;
  for (const market of state.markets.all()) {
    const other = w[market + Market.contract]!;
    if (other === 0 || w[other + Contract.insurance] !== insurance) continue;
    for (const leg of inventoryLegs(state, other))
      if (memory.number(leg + Leg.qty) > 0) inventoryUPnl += healthOfLeg(state, leg).uPnl;
  }
  return { fund, peak: state.fundPeaks.highest(insurance, fund), inventoryUPnl };
}

/**
 * Long and short inventory of one contract close against each other at mark; the fund wins or loses the difference. Where it cannot pay
 * they wait, unless no user is left to deleverage: then the company pays the rest, or the market halts.
 */
function netInventory(state: State, contract: number, isLastWay = false): void {
  const { ledger, memory } = state;
  const { w } = memory;
  const [long, short] = inventoryLegs(state, contract);
  if (memory.number(long + Leg.qty) === 0 || memory.number(short + Leg.qty) === 0) return;
  const market = w[contract + Contract.market]!;
  const measure = state.contracts.measureOf(market);
  const mark = w[contract + Contract.mark]!;
  const { qty, value, pnlLong, pnlShort } = netPair(measure, figuresOf(state, long), figuresOf(state, short), mark);
  const after = ledger.balance(w[contract + Contract.insurance]!) + pnlLong + pnlShort;
  if (after < 0n && !isLastWay) return;
  const housePays = after < 0n ? -after : 0n;
  if (housePays > ledger.balance(w[contract + Contract.house]!)) return halt(state, market);
  ledger.beginEntry(entryCause.netting, w[market + Market.id]!);
  const pnl = shrink(state, long, qty, value) + shrink(state, short, qty, value);
  clear(state, contract, pnl);
  ledger.lineBig(w[contract + Contract.insurance]!, pnl + housePays);
  ledger.lineBig(w[contract + Contract.house]!, -housePays);
  ledger.endEntry();
  for (const leg of [long, short]) tellPosition(state, leg, entryCause.netting, 0n);
}

/** each second: a tenth of the inventory within 0.5 % of the mark; all of it to others if the fund is no longer sound. */
export function* unwind(state: State, market: number): Rest {
  const { memory } = state;
  const { w } = memory;
  const contract = w[market + Market.contract]!;
  const insurance = w[contract + Contract.insurance]!;
  state.fundPeaks.note(insurance, state.ledger.balance(insurance), state.now);
  if (isSuspended(state, market)) return;
  for (const leg of inventoryLegs(state, contract)) {
    const qty = memory.number(leg + Leg.qty);
    if (qty === 0) continue;
    if (!isFundSound(fundFigures(state, contract))) {
      yield* deleverageAll(state, leg);
      continue;
    }
    const mark = memory.w[contract + Contract.mark]!;
    const isLong = memory.w[leg + Leg.side] === posSide.long;
    const limitTicks = isLong ? bandMin(mark, unwindBand) : bandMax(mark, unwindBand);
    const least = memory.number(market + Market.minQty);
    const before = state.ledger.balance(insurance);
    const filled = yield* engineOrder(state, leg, unwindQty(qty, least), limitTicks, agent.inventory);
    const pnl = state.ledger.balance(insurance) - before;
    if (filled > 0)
      state.events.list(eventCode.inventory_closed, [
        memory.w[market + Market.id]!,
        memory.w[leg + Leg.side]!,
        filled,
        highOf(pnl),
        lowOf(pnl),
      ]);
  }
}

/** The whole inventory of a side at the mark value. */
export function* deleverageAll(state: State, leg: number): Rest {
  const qty = state.memory.number(leg + Leg.qty);
  if (qty > 0) yield* deleverageOrNet(state, leg, qty, valueOf(state, leg));
}

/** Longs are as many as shorts: what finds no user on the other side finds the engine itself there. */
function* deleverageOrNet(state: State, leg: number, qty: number, value: bigint): Rest {
  const left = yield* autoDeleverage(state, leg, qty, value);
  if (left > 0) netInventory(state, contractOf(state, leg), true);
}
