import type { AssetEntry, InstrumentList, MarketEntry } from "@tidemark/contracts";
import { divExact, type SpotMeasure } from "@tidemark/money";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { answerOf } from "../client/answer.ts";
import { decimalsOf } from "../format/number-text.ts";
import { stored } from "../storage/storage.ts";
import { requireUnits } from "../format/require-units.ts";

/** A spot market with the values that screens derive from its steps. */
export type SpotMarket = MarketEntry & {
  /** BTC/USDT, for display. */
  readonly title: string;
  /** BTC_USDT, as in the URL path. */
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
    if (asset === undefined) throw new Error(`${market.symbol}: ${code} is not among the instruments`);
    return asset;
  };
  const [baseAsset, quoteAsset] = [assetOf(market.base), assetOf(market.quote)];
  const [tick, lot] = [requireUnits(market.tickSize), requireUnits(market.lotSize)];
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

const isKept = (value: unknown): value is InstrumentList | null =>
  value === null || Array.isArray((value as Partial<InstrumentList>).markets);

/** The markets of the last visit: pages are laid out by them at once, while the current ones are loaded. */
const tradingPairs = stored<InstrumentList | null>("tradingPairs", null, { isWhole: isKept });

/** One query for all users of the instruments, whatever part of the answer they select. */
const instrumentsQuery = queryOptions({
  queryKey: ["instruments"],
  queryFn: async ({ signal }): Promise<InstrumentList> => {
    const instruments = await answerOf("marketInstruments", {}, signal);
    tradingPairs.set(instruments);
    return instruments;
  },
  placeholderData: () => tradingPairs.get() ?? undefined,
  staleTime: 60_000,
  refetchInterval: (query) => (query.state.status === "error" ? 3_000 : false),
});

/** All that is listed, contracts too. */
export const useListed = () => useQuery(instrumentsQuery);

export function useInstruments() {
  return useQuery({
    ...instrumentsQuery,
    select: (instruments) => ({
      assets: instruments.assets,
      spotMarkets: instruments.markets
        .filter((market) => market.kind === "SPOT")
        .map((market) => spotMarketOf(market, instruments.assets)),
    }),
  });
}
