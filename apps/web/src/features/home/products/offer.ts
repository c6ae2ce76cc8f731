import type { InstrumentList, MarketEntry } from "@tidemark/contracts";
import { percentOfRate } from "../../../lib/format/number-text.ts";

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

/** BTC/USD for the contract BTCUSD-PERP: the rest of its symbol after the base is the quote. */
export function contractTitleOf({ base, symbol }: Pick<MarketEntry, "base" | "symbol">): string {
  const rest = symbol.startsWith(base) ? symbol.slice(base.length).replace(/-PERP$/, "") : "";
  return rest === "" ? symbol : `${base}/${rest}`;
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
