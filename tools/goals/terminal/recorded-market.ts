import { Random } from "@tidemark/engine/sim";

type Side = "BUY" | "SELL";
export type Level = { readonly side: Side; readonly price: string; readonly qty: string };
export type Trade = { tradeId: string; price: string; qty: string; takerSide: Side; at: number };

const levelsOfSide = 200;
const tradesKept = 50;
const tick = 0.1;
const none = "0.0000";

/** A market by a seed: the same book updates and trades in every run. Prices move by a tick now and then, so that levels come and go. */
export class RecordedMarket {
  readonly #random: Random;
  readonly #book = new Map<string, Level>();
  readonly trades: Trade[] = [];
  #middle: number;
  #tradeId = 0;

  constructor(seed: number, middle: number) {
    this.#random = new Random(seed);
    this.#middle = Math.round(middle / tick);
    for (const side of ["BUY", "SELL"] as const)
      for (let away = 1; away <= levelsOfSide; away += 1) this.#set(side, away, this.#size());
  }

  get book(): Level[] {
    return [...this.#book.values()];
  }

  /** Most updates are near the best prices, as in a real book. */
  update(): Level {
    const side = this.#random.pick(["BUY", "SELL"] as const);
    if (this.#random.chance(40)) {
      // The best level of this side is used up: the middle moves to its price.
      this.#middle += side === "BUY" ? -1 : 1;
      return this.#set(side, 0, none);
    }
    const away = 1 + Math.floor((this.#random.below(1_000) / 1_000) ** 3 * levelsOfSide);
    return this.#set(side, away, this.#random.chance(8) ? none : this.#size());
  }

  trade(at: number): Trade {
    const takerSide = this.#random.pick(["BUY", "SELL"] as const);
    const price = this.#price(takerSide === "BUY" ? this.#middle + 1 : this.#middle - 1);
    const trade = { tradeId: String((this.#tradeId += 1)), price, qty: this.#size(), takerSide, at } as const;
    this.trades.unshift(trade);
    this.trades.length = Math.min(this.trades.length, tradesKept);
    return trade;
  }

  #size(): string {
    return ((1 + this.#random.below(30_000)) / 10_000).toFixed(4);
  }

  #price(ticks: number): string {
    return (ticks * tick).toFixed(1);
  }

  #set(side: Side, away: number, qty: string): Level {
    const price = this.#price(side === "BUY" ? this.#middle - away : this.#middle + away);
    const level = { side, price, qty };
    if (qty === none) this.#book.delete(`${side}:${price}`);
    else this.#book.set(`${side}:${price}`, level);
    return level;
  }
}
