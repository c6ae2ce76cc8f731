import { type FeeLevelRow, type Instruments, type MarketEntry, type MarketRulesRow } from "@tidemark/contracts";
import {
  type ContractLimitsNow,
  contractsOf,
  feeLevelsOf,
  type FeeRatesNow,
  marketLimitsOf,
  type MarketLimitsNow,
  markNowOf,
  marketsOf,
} from "@tidemark/engine";
import { printUnits } from "@tidemark/money";
import { type Answer, answered, type NowContext, refused } from "./refuse.ts";

/** The engine's names say perp; the product says contract. */
export const feeRateWords = ({ perpMaker, perpTaker, ...spot }: FeeRatesNow): Omit<FeeLevelRow, "level"> => ({
  ...spot,
  contractMaker: perpMaker,
  contractTaker: perpTaker,
});

export const feeLevels = ({ state }: NowContext): Answer =>
  answered({ rows: feeLevelsOf(state).map((rates, level) => ({ level, ...feeRateWords(rates) })) });

function contractWords(
  { liqFeeRate, impactNotional, ...same }: ContractLimitsNow,
  entry: MarketEntry,
  instruments: Instruments,
): MarketRulesRow["contract"] {
  return { ...same, liquidationFeeRate: liqFeeRate, impactNotional: instruments.worth(entry.id, impactNotional) };
}

function rulesRow(limits: MarketLimitsNow, instruments: Instruments): MarketRulesRow {
  const { market, maxMarketQty, maxNotional, minPrice, maxPrice, contract, ...same } = limits;
  const entry = instruments.marketOf(market)!;
  return {
    ...same,
    symbol: entry.symbol,
    maxMarketQty: instruments.size(market, maxMarketQty),
    maxNotional: instruments.worth(market, BigInt(maxNotional)),
    minPrice: instruments.price(market, minPrice),
    maxPrice: instruments.price(market, maxPrice),
    ...(contract === undefined ? {} : { contract: contractWords(contract, entry, instruments) }),
  };
}

export function marketRules({ state, instruments }: NowContext, { symbol }: { symbol?: string }): Answer {
  const market = symbol === undefined ? undefined : instruments.market(symbol);
  if (symbol !== undefined && market === undefined) return refused("SYMBOL_NOT_FOUND");
  const limits = marketLimitsOf(state).filter((one) => market === undefined || one.market === market.id);
  return answered({ rows: limits.map((one) => rulesRow(one, instruments)) });
}

/** Of a contract that has an index; others have no mark to explain. */
export function markParts({ state, instruments }: NowContext, { symbol }: { symbol: string }): Answer {
  const market = instruments.market(symbol)?.id;
  const parts = market === undefined ? undefined : markNowOf(state, market);
  if (market === undefined || parts === undefined) return refused("SYMBOL_NOT_FOUND");
  const price = (ticks: number | undefined): string =>
    ticks === undefined || ticks === 0 ? "" : instruments.price(market, ticks);
  const { index, indexStale } = marketsOf(state).find(({ id }) => id === market)!;
  const { sources, fundingBasis, bookBasis, last, premium, ...counts } = parts;
  return answered({
    ...counts,
    sources: sources.map((one) => ({ ...one, price: price(one.price), counted: price(one.counted) })),
    index: price(index),
    indexStale,
    mark: price(contractsOf(state).find((one) => one.market === market)?.mark),
    fundingBasis: price(fundingBasis),
    bookBasis: price(bookBasis),
    last: price(last),
    premium: premium === undefined ? "" : printUnits(BigInt(premium)),
  });
}
