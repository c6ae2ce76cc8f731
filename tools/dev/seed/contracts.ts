import { productIds } from "@tidemark/contracts";
import { type ContractTier, funds } from "@tidemark/contracts/journal";
import type { Unnumbered } from "../core-link.ts";
import { type Asset, assetId, breakerOf, markets, units } from "./listing.ts";

/** A perpetual of the rule book's table of instruments. */
export type ListedContract = {
  readonly id: number;
  readonly symbol: string;
  readonly kind: "LINEAR" | "INVERSE";
  readonly base: Asset;
  readonly settle: Asset;
  readonly product: number;
  readonly tick: string;
  /** Of an inverse contract: its worth in USD. */
  readonly lot: string;
  /** Its index is that of this spot market. */
  readonly follows: string;
  /** Bitcoin and ether: the tables of the rule book. All others have less leverage, wider bands and lower caps. */
  readonly isMajor: boolean;
};

/** The terms that follow from a contract's kind and coin. */
export const contract = (
  id: number,
  symbol: string,
  kind: ListedContract["kind"],
  base: Asset,
  tick: string,
  lot: string,
): ListedContract => ({
  id,
  symbol,
  kind,
  base,
  settle: kind === "LINEAR" ? ("USDT" as const) : base,
  product: kind === "LINEAR" ? productIds.futures_usdt : productIds.futures_btc,
  tick,
  lot,
  follows: `${base}/USDT`,
  isMajor: base === "BTC" || base === "ETH",
});

const firstContracts: readonly ListedContract[] = [
  contract(12, "BTCUSDT-PERP", "LINEAR", "BTC", "0.1", "0.0001"),
  contract(13, "ETHUSDT-PERP", "LINEAR", "ETH", "0.01", "0.001"),
  contract(14, "BTCUSD-PERP", "INVERSE", "BTC", "0.1", "1"),
  contract(15, "ETHUSD-PERP", "INVERSE", "ETH", "0.01", "1"),
];
const laterContracts: readonly ListedContract[] = [
  contract(16, "SOLUSDT-PERP", "LINEAR", "SOL", "0.01", "0.01"),
  contract(17, "XRPUSDT-PERP", "LINEAR", "XRP", "0.0001", "0.1"),
  contract(18, "DOGEUSDT-PERP", "LINEAR", "DOGE", "0.00001", "1"),
  contract(19, "BNBUSDT-PERP", "LINEAR", "BNB", "0.01", "0.001"),
];
export const contracts: readonly ListedContract[] = [...firstContracts, ...laterContracts];

const tier = (cap: string, maxLeverage: number, mmr: number): ContractTier => ({ cap: units(cap), maxLeverage, mmr });

/** R-8.3's two tables. */
const usdtTiers: readonly ContractTier[] = [
  tier("50000", 125, 400_000),
  tier("250000", 100, 500_000),
  tier("1000000", 50, 1_000_000),
  tier("10000000", 20, 2_500_000),
  tier("20000000", 10, 5_000_000),
  tier("50000000", 5, 10_000_000),
  tier("100000000", 4, 12_500_000),
  tier("200000000", 3, 15_000_000),
  tier("300000000", 2, 25_000_000),
  tier("500000000", 1, 50_000_000),
];
const coinTiers: readonly ContractTier[] = [
  tier("5", 125, 400_000),
  tier("10", 100, 500_000),
  tier("20", 50, 1_000_000),
  tier("50", 20, 2_500_000),
  tier("100", 10, 5_000_000),
  tier("200", 5, 10_000_000),
  tier("400", 4, 12_500_000),
  tier("1000", 3, 15_000_000),
];

const minorTiers: readonly ContractTier[] = [
  tier("25000", 50, 1_000_000),
  tier("100000", 25, 2_000_000),
  tier("500000", 10, 5_000_000),
  tier("1000000", 5, 10_000_000),
  tier("5000000", 2, 25_000_000),
  tier("10000000", 1, 50_000_000),
];

const priceOf = (symbol: string): bigint => units(markets.find((market) => market.symbol === symbol)!.price);
const tiersOf = ({ kind, isMajor }: ListedContract): readonly ContractTier[] =>
  kind === "INVERSE" ? coinTiers : isMajor ? usdtTiers : minorTiers;
const eightHoursMs = 28_800_000;
const dollars = 100_000_000n;

function configureMarket(listed: ListedContract): Unnumbered {
  const { isMajor } = listed;
  const isLinear = listed.kind === "LINEAR";
  return {
    type: "configure_market",
    market: listed.id,
    symbol: listed.symbol,
    kind: isLinear ? 1 : 2,
    base: assetId(listed.base),
    quote: assetId("USDT"),
    product: listed.product,
    tick: Number(units(listed.tick)),
    lot: Number(units(listed.lot)),
    minQty: 1,
    maxQty: isLinear && isMajor ? 10_000_000 : 100_000_000,
    maxMarketQty: isLinear && isMajor ? 2_000_000 : 20_000_000,
    minNotional: isLinear ? Number(units("5")) : 1_000,
    maxNotional: Number(units(isLinear ? "40000000" : "1000")),
    minPrice: 1,
    maxPrice: Number((priceOf(listed.follows) * 10n) / units(listed.tick)),
    band: isMajor ? 5_000_000 : 10_000_000,
    farBand: 50_000_000,
    marketProtection: isMajor ? 3_000_000 : 5_000_000,
    indexCap: isMajor ? 1_000_000 : 3_000_000,
    breaker: breakerOf(listed.base),
    maxOpenOrders: 200,
    weights: [30, 30, 20, 20],
  };
}

