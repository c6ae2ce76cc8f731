import type { AssetEntry, InstrumentList } from "@tidemark/contracts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { answerOf } from "../client/answer.ts";
import { isSimulatedPage, nameInExchange } from "../client/page-hosts.ts";
import { stored } from "../storage/storage.ts";
import {
  type InverseMarket,
  type LinearMarket,
  type MarginMarket,
  marginMarketOf,
  type Market,
  marketOf,
  type SpotMarket,
} from "./market.ts";

const isKept = (value: unknown): value is InstrumentList | null =>
  value === null || Array.isArray((value as Partial<InstrumentList>).markets);

/** The markets of the last visit: pages are laid out by them at once, while the current ones are loaded. */
const tradingPairs = stored<InstrumentList | null>(nameInExchange("tradingPairs"), null, { isWhole: isKept });

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

/** All that is listed, as it was sent. */
export const useListed = () => useQuery(instrumentsQuery);

export type ListedMarkets = {
  readonly assets: readonly AssetEntry[];
  /** Of every kind. */
  readonly all: readonly Market[];
  readonly SPOT: readonly SpotMarket[];
  /** The spot markets that can be traded with borrowed funds. */
  readonly MARGIN: readonly MarginMarket[];
  readonly LINEAR: readonly LinearMarket[];
  readonly INVERSE: readonly InverseMarket[];
};

function listedMarketsOf({ assets, markets }: InstrumentList): ListedMarkets {
  // Simulated trading is of contracts; spot markets are listed there for their prices.
  const shown = isSimulatedPage ? markets.filter(({ kind }) => kind !== "SPOT") : markets;
  const all = shown.map((market) => marketOf(market, assets));
  const SPOT = all.filter((market) => market.kind === "SPOT");
  const MARGIN = SPOT.map(marginMarketOf).filter((market) => market !== undefined);
  return {
    assets,
    // The pairs come last: a symbol that is looked up without a product means the spot market.
    all: [...all, ...MARGIN],
    SPOT,
    MARGIN,
    LINEAR: all.filter((market) => market.kind === "LINEAR"),
    INVERSE: all.filter((market) => market.kind === "INVERSE"),
  };
}

/** Declared once, so that the markets are derived once for each answer and not in every render. */
const marketsQuery = { ...instrumentsQuery, select: listedMarketsOf };

export const useMarkets = () => useQuery(marketsQuery);
