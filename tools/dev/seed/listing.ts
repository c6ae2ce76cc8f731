import { parseUnits } from "@tidemark/money";
import type { Unnumbered } from "../core-link.ts";

/** What the exchange lists at first. All of it is data: the core learns it by commands of an operator. */
export type Listed = {
  readonly id: number;
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly tick: string;
  readonly lot: string;
  /** The largest order, in base. */
  readonly maxQty: string;
  /** What simulated prices move around; a market between two coins follows from the other two. */
  readonly price: string;
  readonly isMajor: boolean;
};

export const assets = ["USDT", "USDC", "BTC", "ETH", "SOL", "XRP", "DOGE", "BNB", "TRX", "LTC"] as const;
export type Asset = (typeof assets)[number];
export const assetId = (asset: string): number => assets.indexOf(asset as Asset) + 1;

const market = (
  id: number,
  symbol: `${Asset}/${Asset}`,
  rules: { tick: string; lot: string; maxQty: string; price: string; isMajor?: boolean },
): Listed => {
  const [base, quote] = symbol.split("/") as [Asset, Asset];
  return { id, symbol, base, quote, isMajor: false, ...rules };
};

// tick × lot must be a whole number of 1e-8 of the quote, or a price times a size would not be exact.
export const markets: readonly Listed[] = [
  market(1, "BTC/USDT", { tick: "0.01", lot: "0.00001", maxQty: "500", price: "104250.5", isMajor: true }),
  market(2, "ETH/USDT", { tick: "0.01", lot: "0.0001", maxQty: "5000", price: "3612.4", isMajor: true }),
  market(3, "SOL/USDT", { tick: "0.01", lot: "0.001", maxQty: "50000", price: "211.35" }),
  market(4, "XRP/USDT", { tick: "0.0001", lot: "0.1", maxQty: "5000000", price: "2.4183" }),
  market(5, "DOGE/USDT", { tick: "0.00001", lot: "1", maxQty: "10000000", price: "0.21347" }),
  market(6, "BNB/USDT", { tick: "0.01", lot: "0.001", maxQty: "10000", price: "942.6" }),
  market(7, "TRX/USDT", { tick: "0.00001", lot: "1", maxQty: "10000000", price: "0.33125" }),
  market(8, "LTC/USDT", { tick: "0.01", lot: "0.001", maxQty: "50000", price: "96.42" }),
  market(9, "USDC/USDT", { tick: "0.0001", lot: "0.1", maxQty: "5000000", price: "1" }),
  market(10, "ETH/BTC", { tick: "0.00001", lot: "0.001", maxQty: "5000", price: "0.03465" }),
  market(11, "SOL/BTC", { tick: "0.0000001", lot: "0.1", maxQty: "50000", price: "0.0020273" }),
];

/** Whole units of 1e-8. */
export const units = (text: string): bigint => {
  const parsed = parseUnits(text);
  if (parsed === undefined) throw new Error(`${text} is not a decimal number`);
  return parsed;
};

const configureAsset = (code: Asset): Unnumbered => ({
  type: "configure_asset",
  asset: assetId(code),
  code,
  scale: 8,
  displayDecimals: code === "USDT" || code === "USDC" ? 2 : 8,
  maxHeld: units("40000000000"),
});

/** a tenth for the two that move least, a fifth for all others. */
export const breakerOf = (base: string): number => (base === "BTC" || base === "ETH" ? 10_000_000 : 20_000_000);

function configureMarket(listed: Listed): Unnumbered {
  const tick = units(listed.tick);
  const lot = units(listed.lot);
  const maxQty = Number(units(listed.maxQty) / lot);
  const isInBitcoin = listed.quote === "BTC";
  return {
    type: "configure_market",
    market: listed.id,
    symbol: listed.symbol,
    kind: 0,
    base: assetId(listed.base),
    quote: assetId(listed.quote),
    product: 2,
    tick: Number(tick),
    lot: Number(lot),
    minQty: 1,
    maxQty,
    maxMarketQty: Math.floor(maxQty / 2),
    minNotional: Number(units(isInBitcoin ? "0.0001" : "5")),
    maxNotional: Number(units(isInBitcoin ? "100" : "10000000")),
    minPrice: 1,
    // Ten times the price at the listing; an operator moves it long before that.
    maxPrice: Number((units(listed.price) * 10n) / tick),
    band: listed.isMajor ? 5_000_000 : 10_000_000,
    farBand: 50_000_000,
    marketProtection: 5_000_000,
    indexCap: listed.isMajor ? 1_000_000 : 3_000_000,
    breaker: breakerOf(listed.base),
    maxOpenOrders: 200,
    weights: [30, 30, 20, 20],
  };
}

/** R-13.2's table: spot maker and taker, perpetual maker and taker, in 1e-8, by VIP level. */
const feeLevels: readonly [number, number, number, number][] = [
  [100_000, 100_000, 20_000, 55_000],
  [67_500, 80_000, 18_000, 40_000],
  [65_000, 77_500, 16_000, 37_500],
  [62_500, 75_000, 14_000, 35_000],
  [50_000, 60_000, 12_000, 32_000],
  [40_000, 50_000, 10_000, 32_000],
];

const postOnly = 1;
const trading = 2;

/** The operator's list. It may only ever grow at its end (see `sendList`). */
export const operatorList: readonly Unnumbered[] = [
  ...assets.map(configureAsset),
  ...feeLevels.map(([spotMaker, spotTaker, perpMaker, perpTaker], level): Unnumbered => ({
    type: "configure_fees",
    level,
    spotMaker,
    spotTaker,
    perpMaker,
    perpTaker,
  })),
  ...markets.flatMap((listed): Unnumbered[] => [
    configureMarket(listed),
    { type: "set_market_status", market: listed.id, status: postOnly, liquidates: false },
    { type: "set_market_status", market: listed.id, status: trading, liquidates: false },
  ]),
];