function configureContract(listed: ListedContract, fundingIntervalMs: number): Unnumbered {
  const isLinear = listed.kind === "LINEAR";
  const mostOpen = listed.base === "BTC" ? 500_000_000n : listed.isMajor ? 50_000_000n : 10_000_000n;
  const tiers = [...tiersOf(listed)];
  const maxLeverage = tiers[0]!.maxLeverage;
  // 200 USDT for each unit of leverage, of an inverse contract what that is in coin.
  const impactUsdt = 200n * BigInt(maxLeverage);
  return {
    type: "configure_contract",
    market: listed.id,
    settle: assetId(listed.settle),
    flashBand: 3_000_000,
    markClamp: 5_000_000,
    liqFeeRate: 50_000,
    oiCap: isLinear ? mostOpen * dollars : mostOpen,
    maxTriggers: 50,
    maxLeverage,
    fundingIntervalMs,
    interestRate: 10_000,
    fundingCap: 0,
    impactNotional: isLinear ? impactUsdt * dollars : (impactUsdt * dollars * dollars) / priceOf(listed.follows),
    tiers,
  };
}

const postOnly = 1;
const trading = 2;

/** The commands that list a contract and open it. */
export const listing = (listed: ListedContract, fundingIntervalMs = eightHoursMs): Unnumbered[] => [
  configureMarket(listed),
  configureContract(listed, fundingIntervalMs),
  { type: "set_market_status", market: listed.id, status: postOnly, liquidates: false },
  { type: "set_market_status", market: listed.id, status: trading, liquidates: false },
];

/** Contracts that trade, and two spot markets as margin pairs. It is finished: what comes later goes into `laterList` (see `sendList`). */
export const contractList: readonly Unnumbered[] = [
  ...firstContracts.flatMap((one) => listing(one)),
  ...[1, 2].map((market): Unnumbered => ({
    type: "configure_pair",
    market,
    leverage: 5,
    baseRate: 1_000,
    quoteRate: 2_000,
  })),
];

type Fund = { readonly product: number; readonly asset: Asset; readonly amount: string; readonly fund: number };

/** Company money behind the contracts and the loans; half of it goes into the fund, half stays with the treasury. */
const fundsOf: readonly Fund[] = [
  { product: productIds.futures_usdt, asset: "USDT", amount: "100000000", fund: funds.insurance },
  { product: productIds.futures_btc, asset: "BTC", amount: "200", fund: funds.insurance },
  { product: productIds.futures_btc, asset: "ETH", amount: "5000", fund: funds.insurance },
  { product: productIds.margin, asset: "USDT", amount: "4000000", fund: funds.lending },
  { product: productIds.margin, asset: "BTC", amount: "100", fund: funds.lending },
  { product: productIds.margin, asset: "ETH", amount: "2000", fund: funds.lending },
];

/** The wallet's part of the company's money. */
export const treasuryCredits: readonly Unnumbered[] = fundsOf.map(({ asset, amount }) => ({
  type: "credit_treasury",
  asset: assetId(asset),
  amount: units(amount),
}));

/** The operator's part, once the wallet has brought it. */
export const treasuryMoves: readonly Unnumbered[] = fundsOf.flatMap(
  ({ product, asset, amount, fund }): Unnumbered[] => [
    { type: "move_treasury", product, asset: assetId(asset), amount: units(amount) },
    { type: "seed_fund", fund, product, asset: assetId(asset), amount: units(amount) / 2n },
  ],
);

/** Company money that pays the interest of Earn; it stays in the wallet's product. */
const earnPools: readonly { readonly asset: Asset; readonly amount: string }[] = [
  { asset: "USDT", amount: "20000" },
  { asset: "BTC", amount: "1" },
  { asset: "ETH", amount: "10" },
  { asset: "SOL", amount: "200" },
];
/** They follow `treasuryCredits` and `laterList`, and may only ever grow at their ends as those do. */
export const earnCredits: readonly Unnumbered[] = earnPools.map(({ asset, amount }) => ({
  type: "credit_treasury",
  asset: assetId(asset),
  amount: units(amount),
}));
export const earnSeeds: readonly Unnumbered[] = earnPools.map(({ asset, amount }) => ({
  type: "seed_fund",
  fund: funds.earn,
  product: productIds.wallet,
  asset: assetId(asset),
  amount: units(amount),
}));

/** What was listed after the company's money had been moved. It may only ever grow at its end (see `sendList`). */
export const laterList: readonly Unnumbered[] = laterContracts.flatMap((one) => listing(one));
