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
import { highOf, lowOf } from "../../memory/split-amount.ts";
import { Market } from "../../records/market.ts";
import { entryCause, side } from "../../records/order.ts";
import { prepareEngineIoc } from "../../orders/engine-ioc.ts";
import { emitAccepted } from "../../orders/records.ts";
import type { SlicedWork } from "../../memory/slices.ts";
import type { State } from "../../state/state.ts";
import { autoDeleverage, halt } from "./adl.ts";
import { Contract } from "../../records/contract.ts";
import { agent } from "../order/fill.ts";
import { matchAllPerp } from "../order/match.ts";
import { clear, shrink, emitPosition } from "../position/positions.ts";
import { contractOf, figuresOf, healthOfPosition, marketOf } from "../margin/risk.ts";
import { isSuspended } from "../../markets/suspension.ts";
import { Position, positionOf, posSide, UserContract, sideName } from "../../records/user-contract.ts";

const unwindBand = 500_000;
const priceMax = 2_147_483_647;

/** An IOC that the engine sends, for itself or for the holder of the position. Returns what it filled. */
export function* engineOrder(
  state: State,
  position: number,
  qty: number,
  limitTicks: number,
  who: number,
): Generator<void, number> {
  const { memory, taker: t } = state;
  const { w } = memory;
  const userContract = w[position + Position.userContract]!;
  const userMarket = w[userContract + UserContract.userMarket]!;
  const positionSide = w[position + Position.side]!;
  const closes = positionSide === posSide.long ? side.sell : side.buy;
  prepareEngineIoc(state, userMarket, w[userContract + UserContract.market]!, closes, qty, limitTicks);
  // V141: on a user's behalf it carries that user's group; its own inventory meets anyone.
  if (who !== agent.liquidation) t.group = 0;
  t.position = position;
  t.posSide = positionSide;
  t.agent = who;
  emitAccepted(state, w[t.market + Market.product]!, limitTicks, 0);
  const ended = matchAllPerp(state);
  if (ended !== true) yield* ended;
  return t.filled;
}

const inventoryPositions = (state: State, contract: number): [long: number, short: number] => {
  const userContract = state.memory.w[contract + Contract.inventory]!;
  return [positionOf(userContract, posSide.long), positionOf(userContract, posSide.short)];
};

/** what was just taken over is netted against opposite inventory, offered at its bankruptcy price, then kept or deleveraged. */
export function* disposeOf(state: State, position: number, qty: number, value: bigint): SlicedWork {
  const { memory } = state;
  const market = marketOf(state, position);
  const contract = memory.w[market + Market.contract]!;
  if (isSuspended(state, market)) return;
  const before = memory.number(position + Position.qty);
  netInventory(state, contract);
  const netted = before - memory.number(position + Position.qty);
  let left = Math.max(0, qty - netted);
  if (left === 0) return;
  const measure = state.contracts.measureOf(market);
  const border = bankruptcyLimitTicks(measure, sideName(memory.w[position + Position.side]!), value, qty);
  const open = memory.w[position + Position.side] === posSide.long ? 1 : priceMax;
  const held = memory.number(position + Position.qty);
  yield* engineOrder(state, position, left, border ?? open, agent.inventory);
  left -= held - memory.number(position + Position.qty);
  if (left === 0) return;
  const [long, short] = inventoryPositions(state, contract);
  const worth = [long, short].reduce((sum, each) => sum + valueOf(state, each), 0n);
  if (mayKeepInventory(fundFigures(state, contract), worth)) return;
  // Beside older inventory the counterparties get the price of this takeover, not the engine's average.
  const { qty: size, entryValue } = figuresOf(state, position);
  yield* deleverageOrNet(state, position, left, left === size ? entryValue : (value * BigInt(left)) / BigInt(qty));
}

