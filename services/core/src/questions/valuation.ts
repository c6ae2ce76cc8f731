import type { Instruments } from "@tidemark/contracts";
import { type MarketNow, marketsOf, type State } from "@tidemark/engine";
import { parseUnits } from "@tidemark/money";

const one = 10n ** 8n;
const spotKind = 0;

/** Worth of coins in 1e-8 of USDT or BTC; undefined where a price is missing. */
export type Valuation = {
  /** Cut towards zero: nobody is shown a fraction that is not there. */
  readonly valueOf: (asset: string, units: bigint) => bigint | undefined;
  /** False where amounts are counted in BTC and it has no price: then there is no sum. */
  readonly isCounted: boolean;
  readonly toBtc: (usdt: bigint) => bigint | undefined;
};

/** Worth at these prices in USDT, by coin and in 1e-8; USDT is always 1. */
export function worthAt(
  prices: ReadonlyMap<string, bigint>,
  instruments: Instruments,
  valuationAsset: "BTC" | "USDT",
): Valuation {
  const priceOf = (asset: string): bigint | undefined => (asset === "USDT" ? one : prices.get(asset));
  const btc = prices.get("BTC") ?? 0n;
  return {
    valueOf: (asset, units) => {
      const price = priceOf(asset);
      const scale = instruments.asset(asset)?.scale;
      if (price === undefined || scale === undefined) return undefined;
      if (valuationAsset === "USDT") return (units * price) / 10n ** BigInt(scale);
      return btc === 0n ? undefined : (units * price * one) / (btc * 10n ** BigInt(scale));
    },
    isCounted: valuationAsset === "USDT" || btc !== 0n,
    toBtc: (usdt) => (btc === 0n ? undefined : (usdt * one) / btc),
  };
}

/** The spot market whose price a coin is counted at, by the coin. */
export const pricingMarkets = (state: State, instruments: Instruments): ReadonlyMap<string, MarketNow> =>
  new Map(
    marketsOf(state).flatMap((now) => {
      const market = instruments.marketOf(now.id);
      return now.kind === spotKind && market?.quote === "USDT" ? [[market.base, now] as const] : [];
    }),
  );

function pricesBy(
  ticksOf: (market: MarketNow) => number,
  state: State,
  instruments: Instruments,
): ReadonlyMap<string, bigint> {
  const prices = new Map<string, bigint>();
  for (const [asset, market] of pricingMarkets(state, instruments)) {
    const ticks = ticksOf(market);
    const price = ticks === 0 ? undefined : parseUnits(instruments.price(market.id, ticks));
    if (price !== undefined) prices.set(asset, price);
  }
  return prices;
}

/** At the index of each coin's USDT market; at the last price where no oracle prices it. In 1e-8, by the coin. */
const pricesOf = (state: State, instruments: Instruments): ReadonlyMap<string, bigint> =>
  pricesBy(({ index, last }) => (index === 0 ? last : index), state, instruments);

/** At the index only, for what is earned by worth: two accounts can set any last price where no oracle prices a coin. */
export const indexPricesOf = (state: State, instruments: Instruments): ReadonlyMap<string, bigint> =>
  pricesBy(({ index }) => index, state, instruments);

export const valuationOf = (state: State, instruments: Instruments, valuationAsset: "BTC" | "USDT"): Valuation =>
  worthAt(pricesOf(state, instruments), instruments, valuationAsset);
