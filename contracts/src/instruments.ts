import {
  type ContractMeasure,
  fraction,
  inverseMeasureOf,
  linearMeasureOf,
  parseUnits,
  priceOfValue,
  printUnits,
  roundHalfUp,
  times,
} from "@tidemark/money";
import { z } from "zod";
import { assetText, decimalText, marketKinds, marketStatuses, symbolText, sourceSeq } from "./values.ts";

const assetEntry = z.object({
  id: z.number().int(),
  asset: assetText,
  scale: z.number().int(),
  displayDecimals: z.number().int(),
});
/** Rates are whole numbers of 1e-8. */
const tierEntry = z.object({
  cap: decimalText,
  maxLeverage: z.number().int(),
  mmr: z.number().int(),
  cum: decimalText,
});
/** What a perpetual has beyond a spot market. Its mark changes every second and is in `market.contracts`, not here. */
const contractEntry = z.object({
  settle: assetText,
  maxLeverage: z.number().int(),
  fundingIntervalMs: z.number().int(),
  /** In the settle asset; of an inverse contract in contracts. */
  openInterestCap: z.string(),
  tiers: z.array(tierEntry),
});
/** A margin pair of product 5: interest an hour in 1e-8. */
const pairEntry = z.object({ leverage: z.number().int(), baseRate: z.number().int(), quoteRate: z.number().int() });
const marketEntry = z.object({
  id: z.number().int(),
  symbol: symbolText,
  kind: z.enum(marketKinds),
  base: assetText,
  quote: assetText,
  product: z.number().int(),
  tickSize: decimalText,
  /** Of an inverse contract: what one contract is worth, in USD. */
  lotSize: decimalText,
  minQty: decimalText,
  maxQty: decimalText,
  minNotional: decimalText,
  makerRate: z.number().int(),
  takerRate: z.number().int(),
  status: z.enum(marketStatuses),
  contract: contractEntry.optional(),
  marginPair: pairEntry.optional(),
});
export const directory = z.object({ ...sourceSeq, assets: z.array(assetEntry), markets: z.array(marketEntry) });
export type AssetEntry = z.infer<typeof assetEntry>;
export type MarketEntry = z.infer<typeof marketEntry>;
export type InstrumentList = z.infer<typeof directory>;

/** Numbers of the journal ↔ words of the wire, from the core's directory. Whoever speaks the codec holds one. */
export type Instruments = {
  market(symbol: string): MarketEntry | undefined;
  marketOf(id: number): MarketEntry | undefined;
  asset(code: string): AssetEntry | undefined;
  assetOf(id: number): AssetEntry | undefined;
  /** Decimal text of a price in ticks, a size in lots. */
  price(market: number, ticks: number): string;
  size(market: number, lots: number): string;
  /** Decimal text of money in minor units. */
  amount(asset: number, units: bigint): string;
  /** What trades of a market are worth in: the settle asset of a contract, the quote of a spot market. */
  worthAsset(market: number): string;
  /** Decimal text of such worth, in minor units. */
  worth(market: number, units: bigint): string;
  /** Fees are paid in what an order receives; those of a contract in what it settles in. */
  feeAsset(market: number, side: number): string;
  /** How a contract's value follows from price and size; undefined for a spot market. */
  measure(market: number): ContractMeasure | undefined;
  /** The price at which so many lots have this value, to 1e-8; empty where there is none. */
  priceOfValue(market: number, value: bigint, lots: number): string;
};

/** An id no market or asset has: the engine refuses it by its own check, in its own order. */
export const unknownId = 65_535;

type Measured = MarketEntry & {
  readonly tick: bigint;
  readonly lot: bigint;
  readonly measure: ContractMeasure | undefined;
};

function measured(market: MarketEntry, assets: ReadonlyMap<string, AssetEntry>): Measured {
  const tick = parseUnits(market.tickSize) ?? 0n;
  const lot = parseUnits(market.lotSize) ?? 0n;
  const scale = assets.get(market.contract?.settle ?? "")?.scale;
  const of = market.kind === "INVERSE" ? inverseMeasureOf : linearMeasureOf;
  const [first, second] = market.kind === "INVERSE" ? [lot, tick] : [tick, lot];
  return { ...market, tick, lot, measure: scale === undefined ? undefined : of(first, second, scale) };
}

export function instrumentsOf(entries: Pick<InstrumentList, "assets" | "markets">): Instruments {
  const marketBySymbol = new Map(entries.markets.map((m) => [m.symbol, m]));
  const assetByCode = new Map(entries.assets.map((a) => [a.asset, a]));
  const assetById = new Map(entries.assets.map((a) => [a.id, a]));
  const marketById = new Map(entries.markets.map((m) => [m.id, measured(m, assetByCode)]));
  const decimalsOf = (text: string): number => text.split(".")[1]?.length ?? 0;
  const fixed = (units: bigint, step: string): string => printUnits(units, 8, decimalsOf(step));
  const worthAsset = (id: number): string => {
    const market = marketById.get(id);
    return market?.contract?.settle ?? market?.quote ?? "";
  };
  const amount = (id: number, units: bigint): string => printUnits(units, assetById.get(id)?.scale ?? 8);
  return {
    market: (symbol) => marketBySymbol.get(symbol),
    marketOf: (id) => marketById.get(id),
    asset: (code) => assetByCode.get(code),
    assetOf: (id) => assetById.get(id),
    price: (id, ticks) => {
      const market = marketById.get(id);
      return market === undefined ? "" : fixed(BigInt(ticks) * market.tick, market.tickSize);
    },
    size: (id, lots) => {
      const market = marketById.get(id);
      return market === undefined ? "" : fixed(BigInt(lots) * market.lot, market.lotSize);
    },
    amount,
    worthAsset,
    worth: (id, units) => {
      const asset = assetByCode.get(worthAsset(id));
      return asset === undefined ? "" : amount(asset.id, units);
    },
    feeAsset: (id, side) => {
      const market = marketById.get(id);
      return market?.contract?.settle ?? (side === 0 ? market?.base : market?.quote) ?? "";
    },
    measure: (id) => marketById.get(id)?.measure,
    priceOfValue: (id, value, lots) => {
      const market = marketById.get(id);
      if (market?.measure === undefined || lots === 0 || value <= 0n) return "";
      const price = times(priceOfValue(market.measure, value, lots), fraction(market.tick, 1n));
      return printUnits(roundHalfUp(price.numerator, price.denominator));
    },
  };
}
