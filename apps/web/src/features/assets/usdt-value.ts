import { parseUnits } from "@tidemark/money";

const valuedIn = "USDT";
const oneCoin = 10n ** 8n;

type SpotPair = { readonly symbol: string; readonly base: string; readonly quote: string };

/** What an amount is worth at the last price of its USDT pair, cut; undefined while the price is unknown, and for coins without such a pair. */
export function usdtValueOf(
  asset: string,
  units: bigint,
  pairs: readonly SpotPair[],
  lastOf: (symbol: string) => string | undefined,
): bigint | undefined {
  if (asset === valuedIn) return units;
  const pair = pairs.find(({ base, quote }) => base === asset && quote === valuedIn);
  const price = pair === undefined ? undefined : parseUnits(lastOf(pair.symbol) ?? "");
  return price === undefined ? undefined : (units * price) / oneCoin;
}
