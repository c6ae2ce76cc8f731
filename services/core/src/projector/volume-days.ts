import { type Instruments, type MarketEntry, sides } from "@tidemark/contracts";
import type { EventRow } from "@tidemark/contracts/journal";
import { Columns } from "./columns.ts";
import type { Measures } from "./measures.ts";

const one = 100_000_000n;
const dayMs = 86_400_000;
/** As in the table: margin orders stand in the books of spot. */
export const volumeProducts = { spot: 0, contracts: 1 } as const;

/** Days of UTC since 1970. */
export const dayOf = (at: number): number => Math.floor(at / dayMs);
export const dayStart = (day: number): number => day * dayMs;

/** Prices of coins in dollars, in 1e-8; a dollar is a USDT. Undefined where a coin has none. */
export type DollarPrices = ReadonlyMap<string, bigint>;

const dollar = "USDT";
const dollarsOf = (prices: DollarPrices, asset: string): bigint => (asset === dollar ? one : (prices.get(asset) ?? 0n));

/** A fill in 1e-8 dollars, cut once; price and size are in 1e-8. The size of a coin contract is in dollars already. */
export function volumeOf(market: MarketEntry, price: bigint, qty: bigint, prices: DollarPrices): bigint {
  return market.kind === "INVERSE" ? qty : (price * qty * dollarsOf(prices, market.quote)) / (one * one);
}

/** Fees are paid in the coin received: a buyer on spot and a coin contract pay in the base, at the price of the fill. */
function feeDollars(
  { market, instruments, price, prices }: FillTerms,
  side: (typeof sides)[number],
  fee: number,
): bigint {
  const isInBase = market.kind === "INVERSE" || (market.kind === "SPOT" && side === "BUY");
  const scale = instruments.asset(isInBase ? market.base : market.quote)?.scale ?? 0;
  const units = (BigInt(fee) * one) / 10n ** BigInt(scale);
  if (market.kind === "INVERSE") return (units * price) / one;
  const quote = isInBase ? (units * price) / one : units;
  return (quote * dollarsOf(prices, market.quote)) / one;
}

type FillTerms = {
  readonly market: MarketEntry;
  readonly instruments: Instruments;
  readonly price: bigint;
  readonly prices: DollarPrices;
};
type Day = { uid: number; day: number; product: number; maker: bigint; taker: bigint; fees: bigint };

/**
 * What a run of batches adds to the volumes of users by day. Only fills are volume: netting, takeovers and deleveraging move positions without
 * one, and orders of one group never meet.
 */
export class VolumeDaysBatch {
  readonly rows = new Columns({
    uid: "bigint",
    day: "int",
    product: "smallint",
    maker: "numeric",
    taker: "numeric",
    fees: "numeric",
  });
  readonly #days = new Map<string, Day>();
  readonly #instruments: () => Instruments;
  readonly #measures: Measures;
  readonly #prices: () => DollarPrices;
  #pricesNow: DollarPrices | undefined;

  constructor(instruments: () => Instruments, measures: Measures, prices: () => DollarPrices) {
    this.#instruments = instruments;
    this.#measures = measures;
    this.#prices = prices;
  }

  beginBatch(): void {
    this.#pricesNow = undefined;
  }

  add(event: Extract<EventRow, { type: "order_filled" }>, at: number): void {
    const instruments = this.#instruments();
    const market = instruments.marketOf(event.market);
    if (market === undefined) return;
    // Most markets are quoted in USDT: the prices of coins are read only for the others.
    const prices = market.quote === dollar ? noPrices : (this.#pricesNow ??= this.#prices());
    const measure = this.#measures.of(event.market);
    const price = measure.inTicks(event.price);
    const terms = { market, instruments, price, prices };
    const volume = volumeOf(market, price, measure.inLots(event.qty), prices);
    const product = market.kind === "SPOT" ? volumeProducts.spot : volumeProducts.contracts;
    const maker = this.#of(event.makerUid, dayOf(at), product);
    maker.maker += volume;
    maker.fees += feeDollars(terms, sides[1 - event.takerSide]!, event.makerFee);
    const taker = this.#of(event.takerUid, dayOf(at), product);
    taker.taker += volume;
    taker.fees += feeDollars(terms, sides[event.takerSide]!, event.takerFee);
  }

  finish(): void {
    // The engine trades its inventory as nobody.
    for (const day of this.#days.values()) if (day.uid !== 0) this.rows.add(day);
  }

  #of(uid: number, day: number, product: number): Day {
    const key = `${uid}:${day}:${product}`;
    const known = this.#days.get(key) ?? { uid, day, product, maker: 0n, taker: 0n, fees: 0n };
    this.#days.set(key, known);
    return known;
  }
}

const noPrices: DollarPrices = new Map();

export const volumeConflict = `on conflict (uid, day, product) do update set
  maker = volume_days.maker + excluded.maker, taker = volume_days.taker + excluded.taker, fees = volume_days.fees + excluded.fees`;
