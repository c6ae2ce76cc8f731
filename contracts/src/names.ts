import { printUnits } from "@tidemark/money";
import { z } from "zod";
import { assetText, decimalText, marketKinds, marketStatuses, seq, symbolText } from "./values.ts";

const assetEntry = z.object({
  id: z.number().int(),
  asset: assetText,
  scale: z.number().int(),
  displayDecimals: z.number().int(),
});
const marketEntry = z.object({
  id: z.number().int(),
  symbol: symbolText,
  kind: z.enum(marketKinds),
  base: assetText,
  quote: assetText,
  product: z.number().int(),
  tickSize: decimalText,
  lotSize: decimalText,
  minQty: decimalText,
  maxQty: decimalText,
  minNotional: decimalText,
  makerRate: z.number().int(),
  takerRate: z.number().int(),
  status: z.enum(marketStatuses),
});
export const directory = z.object({ seq, assets: z.array(assetEntry), markets: z.array(marketEntry) });
export type AssetEntry = z.infer<typeof assetEntry>;
export type MarketEntry = z.infer<typeof marketEntry>;
export type Directory = z.infer<typeof directory>;

/** Numbers of the journal ↔ words of the wire, from the core's directory. Whoever speaks the codec holds one. */
export type Names = {
  market(symbol: string): MarketEntry | undefined;
  marketOf(id: number): MarketEntry | undefined;
  asset(code: string): AssetEntry | undefined;
  assetOf(id: number): AssetEntry | undefined;
  /** Decimal text of a price in ticks, a size in lots. */
  price(market: number, ticks: number): string;
  size(market: number, lots: number): string;
  /** Decimal text of money in minor units. */
  amount(asset: number, units: bigint): string;
};

/** An id no market or asset has: the engine refuses it by its own check, in its own order. */
export const unknownId = 65_535;

const unitsOf = (text: string): bigint => {
  const [whole, fraction = ""] = text.split(".");
  return BigInt(whole! + fraction.padEnd(8, "0"));
};

export function namesOf(entries: Pick<Directory, "assets" | "markets">): Names {
  const marketBySymbol = new Map(entries.markets.map((m) => [m.symbol, m]));
  const marketById = new Map(
    entries.markets.map((m) => [m.id, { ...m, tick: unitsOf(m.tickSize), lot: unitsOf(m.lotSize) }]),
  );
  const assetByCode = new Map(entries.assets.map((a) => [a.asset, a]));
  const assetById = new Map(entries.assets.map((a) => [a.id, a]));
  const decimalsOf = (text: string): number => text.split(".")[1]?.length ?? 0;
  const fixed = (units: bigint, step: string): string => printUnits(units, 8, decimalsOf(step));
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
    amount: (id, units) => printUnits(units, assetById.get(id)?.scale ?? 8),
  };
}
