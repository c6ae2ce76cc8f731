import type { Directory, MarketEntry } from "@tidemark/contracts";
import { percentOfRate } from "../../lib/number-text.ts";

/** What the front page tells of one way to trade: from the directory, never from a text. */
export type Offer = {
  readonly fees: string;
  readonly count: number;
  /** 0 where nothing is lent. */
  readonly leverageMax: number;
  readonly titles: readonly string[];
  /** The smallest order of the first, in its quote. */
  readonly least: { readonly amount: string; readonly asset: string };
};

/** BTC/USD of the contract BTCUSD-PERP: its symbol goes on after its base with what it is priced in. */
export function contractTitleOf({ base, symbol }: Pick<MarketEntry, "base" | "symbol">): string {
  const rest = symbol.startsWith(base) ? symbol.slice(base.length).replace(/-PERP$/, "") : "";
  return rest === "" ? symbol : `${base}/${rest}`;
}

const titleOf = (market: MarketEntry): string =>
  market.kind === "SPOT" ? `${market.base}/${market.quote}` : contractTitleOf(market);

/** Undefined where no market of the kind is listed. The fees are those of the first, before any discount. */
export function offerOf({ markets }: Pick<Directory, "markets">, kind: MarketEntry["kind"]): Offer | undefined {
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
