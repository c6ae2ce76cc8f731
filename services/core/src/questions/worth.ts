import type { Instruments } from "@tidemark/contracts";
import { divExact, parseUnits } from "@tidemark/money";

/** Quote minor units of one tick times one lot; the engine takes no market where this is not whole. */
export function quoteUnitOf(instruments: Instruments, market: number): bigint {
  const entry = instruments.marketOf(market);
  const quote = entry === undefined ? undefined : instruments.asset(entry.quote);
  if (entry === undefined || quote === undefined) return 0n;
  const tick = parseUnits(entry.tickSize) ?? 0n;
  const lot = parseUnits(entry.lotSize) ?? 0n;
  return divExact(tick * lot * 10n ** BigInt(quote.scale), 10n ** 16n);
}
