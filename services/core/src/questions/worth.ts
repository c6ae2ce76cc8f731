import type { Names } from "@tidemark/contracts";
import { divExact, parseUnits } from "@tidemark/money";

/** Quote minor units of one tick times one lot; the engine takes no market where this is not whole. */
export function quoteUnitOf(names: Names, market: number): bigint {
  const entry = names.marketOf(market);
  const quote = entry === undefined ? undefined : names.asset(entry.quote);
  if (entry === undefined || quote === undefined) return 0n;
  const tick = parseUnits(entry.tickSize) ?? 0n;
  const lot = parseUnits(entry.lotSize) ?? 0n;
  return divExact(tick * lot * 10n ** BigInt(quote.scale), 10n ** 16n);
}
