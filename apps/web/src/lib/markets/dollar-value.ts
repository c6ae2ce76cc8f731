import type { DayRow } from "@tidemark/contracts";
import { requireUnits } from "../format/require-units.ts";
import type { Market } from "./market.ts";

const one = 100_000_000n;
const dollarAsset = "USDT";

/** The last price of an asset in dollars, in 1e-8: a USDT is one. Undefined where it has no market or has not traded. */
function dollarsOf(asset: string, markets: readonly Market[], days: ReadonlyMap<string, DayRow>): bigint | undefined {
  if (asset === dollarAsset) return one;
  const market = markets.find(({ kind, base, quote }) => kind === "SPOT" && base === asset && quote === dollarAsset);
  const last = market === undefined ? "" : (days.get(market.symbol)?.last ?? "");
  return last === "" ? undefined : requireUnits(last);
}

/** What was traded in 24 hours in dollars, in 1e-8, so that markets of all kinds compare; undefined while that is not known. */
export function dollarVolumeOf(
  market: Market,
  markets: readonly Market[],
  days: ReadonlyMap<string, DayRow>,
): bigint | undefined {
  const day = days.get(market.symbol);
  if (day === undefined) return undefined;
  if (day.quoteVolume === "") return 0n;
  // The size of a coin contract is in dollars already.
  if (market.kind === "INVERSE") return requireUnits(day.volume);
  const rate = dollarsOf(market.valueUnit, markets, days);
  return rate === undefined ? undefined : (requireUnits(day.quoteVolume) * rate) / one;
}
