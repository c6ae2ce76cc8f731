import {
  type ContractMeasure,
  riskLimitOf,
  type Tier,
  type TierNumbers,
  tierNumbersOf,
  type TierRow,
  tiersOf,
} from "@tidemark/money";
import { Market, marketKind } from "./market.ts";
import type { Memory } from "../memory/memory.ts";
import { trailingWords } from "./trailing-stop.ts";
import { defineRecord, money, number, numbers, sizeOf, word, words } from "../memory/record.ts";

/** What a perpetual has beyond a spot market. Words, then numbers, then money. */
export const Contract = defineRecord("contract", {
  market: word,
  settle: word,
  /** Mark in ticks, 0 before there was one, and the rung of the fallback ladder it stands on. */
  mark: word,
  rung: word,
  tiers: word,
  tierCount: word,
  maxLeverage: word,
  maxTriggers: word,
  interestRate: word,
  fundingCap: word,
  flashBand: word,
  markClamp: word,
  liqFeeRate: word,
  /** The rate of the last settlement. */
  lastRate: word,
  /** Ledger accounts of the contract, and of its product. */
  clearing: word,
  funding: word,
  insurance: word,
  rounding: word,
  fees: word,
  treasury: word,
  /** The positions that are open: two lists, long and short. */
  positions: words(2),
  /** The userContract of the engine itself, `s:liq`. */
  inventory: word,
  basisNext: word,
  basisCount: word,
  premiumSamples: word,
  /** Trees of the accounts that a fall, or a rise, of the mark may bring to their margin. */
  alarmDown: words(2),
  alarmUp: words(2),
  /** Σ qty of both sides. */
  openLong: number,
  openShort: number,
  fundingIntervalMs: number,
  nextFundingAt: number,
  nextPremiumAt: number,
  premiumWeighted: number,
  lastTradeAt: number,
  /** Basis of the last 30 s in half ticks: one number a second. */
  basis: numbers(30),
  oiCap: money,
  impactNotional: money,
  deficit: words(2),
  /** Trailing stops, see trail-table.ts. */
  trailing: words(trailingWords),
});

/** A tier of the maintenance margin. */
const TierWord = defineRecord("contract tier", {
  mmr: word,
  maxLeverage: word,
  cap: money,
});
export const tierCountMax = 16;

/** The rungs of, and the minute after a return. */
export const rung = { fresh: 0, stale: 3, protected: 4, frozen: 5 } as const;

/** Contracts, and what is derived from their configuration: kept beside the memory, and forgotten whenever that may have changed. */
export class Contracts {
  declare private readonly memory: Memory;
  private readonly measures = new Map<number, ContractMeasure>();
  private readonly tiers = new Map<number, readonly Tier[]>();
  private readonly tierNumbers = new Map<number, readonly TierNumbers[]>();
  private readonly riskLimits = new Map<number, (RiskLimit | undefined)[]>();
  /** The ones that were asked for last: nearly always they are asked for again. */
  private lastMarket = 0;
  private lastMeasure: ContractMeasure = { kind: "linear", unit: 1 };
  private lastContract = 0;
  private lastTiers: readonly TierNumbers[] = [];

  constructor(memory: Memory) {
    this.memory = memory;
  }

  create(market: number): number {
    const { memory } = this;
    const known = memory.w[market + Market.contract]!;
    if (known !== 0) return known;
    const contract = memory.take(sizeOf(Contract));
    memory.set(contract + Contract.market, market);
    memory.set(contract + Contract.tiers, memory.take(tierCountMax * sizeOf(TierWord)));
    memory.set(market + Market.contract, contract);
    return contract;
  }

  writeTiers(contract: number, rows: readonly TierRow[]): void {
    const { memory } = this;
    const at = memory.w[contract + Contract.tiers]!;
    rows.forEach((row, i) => {
      memory.set(at + i * sizeOf(TierWord) + TierWord.mmr, row.mmr);
      memory.set(at + i * sizeOf(TierWord) + TierWord.maxLeverage, row.maxLeverage);
      memory.setMoney(at + i * sizeOf(TierWord) + TierWord.cap, row.cap);
    });
    memory.set(contract + Contract.tierCount, rows.length);
    this.forget();
  }

  tiersOf(contract: number): readonly Tier[] {
    const known = this.tiers.get(contract);
    if (known !== undefined) return known;
    const { memory } = this;
    const at = memory.w[contract + Contract.tiers]!;
    const rows = Array.from({ length: memory.w[contract + Contract.tierCount]! }, (_, i) => ({
      mmr: memory.w[at + i * sizeOf(TierWord) + TierWord.mmr]!,
      maxLeverage: memory.w[at + i * sizeOf(TierWord) + TierWord.maxLeverage]!,
      cap: memory.money(at + i * sizeOf(TierWord) + TierWord.cap),
    }));
    const tiers = tiersOf(rows);
    this.tiers.set(contract, tiers);
    return tiers;
  }

  /** The same for whoever computes in plain numbers. */
  tierNumbersOf(contract: number): readonly TierNumbers[] {
    if (contract !== this.lastContract) {
      this.lastTiers = this.tierNumbers.get(contract) ?? this.readTierNumbers(contract);
      this.lastContract = contract;
    }
    return this.lastTiers;
  }

  private readTierNumbers(contract: number): readonly TierNumbers[] {
    const numbers = tierNumbersOf(this.tiersOf(contract));
    this.tierNumbers.set(contract, numbers);
    return numbers;
  }

  /** the most a position and its opening orders may be worth at a leverage; undefined where no tier allows it. */
  riskLimitOf(contract: number, leverage: number): RiskLimit | undefined {
    let limits = this.riskLimits.get(contract);
    if (limits === undefined) this.riskLimits.set(contract, (limits = []));
    if (!(leverage in limits)) {
      const exact = riskLimitOf(this.tiersOf(contract), leverage);
      limits[leverage] = exact === undefined ? undefined : { exact, plain: Number(exact) };
    }
    return limits[leverage];
  }

  measureOf(market: number): ContractMeasure {
    if (market !== this.lastMarket) {
      this.lastMeasure = this.measures.get(market) ?? this.readMeasure(market);
      this.lastMarket = market;
    }
    return this.lastMeasure;
  }

  private readMeasure(market: number): ContractMeasure {
    const { memory } = this;
    const unit = memory.number(market + Market.unit);
    const measure: ContractMeasure =
      memory.w[market + Market.kind] === marketKind.linear ? { kind: "linear", unit } : { kind: "inverse", k: unit };
    this.measures.set(market, measure);
    return measure;
  }

  /** After a change of configuration, and after anything was taken back. */
  forget(): void {
    this.measures.clear();
    this.tiers.clear();
    this.tierNumbers.clear();
    this.riskLimits.clear();
    this.lastMarket = 0;
    this.lastContract = 0;
  }
}

/** Exact, and as a plain number that is rounded beyond 2^53. */
type RiskLimit = { readonly exact: bigint; readonly plain: number };
