import {
  adlEquityOfCross,
  adlScore,
  closeFill,
  closeIsolated,
  compareAdl,
  cutProRata,
  deleverage,
  type Deleveraged,
  tradeValue,
} from "@tidemark/money";
import { eventCode } from "../events.ts";
import { highOf, lowOf } from "../ledger/limbs.ts";
import { Market, marketStatus, suspension } from "../markets/markets.ts";
import { entryCause } from "../orders/order-table.ts";
import type { State } from "../state.ts";
import { Contract } from "./contract-table.ts";
import { endLeg } from "./exits.ts";
import { realise } from "./fill.ts";
import { tellGrants } from "./grants.ts";
import { trimCloses } from "./orders.ts";
import { clear, shrink, tellPosition } from "./positions.ts";
import {
  figuresOf,
  healthOf,
  healthOfLeg,
  isIsolated,
  isoMarginOf,
  lossBearer,
  marginOf,
  marketOf,
  touch,
} from "./risk.ts";
import { Leg, Margin, openLegs, posSide, sideName } from "./seats.ts";

type Ranked = { leg: number; score: bigint; qty: number; uid: number };

/** every user's position on one side, the most profitable and most leveraged first. */
function adlQueue(state: State, contract: number, side: number): Ranked[] {
  const { w } = state.memory;
  const mark = w[contract + Contract.mark]!;
  const measure = state.contracts.measureOf(w[contract + Contract.market]!);
  const queue: Ranked[] = [];
  for (const leg of openLegs(state.memory, contract, side)) {
    const uid = w[marginOf(state, leg) + Margin.uid]!;
    if (uid === 0) continue;
    const { qty, entryValue } = figuresOf(state, leg);
    const { uPnl } = healthOfLeg(state, leg);
    const markValue = tradeValue(measure, mark, qty);
    queue.push({
      leg,
      qty,
      uid,
      score: adlScore({ uPnl, markValue, entryValue, equity: equityOf(state, leg, uPnl, markValue) }),
    });
  }
  return queue.sort(compareAdl);
}

function equityOf(state: State, leg: number, uPnl: bigint, markValue: bigint): bigint {
  if (isIsolated(state, leg)) return isoMarginOf(state, leg) + uPnl;
  const health = healthOf(state, marginOf(state, leg));
  const { w } = state.memory;
  const values = health.legs.reduce((sum, each) => {
    const contract = w[marketOf(state, each.leg) + Market.contract]!;
    const measure = state.contracts.measureOf(marketOf(state, each.leg));
    return sum + tradeValue(measure, w[contract + Contract.mark]!, figuresOf(state, each.leg).qty);
  }, 0n);
  return adlEquityOfCross(health.equity, markValue, values);
}

/**
 * `qty` of the engine's leg, worth `value`, is closed against the queue. What the engine loses by it (counterparties never pay beyond
 * their own bankruptcy, and inventory may have lost since) comes from the fund, the profits of this deleveraging and the company; if all that
 * is short, everything stays and the market halts. Returns what found nobody: then users have nothing left on that side, and the engine
 * holds both.
 */
export function autoDeleverage(state: State, engineLeg: number, wanted: number, wantedValue: bigint): number {
  const { ledger, memory } = state;
  const { w } = memory;
  const market = marketOf(state, engineLeg);
  const contract = w[market + Market.contract]!;
  const { kind } = state.contracts.measureOf(market);
  const opposite = w[engineLeg + Leg.side] === posSide.long ? posSide.short : posSide.long;
  const queue = adlQueue(state, contract, opposite);
  const qty = Math.min(
    wanted,
    queue.reduce((sum, ranked) => sum + ranked.qty, 0),
  );
  if (qty === 0) return wanted;
  const value = qty === wanted ? wantedValue : (wantedValue * BigInt(qty)) / BigInt(wanted);
  const insurance = w[contract + Contract.insurance]!;
  const house = w[contract + Contract.house]!;
  const { closed } = deleverage(
    kind,
    sideName(opposite),
    { value, qty },
    queue.map(({ leg }) => ({ ...figuresOf(state, leg), margin: lossBearer(state, leg) })),
    { fund: 0n, house: 0n },
  );
  const total = closed.reduce((sum, part) => sum + part.value, 0n);
  const { pnl } = closeFill(kind, sideName(w[engineLeg + Leg.side]!), figuresOf(state, engineLeg), qty, total);
  const paid = payersOf(pnl, closed, ledger.balance(insurance), ledger.balance(house));
  if (paid === undefined) {
    halt(state, market);
    return 0;
  }
  ledger.beginEntry(entryCause.adl, w[market + Market.id]!);
  shrink(state, engineLeg, qty, total);
  clear(state, contract, pnl);
  ledger.lineBig(insurance, pnl + paid.cutFromProfits + paid.housePays);
  ledger.lineBig(house, -paid.housePays);
  for (const part of paid.parts) give(state, queue[part.place]!.leg, part);
  ledger.endEntry();
  for (const part of paid.parts) tellGiven(state, queue[part.place]!.leg, part);
  tellGrants(state);
  return wanted - qty;
}

