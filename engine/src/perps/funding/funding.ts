import {
  addPremium,
  type BookLevel,
  capitalisedEntryValue,
  fundingAmount,
  fundingRate,
  impactPrice,
  isFundingSettled,
  isolatedFundingSources,
  premiumRate,
} from "@tidemark/money";
import { highOf, lowOf } from "../../memory/split-amount.ts";
import { Market, marketStatus } from "../../records/market.ts";
import { entryCause, side } from "../../records/order.ts";
import type { State } from "../../state/state.ts";
import { Contract, rung } from "../../records/contract.ts";
import { payCost, payFromFundingBonus, emitGrants } from "../grants/grants.ts";
import { addTo, emitPosition } from "../position/positions.ts";
import { contractOf, figuresOf, isIsolated, isoMarginOf, marginOf, marketOf, touch } from "../margin/risk.ts";
import { Position, Margin, sideName } from "../../records/user-contract.ts";

const minuteMs = 60_000;
const impactLevelsMax = 5_000;

/** the premium of this minute; minutes without an index are skipped. */
export function samplePremium(state: State, market: number): void {
  const { memory } = state;
  const { w } = memory;
  const contract = w[market + Market.contract]!;
  if (state.now < memory.number(contract + Contract.nextPremiumAt)) return;
  memory.setNumber(contract + Contract.nextPremiumAt, Math.floor(state.now / minuteMs) * minuteMs + minuteMs);
  const index = w[market + Market.index]!;
  if (index === 0 || w[contract + Contract.rung]! >= rung.protected) return;
  const measure = state.contracts.measureOf(market);
  const notional = memory.money(contract + Contract.impactNotional);
  const bid = impactPrice(measure, levelsOf(state, market, side.buy), notional);
  const ask = impactPrice(measure, levelsOf(state, market, side.sell), notional);
  const premium = premiumRate(index, bid, ask);
  const sum = addPremium(
    { samples: w[contract + Contract.premiumSamples]!, weighted: memory.number(contract + Contract.premiumWeighted) },
    premium,
  );
  memory.set(contract + Contract.premiumSamples, sum.samples);
  memory.setNumber(contract + Contract.premiumWeighted, sum.weighted);
  state.events.emit("premium_sampled", { market: w[market + Market.id]!, premium, samples: sum.samples });
}

function levelsOf(state: State, market: number, which: number): BookLevel[] {
  const { books } = state;
  const levels: BookLevel[] = [];
  for (let ticks = books.best(market, which); ticks !== 0; ticks = books.worse(market, ticks, which)) {
    levels.push({ ticks, qty: books.totalAt(market, ticks) });
    if (levels.length === impactLevelsMax) break;
  }
  return levels;
}

/** A settlement that is due: its rate and mark are fixed. */
export type Settlement = {
  readonly market: number;
  readonly rate: number;
  readonly mark: number;
  readonly at: number;
  /** How many positions took part. */
  count: number;
};

/** due or not, too late or not. Undefined: nothing to settle. */
export function beginFunding(state: State, market: number): Settlement | undefined {
  const { memory } = state;
  const { w } = memory;
  const contract = w[market + Market.contract]!;
  const at = memory.number(contract + Contract.nextFundingAt);
  if (at === 0 || state.now < at) return undefined;
  const intervalMs = memory.number(contract + Contract.fundingIntervalMs);
  const isHalted = w[market + Market.status] === marketStatus.halt;
  const rate = fundingRate(
    { samples: w[contract + Contract.premiumSamples]!, weighted: memory.number(contract + Contract.premiumWeighted) },
    { interest: w[contract + Contract.interestRate]!, intervalMs, cap: w[contract + Contract.fundingCap]! },
  );
  memory.setNumber(contract + Contract.nextFundingAt, Math.floor(state.now / intervalMs) * intervalMs + intervalMs);
  memory.set(contract + Contract.premiumSamples, 0);
  memory.setNumber(contract + Contract.premiumWeighted, 0);
  if (isFundingSettled(state.now - at, isHalted) && w[contract + Contract.mark] !== 0)
    return { market, rate, mark: w[contract + Contract.mark]!, at, count: 0 };
  skipFunding(state, market, at);
  return undefined;
}

