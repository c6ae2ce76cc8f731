import { averagePremium, indexOf } from "@tidemark/money";
import { freshSourcesOf } from "../markets/index-price.ts";
import { markPartsOf, type MarkParts } from "../perps/funding/mark.ts";
import { Contract } from "../records/contract.ts";
import { feeRate, Market, sourceCount, vipLevelCount } from "../records/market.ts";
import { User } from "../records/user.ts";
import type { State } from "../state/state.ts";

/** Rates in 1e-8. */
export type FeeRatesNow = { spotMaker: number; spotTaker: number; perpMaker: number; perpTaker: number };

/** The limits of a market that an order meets: sizes in lots, prices in ticks, money in minor units, rates in 1e-8. */
export type MarketLimitsNow = {
  market: number;
  maxMarketQty: number;
  maxNotional: number;
  minPrice: number;
  maxPrice: number;
  band: number;
  farBand: number;
  protection: number;
  breaker: number;
  maxOpenOrders: number;
  contract: ContractLimitsNow | undefined;
};
export type ContractLimitsNow = {
  flashBand: number;
  markClamp: number;
  interestRate: number;
  fundingCap: number;
  liqFeeRate: number;
  maxTriggers: number;
  impactNotional: bigint;
};

/**
 * One outside price of an index; `counted` is what enters the mean after the clamp. Absent where the source is too old, and where the fresh
 * ones make no index: a single one, or two that are too far apart.
 */
type IndexSourceNow = {
  source: number;
  weight: number;
  price: number;
  at: number;
  isFresh: boolean;
  counted: number | undefined;
};
export type MarkNow = MarkParts & {
  sources: IndexSourceNow[];
  /** the average of the interval so far, in 1e-8; absent before its first minute. */
  premium: number | undefined;
  premiumSamples: number;
};

function ratesOf(state: State, level: number): FeeRatesNow {
  const rate = (which: number): number => state.fees.rate(level, which);
  return {
    spotMaker: rate(feeRate.spotMaker),
    spotTaker: rate(feeRate.spotTaker),
    perpMaker: rate(feeRate.perpMaker),
    perpTaker: rate(feeRate.perpTaker),
  };
}

/** By level. Levels behind the last one that has a rate are not in use. */
export function feeLevelsOf(state: State): FeeRatesNow[] {
  const levels = Array.from({ length: vipLevelCount }, (_, level) => ratesOf(state, level));
  const last = levels.findLastIndex((rates) => Object.values(rates).some((rate) => rate !== 0));
  return levels.slice(0, last + 1);
}

/** What the next order of a user will pay by. */
export function feeLevelOf(state: State, uid: number): { level: number; rates: FeeRatesNow } {
  const user = state.users.find(uid);
  const level = user === 0 ? 0 : state.memory.w[user + User.vip]!;
  return { level, rates: ratesOf(state, level) };
}

export function marketLimitsOf(state: State): MarketLimitsNow[] {
  const { markets, memory } = state;
  const { w } = memory;
  return markets.all().map((market) => ({
    market: w[market + Market.id]!,
    maxMarketQty: memory.number(market + Market.maxMarketQty),
    maxNotional: memory.number(market + Market.maxNotional),
    minPrice: memory.number(market + Market.minPrice),
    maxPrice: memory.number(market + Market.maxPrice),
    band: w[market + Market.band]!,
    farBand: w[market + Market.farBand]!,
    protection: w[market + Market.protection]!,
    breaker: w[market + Market.breaker]!,
    maxOpenOrders: w[market + Market.maxOpenOrders]!,
    contract: w[market + Market.contract] === 0 ? undefined : contractLimits(state, w[market + Market.contract]!),
  }));
}

function contractLimits({ memory }: State, contract: number): ContractLimitsNow {
  const { w } = memory;
  return {
    flashBand: w[contract + Contract.flashBand]!,
    markClamp: w[contract + Contract.markClamp]!,
    interestRate: w[contract + Contract.interestRate]!,
    fundingCap: w[contract + Contract.fundingCap]!,
    liqFeeRate: w[contract + Contract.liqFeeRate]!,
    maxTriggers: w[contract + Contract.maxTriggers]!,
    impactNotional: memory.money(contract + Contract.impactNotional),
  };
}

/** How mark and index of a contract come about; undefined for a spot market and before there is an index. */
export function markNowOf(state: State, marketId: number): MarkNow | undefined {
  const { memory } = state;
  const { w } = memory;
  const market = state.markets.at(marketId);
  const contract = market === 0 ? 0 : w[market + Market.contract]!;
  const index = market === 0 ? 0 : w[market + Market.index]!;
  if (contract === 0 || index === 0) return undefined;
  const premiumSamples = w[contract + Contract.premiumSamples]!;
  const weighted = memory.number(contract + Contract.premiumWeighted);
  return {
    ...markPartsOf(state, market, contract, index),
    sources: sourcesOf(state, market),
    premium: averagePremium({ samples: premiumSamples, weighted }),
    premiumSamples,
  };
}

function sourcesOf(state: State, market: number): IndexSourceNow[] {
  const { memory } = state;
  const { w } = memory;
  const fresh = freshSourcesOf(state, market);
  const clamp = indexOf(fresh, w[market + Market.indexCap]!);
  const sources = Array.from({ length: sourceCount }, (_, source) => {
    const price = w[market + Market.sourcePrice + source]!;
    const isFresh = fresh.some((one) => one.source === source);
    const counted =
      clamp === undefined || !isFresh ? undefined : Math.max(clamp.lowest, Math.min(clamp.highest, price));
    const at = memory.number(market + Market.sourceAt + source * 2);
    return { source, weight: w[market + Market.weight + source]!, price, at, isFresh, counted };
  });
  return sources.filter(({ weight }) => weight !== 0);
}
