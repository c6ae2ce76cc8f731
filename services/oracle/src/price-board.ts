import { isJump, isStale, type PriceLimits, type Verdict, verdictOf } from "./rules.ts";
import type { Reading } from "./venue.ts";

type Kept = {
  /** The newest price, accepted or not. */
  readonly newest: Reading;
  readonly steadySince: number;
  readonly accepted: Reading | undefined;
};

/** The prices of all venues by symbol: the newest of each venue, and which may be sent. */
export class PriceBoard {
  readonly #limits: PriceLimits;
  readonly #venues: readonly Map<string, Kept>[];

  constructor(venueCount: number, limits: PriceLimits) {
    this.#limits = limits;
    this.#venues = Array.from({ length: venueCount }, () => new Map<string, Kept>());
  }

  take(venue: number, reading: Reading, now: number): Verdict {
    const { symbol, price, at } = reading;
    const kept = this.#venues[venue]!.get(symbol);
    const isSteady = kept !== undefined && !isJump(kept.newest.price, price, this.#limits.jumpMaxPercent);
    const steadySince = isSteady ? kept.steadySince : now;
    this.#venues[venue]!.set(symbol, { newest: reading, steadySince, accepted: kept?.accepted });
    const newest = this.#newest(symbol, now);
    const verdict = verdictOf({ price, at, now, newest, previous: kept?.accepted?.price, steadySince }, this.#limits);
    if (verdict === "accepted") this.#venues[venue]!.set(symbol, { newest: reading, steadySince, accepted: reading });
    return verdict;
  }

  /** The price to send: the venue's newest, if it was accepted and is not too old. */
  priceOf(venue: number, symbol: string, now: number): bigint | undefined {
    const kept = this.#venues[venue]!.get(symbol);
    if (kept === undefined || kept.accepted !== kept.newest) return undefined;
    return isStale(kept.newest.at, now, this.#limits) ? undefined : kept.newest.price;
  }

  /** How many venues have a price to send for anything. */
  venuesWithPrices(now: number): number {
    return this.#venues.filter((symbols, venue) =>
      [...symbols.keys()].some((symbol) => this.priceOf(venue, symbol, now) !== undefined),
    ).length;
  }

  #newest(symbol: string, now: number): bigint[] {
    return this.#venues.flatMap((symbols) => {
      const newest = symbols.get(symbol)?.newest;
      return newest === undefined || newest.price <= 0n || isStale(newest.at, now, this.#limits) ? [] : [newest.price];
    });
  }
}
