import type { Instruments } from "@tidemark/contracts";
import { marketsOf, type State } from "@tidemark/engine";
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

/** At the index of each coin's USDT market, which one trade cannot move; at the last price where no oracle prices it. */
export function valuationOf(state: State, instruments: Instruments, valuationAsset: "BTC" | "USDT"): Valuation {
  const prices = new Map<string, bigint>([["USDT", one]]);
  for (const { id, kind, index, last } of marketsOf(state)) {
    const market = instruments.marketOf(id);
    const ticks = index === 0 ? last : index;
    if (market === undefined || kind !== spotKind || market.quote !== "USDT" || ticks === 0) continue;
    const price = parseUnits(instruments.price(id, ticks));
    if (price !== undefined) prices.set(market.base, price);
  }
  const btc = prices.get("BTC") ?? 0n;
  const toBtc = (usdt: bigint): bigint | undefined => (btc === 0n ? undefined : (usdt * one) / btc);
  return {
    valueOf: (asset, units) => {
      const price = prices.get(asset);
      const scale = instruments.asset(asset)?.scale;
      if (price === undefined || scale === undefined) return undefined;
      if (valuationAsset === "USDT") return (units * price) / 10n ** BigInt(scale);
      return btc === 0n ? undefined : (units * price * one) / (btc * 10n ** BigInt(scale));
    },
    isCounted: valuationAsset === "USDT" || btc !== 0n,
    toBtc,
  };
}
