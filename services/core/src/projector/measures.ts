import type { Instruments } from "@tidemark/contracts";
import { parseUnits, spotValue, tradeValue } from "@tidemark/money";
import { quoteUnitOf } from "../questions/worth.ts";

/** A market's numbers in the units of the history: prices and sizes in 1e-8, worth in minor units. */
export type Measure = {
  readonly inTicks: <T extends number | null>(ticks: T) => bigint | Extract<T, null>;
  readonly inLots: <T extends number | null>(lots: T) => bigint | Extract<T, null>;
  readonly worth: (ticks: number, lots: number) => bigint;
};

/** Kept for every market until the names change: then a tick or lot may have. */
export class Measures {
  readonly #instruments: () => Instruments;
  readonly #known = new Map<number, Measure>();
  #knownBy: Instruments | undefined;

  constructor(instruments: () => Instruments) {
    this.#instruments = instruments;
  }

  of(market: number): Measure {
    const instruments = this.#instruments();
    if (instruments !== this.#knownBy) this.#known.clear();
    this.#knownBy = instruments;
    let measure = this.#known.get(market);
    if (measure === undefined) {
      measure = measureOf(instruments, market);
      this.#known.set(market, measure);
    }
    return measure;
  }
}

function measureOf(instruments: Instruments, market: number): Measure {
  const entry = instruments.marketOf(market)!;
  const tick = parseUnits(entry.tickSize)!;
  const lot = parseUnits(entry.lotSize)!;
  const contract = instruments.measure(market);
  const unit = contract === undefined ? quoteUnitOf(instruments, market) : 0n;
  return {
    inTicks: (ticks) => (ticks === null ? null : BigInt(ticks) * tick) as never,
    inLots: (lots) => (lots === null ? null : BigInt(lots) * lot) as never,
    worth: (ticks, lots) => (contract === undefined ? spotValue(ticks, lots, unit) : tradeValue(contract, ticks, lots)),
  };
}
