import { type AssetEntry, type MarketEntry, productIds } from "@tidemark/contracts";
import {
  divExact,
  type InverseMeasure,
  inverseMeasureOf,
  type LinearMeasure,
  linearMeasureOf,
  type SpotMeasure,
} from "@tidemark/money";
import { isSimulatedPage } from "../client/page-hosts.ts";
import { assetText } from "../format/asset-text.ts";
import { decimalsOf } from "../format/number-text.ts";
import { requireUnits } from "../format/require-units.ts";

type MarketKind = MarketEntry["kind"];

/** What a market of every kind has, with the values that screens derive from its steps. */
type MarketOf<K extends MarketKind> = Omit<MarketEntry, "kind" | "contract"> & {
  readonly kind: K;
  /** BTC/USDT, of a contract BTCUSDT, for display. */
  readonly title: string;
  /** The market in the URL path: BTC_USDT, of a contract its symbol. */
  readonly segment: string;
  /** The path of its terminal. */
  readonly path: string;
  readonly priceDecimals: number;
  readonly sizeDecimals: number;
  /** The tick and the lot in units of 10^-8. */
  readonly tick: bigint;
  readonly lot: bigint;
  /** What prices, sizes and values are counted in. A coin contract has sizes in USD and values in its coin. */
  readonly priceUnit: string;
  readonly sizeUnit: string;
  readonly valueUnit: string;
  readonly valueDecimals: number;
  readonly baseAsset: AssetEntry;
};

type ContractOf<K extends MarketKind, M> = MarketOf<K> & {
  readonly contract: NonNullable<MarketEntry["contract"]>;
  /** What margin, fees and PnL are paid in. */
  readonly settleAsset: AssetEntry;
  /** One lot, as text: 0.0001 BTC, of a coin contract 1 USD. */
  readonly contractSize: string;
  readonly measure: M;
};

export type SpotMarket = MarketOf<"SPOT"> & {
  readonly quoteDecimals: number;
  readonly quoteAsset: AssetEntry;
  readonly measure: SpotMeasure;
};
/** A spot market traded with borrowed funds: the same book, and an account of its own for each pair (product 5). */
export type MarginMarket = SpotMarket & { readonly marginPair: NonNullable<MarketEntry["marginPair"]> };
/** A perpetual that settles in USDT. */
export type LinearMarket = ContractOf<"LINEAR", LinearMeasure>;
/** A perpetual that settles in its coin. */
export type InverseMarket = ContractOf<"INVERSE", InverseMeasure>;
export type ContractMarket = LinearMarket | InverseMarket;
export type Market = SpotMarket | ContractMarket;

/** The kinds as traders choose them: a margin pair is one of its own. */
export type ListKind = MarketKind | "MARGIN";

export const isMargin = (market: Market): market is MarginMarket => market.product === productIds.margin;
export const listKindOf = (market: Market): ListKind => (isMargin(market) ? "MARGIN" : market.kind);

/** The margin pair of a spot market; undefined where the exchange lends nothing. */
export function marginMarketOf(market: SpotMarket): MarginMarket | undefined {
  const { marginPair, segment } = market;
  if (marginPair === undefined) return undefined;
  return { ...market, marginPair, product: productIds.margin, path: `/margin/${segment}` };
}

export const isContract = (market: Market): market is ContractMarket => market.kind !== "SPOT";

/** USD for the contract BTCUSD-PERP: the rest of its symbol after the base. A coin contract's quote is no asset of its own. */
export function contractQuoteOf({ base, symbol }: Pick<MarketEntry, "base" | "symbol">): string | undefined {
  const rest = symbol.startsWith(base) ? symbol.slice(base.length).replace(/-PERP$/, "") : "";
  return rest === "" ? undefined : rest;
}

export function marketOf(entry: MarketEntry, assets: readonly AssetEntry[]): Market {
  const assetOf = (code: string): AssetEntry => {
    const asset = assets.find((one) => one.asset === code);
    if (asset === undefined) throw new Error(`${entry.symbol}: ${code} is not among the instruments`);
    return asset;
  };
  const { kind, contract, ...rest } = entry;
  const steps = {
    ...rest,
    priceDecimals: decimalsOf(entry.tickSize),
    sizeDecimals: decimalsOf(entry.lotSize),
    tick: requireUnits(entry.tickSize),
    lot: requireUnits(entry.lotSize),
    baseAsset: assetOf(entry.base),
  };
  if (kind === "SPOT") return spotMarketOf(steps, assetOf(entry.quote));
  if (contract === undefined) throw new Error(`${entry.symbol}: a ${kind} market without contract terms`);
  const settleAsset = assetOf(contract.settle);
  return contractMarketOf({ ...steps, contract, settleAsset }, kind);
}

type Steps = Pick<Market, "tick" | "lot" | "priceDecimals" | "sizeDecimals" | "baseAsset"> &
  Omit<MarketEntry, "kind" | "contract">;

function spotMarketOf(steps: Steps, quoteAsset: AssetEntry): SpotMarket {
  const { base, quote, tick, lot, baseAsset } = steps;
  const segment = `${base}_${quote}`;
  return {
    ...steps,
    kind: "SPOT",
    title: `${base}/${quote}`,
    segment,
    path: `/spot/${segment}`,
    priceUnit: quote,
    sizeUnit: base,
    valueUnit: quote,
    valueDecimals: quoteAsset.displayDecimals,
    quoteDecimals: quoteAsset.displayDecimals,
    quoteAsset,
    measure: {
      unit: divExact(tick * lot * 10n ** BigInt(quoteAsset.scale), 10n ** 16n),
      lotUnits: divExact(lot * 10n ** BigInt(baseAsset.scale), 10n ** 8n),
    },
  };
}

const contractStart = isSimulatedPage ? "/contract/simul" : "/contract";

type ContractSteps = Steps & Pick<ContractMarket, "contract" | "settleAsset">;

function contractMarketOf(steps: ContractSteps, kind: "LINEAR" | "INVERSE"): ContractMarket {
  const { symbol, base, quote, tick, lot, settleAsset, lotSize } = steps;
  const priceUnit = contractQuoteOf(steps) ?? quote;
  const shared = {
    ...steps,
    title: symbol.replace(/-PERP$/, ""),
    segment: symbol,
    contractSize: lotSize,
    priceUnit,
    valueUnit: assetText(settleAsset.asset),
    valueDecimals: settleAsset.displayDecimals,
  };
  if (kind === "LINEAR") {
    const measure = linearMeasureOf(tick, lot, settleAsset.scale);
    if (measure === undefined) throw new Error(`${symbol}: its steps have no exact value`);
    return { ...shared, kind, path: `${contractStart}/usdt/${symbol}`, sizeUnit: base, measure };
  }
  const measure = inverseMeasureOf(lot, tick, settleAsset.scale);
  if (measure === undefined) throw new Error(`${symbol}: its steps have no exact value`);
  return { ...shared, kind, path: `${contractStart}/coin/${symbol}`, sizeUnit: priceUnit, measure };
}
