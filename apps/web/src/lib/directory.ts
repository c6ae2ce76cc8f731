import type { AssetEntry, Directory, MarketEntry } from "@tidemark/contracts";
import { divExact, parseUnits, type SpotMeasure } from "@tidemark/money";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { answerOf } from "./answer.ts";
import { decimalsOf } from "./number-text.ts";
import { stored } from "./storage.ts";

/** A spot market with what every screen derives from its steps. */
export type SpotMarket = MarketEntry & {
  /** BTC/USDT, as people write it. */
  readonly title: string;
  /** BTC_USDT, as it stands in the address. */
  readonly pair: string;
  readonly priceDecimals: number;
  readonly sizeDecimals: number;
  readonly quoteDecimals: number;
  readonly baseAsset: AssetEntry;
  readonly quoteAsset: AssetEntry;
  /** The tick and the lot in units of 10^-8. */
  readonly tick: bigint;
  readonly lot: bigint;
  readonly measure: SpotMeasure;
};

function spotMarketOf(market: MarketEntry, assets: readonly AssetEntry[]): SpotMarket {
  const assetOf = (code: string): AssetEntry => {
    const asset = assets.find((entry) => entry.asset === code);
    if (asset === undefined) throw new Error(`${market.symbol}: ${code} is not in the directory`);
    return asset;
  };
  const [baseAsset, quoteAsset] = [assetOf(market.base), assetOf(market.quote)];
  const [tick, lot] = [parseUnits(market.tickSize)!, parseUnits(market.lotSize)!];
  return {
    ...market,
    title: `${market.base}/${market.quote}`,
    pair: `${market.base}_${market.quote}`,
    priceDecimals: decimalsOf(market.tickSize),
    sizeDecimals: decimalsOf(market.lotSize),
    quoteDecimals: quoteAsset.displayDecimals,
    baseAsset,
    quoteAsset,
    tick,
    lot,
    measure: {
      unit: divExact(tick * lot * 10n ** BigInt(quoteAsset.scale), 10n ** 16n),
      lotUnits: divExact(lot * 10n ** BigInt(baseAsset.scale), 10n ** 8n),
    },
  };
}

const isKept = (value: unknown): value is Directory | null =>
  value === null || Array.isArray((value as Partial<Directory>).markets);

/** The markets of the last visit: the page is laid out by them at once, while they are asked for anew. */
const tradingPairs = stored<Directory | null>("tradingPairs", null, { isWhole: isKept });

/** One question, whoever asks it and whatever he takes of the answer. */
const directoryQuery = queryOptions({
  queryKey: ["directory"],
  queryFn: async ({ signal }): Promise<Directory> => {
    const directory = await answerOf("marketDirectory", {}, signal);
    tradingPairs.set(directory);
    return directory;
  },
  placeholderData: () => tradingPairs.get() ?? undefined,
  staleTime: 60_000,
  refetchInterval: (query) => (query.state.status === "error" ? 3_000 : false),
});

/** All that is listed, contracts too. */
export const useListed = () => useQuery(directoryQuery);

export function useDirectory() {
  return useQuery({
    ...directoryQuery,
    select: (directory) => ({
      assets: directory.assets,
      spotMarkets: directory.markets
        .filter((market) => market.kind === "SPOT")
        .map((market) => spotMarketOf(market, directory.assets)),
    }),
  });
}
