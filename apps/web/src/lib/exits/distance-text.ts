import { signedUnitsText } from "../format/number-text.ts";
import type { Market } from "../markets/market.ts";
import { ticksOf } from "../markets/market-value.ts";

/** How far a price is from another, in percent with its sign, cut as every figure is. Undefined where one of them is not there. */
export function distanceText(market: Market, price: string, from: string | undefined): string | undefined {
  if (price === "" || from === undefined || from === "") return undefined;
  const [at, start] = [BigInt(ticksOf(market, price)), BigInt(ticksOf(market, from))];
  return start === 0n ? undefined : `${signedUnitsText(((at - start) * 10_000n) / start, 2, 2)}%`;
}
