import type { InstrumentList, MarketEntry } from "@tidemark/contracts";
import { percentOfRate } from "../../../lib/format/number-text.ts";
import { contractQuoteOf } from "../../../lib/markets/market.ts";

/** The facts that the home page shows about one product: from the instruments, never from a text. */
export type Offer = {
  readonly fees: string;
  readonly count: number;
  /** 0 where nothing is lent. */
  readonly leverageMax: number;
  readonly titles: readonly string[];
  /** The smallest order of the first, in its quote. */
  readonly least: { readonly amount: string; readonly asset: string };
};

/** BTC/USD for the contract BTCUSD-PERP. */
export function contractTitleOf(market: Pick<MarketEntry, "base" | "symbol">): string {
  const quote = contractQuoteOf(market);
  return quote === undefined ? market.symbol : `${market.base}/${quote}`;
}

const titleOf = (market: MarketEntry): string =>
  market.kind === "SPOT" ? `${market.base}/${market.quote}` : contractTitleOf(market);

/** Undefined where no market of the kind is listed. The fees are those of the first, before any discount. */
export function offerOf({ markets }: Pick<InstrumentList, "markets">, kind: MarketEntry["kind"]): Offer | undefined {
  const listed = markets.filter((market) => market.kind === kind);
  const [first] = listed;
  if (first === undefined) return undefined;
  return {
    fees: `${percentOfRate(first.makerRate)} / ${percentOfRate(first.takerRate)}`,
    count: listed.length,
    leverageMax: Math.max(...listed.map(({ contract }) => contract?.maxLeverage ?? 0)),
    titles: listed.map(titleOf),
    least: { amount: first.minNotional, asset: first.quote },
  };
}