/** Nothing moves. */
export const skipFunding = (state: State, market: number, at: number): void =>
  state.events.emit("funding_skipped", { market: state.memory.w[market + Market.id]!, at });

/** What the position receives, or pays if negative. */
export function fundingOf(state: State, { market, rate, mark }: Settlement, position: number): bigint {
  const measure = state.contracts.measureOf(market);
  return fundingAmount(
    measure,
    sideName(state.memory.w[position + Position.side]!),
    figuresOf(state, position).qty,
    mark,
    rate,
  );
}

/** one position pays `amount` into, or receives it from, the contract's pass-through. */
export function fundPosition(state: State, { rate }: Settlement, position: number, amount: bigint): void {
  const { ledger, memory } = state;
  const { w } = memory;
  const contract = contractOf(state, position);
  const market = marketOf(state, position);
  const margin = marginOf(state, position);
  const isEngine = w[margin + Margin.uid] === 0;
  let capitalised = 0n;
  ledger.beginEntry(entryCause.funding, w[market + Market.id]!);
  ledger.lineBig(w[contract + Contract.funding]!, -amount);
  if (isEngine) ledger.lineBig(w[contract + Contract.insurance]!, amount);
  else if (amount >= 0n)
    ledger.lineBig(isIsolated(state, position) ? w[position + Position.iso]! : w[margin + Margin.cash]!, amount);
  else if (isIsolated(state, position)) capitalised = payIsolated(state, position, -amount);
  else payCost(state, margin, { kind: "funding", amount: -amount }, entryCause.funding);
  ledger.endEntry();
  if (capitalised > 0n) capitalise(state, position, capitalised);
  addTo(state, position, Position.funding, amount);
  state.events.emit("funding_paid", {
    uid: w[margin + Margin.uid]!,
    market: w[market + Market.id]!,
    posSide: w[position + Position.side]!,
    rate,
    amountHigh: highOf(amount),
    amountLow: lowOf(amount),
    capitalisedHigh: highOf(capitalised),
    capitalisedLow: lowOf(capitalised),
  });
  emitPosition(state, position, entryCause.funding, 0n);
  emitGrants(state);
  if (!isEngine) touch(state, position);
}

/** Funding bonus, then the position's own margin; what is missing comes from clearing and is added to the entry value. */
function payIsolated(state: State, position: number, payment: bigint): bigint {
  const { ledger } = state;
  const { w } = state.memory;
  const margin = marginOf(state, position);
  const isVoucher = w[position + Position.voucher] !== 0;
  const given = isVoucher ? 0n : payFromFundingBonus(state, margin, payment, entryCause.funding);
  const { fromMargin, capitalised } = isolatedFundingSources(payment, isoMarginOf(state, position), given);
  ledger.lineBig(w[position + Position.iso]!, -fromMargin);
  ledger.lineBig(w[contractOf(state, position) + Contract.clearing]!, -capitalised);
  return capitalised;
}

function capitalise(state: State, position: number, shortfall: bigint): void {
  const { memory } = state;
  const { kind } = state.contracts.measureOf(marketOf(state, position));
  const before = memory.money(position + Position.value);
  memory.setMoney(
    position + Position.value,
    capitalisedEntryValue(kind, sideName(memory.w[position + Position.side]!), before, shortfall),
  );
}

/** The residue of rounding, never negative, ends the settlement. */
export function endFunding(state: State, settlement: Settlement): void {
  const { ledger } = state;
  const { w } = state.memory;
  const { market, rate, mark, at, count } = settlement;
  const contract = w[market + Market.contract]!;
  state.memory.set(contract + Contract.lastRate, rate);
  const residue = ledger.balance(w[contract + Contract.funding]!);
  if (residue !== 0n) {
    ledger.beginEntry(entryCause.funding, w[market + Market.id]!);
    ledger.lineBig(w[contract + Contract.funding]!, -residue);
    ledger.lineBig(w[contract + Contract.rounding]!, residue);
    ledger.endEntry();
  }
  state.events.emit("funding_settled", {
    market: w[market + Market.id]!,
    rate,
    mark,
    at,
    positions: count,
    residueHigh: highOf(residue),
    residueLow: lowOf(residue),
  });
}