type Paid = { readonly parts: readonly Deleveraged[]; readonly cutFromProfits: bigint; readonly housePays: bigint };

/** Who bears a loss of the engine: the fund, then the winners pro rata, then the company. Undefined: nobody can. */
function payersOf(pnl: bigint, closed: readonly Deleveraged[], fund: bigint, house: bigint): Paid | undefined {
  const beyondFund = -pnl > fund ? -pnl - fund : 0n;
  const winners = closed.filter((part) => part.pnl > 0n);
  const cuts = cutProRata(
    beyondFund,
    winners.map((part) => part.pnl),
  );
  const cutFromProfits = cuts.reduce((sum, cut) => sum + cut, 0n);
  const housePays = beyondFund - cutFromProfits;
  if (housePays > house) return undefined;
  const parts = closed.map((part) => ({ ...part, cut: part.pnl > 0n ? cuts[winners.indexOf(part)]! : 0n }));
  return { parts, cutFromProfits, housePays };
}

/** One counterparty's part of the entry: ordinary realised PnL without fee, less what its profit is cut by. */
function give(state: State, leg: number, part: Deleveraged): void {
  const { ledger, memory } = state;
  const { w } = memory;
  const cash = w[marginOf(state, leg) + Margin.cash]!;
  const isoMargin = isoMarginOf(state, leg);
  const before = memory.number(leg + Leg.qty);
  const pnl = shrink(state, leg, part.qty, part.value);
  if (!isIsolated(state, leg)) realise(state, leg, pnl);
  else if (w[leg + Leg.voucher] !== 0) {
    clear(state, w[marketOf(state, leg) + Market.contract]!, pnl);
    // nothing leaves a voucher's bucket, and nothing of the holder's pays for it.
    ledger.lineBig(w[leg + Leg.iso]!, pnl - part.cut);
    return;
  } else {
    const result = closeIsolated({ isoMargin, qty: before, closeQty: part.qty, pnl, fee: 0n });
    clear(state, w[marketOf(state, leg) + Market.contract]!, pnl);
    ledger.lineBig(w[leg + Leg.iso]!, result.marginLeft - isoMargin);
    ledger.lineBig(cash, result.toCash - result.overdrawn);
  }
  ledger.lineBig(cash, -part.cut);
}

function tellGiven(state: State, leg: number, part: Deleveraged): void {
  const { memory } = state;
  const { w } = memory;
  tellPosition(state, leg, entryCause.adl, part.pnl);
  state.events.list(eventCode.deleveraged, [
    w[marginOf(state, leg) + Margin.uid]!,
    w[marketOf(state, leg) + Market.id]!,
    w[leg + Leg.side]!,
    part.qty,
    highOf(part.value),
    lowOf(part.value),
    highOf(part.pnl),
    lowOf(part.pnl),
    highOf(part.cut),
    lowOf(part.cut),
  ]);
  touch(state, leg);
  if (memory.number(leg + Leg.qty) === 0) endLeg(state, leg);
  else trimCloses(state, leg, memory.number(leg + Leg.qty));
}

export function halt(state: State, market: number): void {
  state.memory.set(market + Market.status, marketStatus.halt);
  // Operators decide when it opens again, not the index.
  state.memory.set(market + Market.suspension, suspension.none);
  state.memory.set(market + Market.haltedByIndex, 0);
  state.events.two(eventCode.market_status_set, state.memory.w[market + Market.id]!, marketStatus.halt);
}