/** what came to the engine while the market was suspended has waited for its return. */
export function* disposeOfWaiting(state: State, market: number): SlicedWork {
  if (isSuspended(state, market)) return;
  for (const position of inventoryPositions(state, state.memory.w[market + Market.contract]!)) {
    const { qty, entryValue } = figuresOf(state, position);
    if (qty > 0) yield* disposeOf(state, position, qty, entryValue);
  }
}

function valueOf(state: State, position: number): bigint {
  const { qty } = figuresOf(state, position);
  const market = marketOf(state, position);
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
    for (const position of inventoryPositions(state, other))
      if (memory.number(position + Position.qty) > 0) inventoryUPnl += healthOfPosition(state, position).uPnl;
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
  const [long, short] = inventoryPositions(state, contract);
  if (memory.number(long + Position.qty) === 0 || memory.number(short + Position.qty) === 0) return;
  const market = w[contract + Contract.market]!;
  const measure = state.contracts.measureOf(market);
  const mark = w[contract + Contract.mark]!;
  const { qty, value, pnlLong, pnlShort } = netPair(measure, figuresOf(state, long), figuresOf(state, short), mark);
  const after = ledger.balance(w[contract + Contract.insurance]!) + pnlLong + pnlShort;
  if (after < 0n && !isLastWay) return;
  const treasuryPays = after < 0n ? -after : 0n;
  if (treasuryPays > ledger.balance(w[contract + Contract.treasury]!)) return halt(state, market);
  ledger.beginEntry(entryCause.netting, w[market + Market.id]!);
  const pnl = shrink(state, long, qty, value) + shrink(state, short, qty, value);
  clear(state, contract, pnl);
  ledger.lineBig(w[contract + Contract.insurance]!, pnl + treasuryPays);
  ledger.lineBig(w[contract + Contract.treasury]!, -treasuryPays);
  ledger.endEntry();
  for (const position of [long, short]) emitPosition(state, position, entryCause.netting, 0n);
}

/** each second: a tenth of the inventory within 0.5 % of the mark; all of it to others if the fund is no longer sound. */
export function* unwind(state: State, market: number): SlicedWork {
  const { memory } = state;
  const { w } = memory;
  const contract = w[market + Market.contract]!;
  const insurance = w[contract + Contract.insurance]!;
  state.fundPeaks.note(insurance, state.ledger.balance(insurance), state.now);
  if (isSuspended(state, market)) return;
  for (const position of inventoryPositions(state, contract)) {
    const qty = memory.number(position + Position.qty);
    if (qty === 0) continue;
    if (!isFundSound(fundFigures(state, contract))) {
      yield* deleverageAll(state, position);
      continue;
    }
    const mark = memory.w[contract + Contract.mark]!;
    const isLong = memory.w[position + Position.side] === posSide.long;
    const limitTicks = isLong ? bandMin(mark, unwindBand) : bandMax(mark, unwindBand);
    const least = memory.number(market + Market.minQty);
    const before = state.ledger.balance(insurance);
    const filled = yield* engineOrder(state, position, unwindQty(qty, least), limitTicks, agent.inventory);
    const pnl = state.ledger.balance(insurance) - before;
    if (filled > 0)
      state.events.emit("inventory_closed", {
        market: memory.w[market + Market.id]!,
        posSide: memory.w[position + Position.side]!,
        qty: filled,
        pnlHigh: highOf(pnl),
        pnlLow: lowOf(pnl),
      });
  }
}

/** The whole inventory of a side at the mark value. */
export function* deleverageAll(state: State, position: number): SlicedWork {
  const qty = state.memory.number(position + Position.qty);
  if (qty > 0) yield* deleverageOrNet(state, position, qty, valueOf(state, position));
}

/** Longs are as many as shorts: what finds no user on the other side finds the engine itself there. */
function* deleverageOrNet(state: State, position: number, qty: number, value: bigint): SlicedWork {
  const left = yield* autoDeleverage(state, position, qty, value);
  if (left > 0) netInventory(state, contractOf(state, position), true);
}
