import type { AdlQueue } from "./adl-queue.ts";
import { AddressSet } from "../collections/address-set.ts";

type Sweep = { low: number; high: number };
type Traded = { readonly sweep: Sweep | undefined; readonly way: number[] | undefined };

/**
 * What a command has stirred up and what must therefore be looked at before the next: prices that traded or moved, triggers that woke, and
 * accounts whose margin changed. It belongs to the command and is empty between commands; taking something back leaves it as it is, since
 * looking once too often does no harm.
 */
export class Pending {
  /** What triggers wait for: prices traded, marks and indices set, markets that trade again, TP/SL that have just started to wait
   * (their ids), and markets in which an order came to rest that an armed stop loss could take. */
  readonly sweeps = new Map<number, Sweep>();
  /** For trailing stops on LAST: the prices traded in a market, of each rise and fall the last. */
  readonly ways = new Map<number, number[]>();
  readonly marks = new Set<number>();
  readonly indices = new Set<number>();
  readonly returned = new Set<number>();
  readonly woken: number[] = [];
  readonly offered = new Set<number>();
  /** After the triggers: markets whose accounts must be looked at because the mark was set, or because they trade again. */
  readonly marked = new Set<number>();
  readonly reopened = new Set<number>();
  /** Markets whose index has moved: margin pairs may wait for it. And margin pairs that must be looked at. */
  readonly indexed = new Set<number>();
  readonly pairs = new Set<number>();
  /** The trigger whose child is under way: the position that its close ends must not end it as well. */
  firing = 0;
  readonly margins = new AddressSet();
  readonly positions = new AddressSet();
  /** the queues of deleveraging, ranked once per command: two of each contract that needed one. */
  readonly rankings = new Map<number, AdlQueue>();

  sweep(market: number, price: number): void {
    const sweep = this.sweeps.get(market);
    if (sweep === undefined) this.sweeps.set(market, { low: price, high: price });
    else {
      sweep.low = Math.min(sweep.low, price);
      sweep.high = Math.max(sweep.high, price);
    }
  }

  /** A price traded where trailing stops follow LAST: which came first of a high and a low tells whether they fire. */
  follow(market: number, price: number): void {
    const way = this.ways.get(market);
    if (way === undefined) return void this.ways.set(market, [price]);
    const last = way.length - 1;
    if (way[last] === price) return;
    const isSameWay = last > 0 && price > way[last]! === way[last]! > way[last - 1]!;
    if (isSameWay) way[last] = price;
    else way.push(price);
  }

  /** What traded so far in a market, to be put back if what trades from now on is taken back. */
  tradedIn(market: number): Traded {
    const sweep = this.sweeps.get(market);
    const way = this.ways.get(market);
    return { sweep: sweep === undefined ? undefined : { ...sweep }, way: way === undefined ? undefined : [...way] };
  }

  putBackTraded(market: number, { sweep, way }: Traded): void {
    if (sweep === undefined) this.sweeps.delete(market);
    else this.sweeps.set(market, sweep);
    if (way === undefined) this.ways.delete(market);
    else this.ways.set(market, way);
  }

  forgetTraded(): void {
    this.sweeps.clear();
    this.ways.clear();
  }

  /** The triggers of these prices are queued: what remains of them is for accounts and pairs. */
  pricesDone(): void {
    for (const market of this.marks) this.marked.add(market);
    for (const market of this.returned) this.reopened.add(market);
    for (const markets of [this.indices, this.returned]) for (const market of markets) this.indexed.add(market);
    this.forgetTraded();
    this.marks.clear();
    this.indices.clear();
    this.returned.clear();
    this.offered.clear();
    this.woken.length = 0;
  }

  clear(): void {
    this.firing = 0;
    this.pricesDone();
    this.marked.clear();
    this.reopened.clear();
    this.indexed.clear();
    this.pairs.clear();
    this.margins.clear();
    this.positions.clear();
    this.rankings.clear();
  }

  /** Is there anything that a trigger could wait for? */
  get hasPrices(): boolean {
    return (
      this.sweeps.size > 0 ||
      this.ways.size > 0 ||
      this.marks.size > 0 ||
      this.indices.size > 0 ||
      this.returned.size > 0 ||
      this.offered.size > 0 ||
      this.woken.length > 0
    );
  }

  /** Only cross accounts are to be looked at. */
  get isOnlyMargins(): boolean {
    return (
      this.positions.size === 0 &&
      this.marked.size === 0 &&
      this.reopened.size === 0 &&
      this.indexed.size === 0 &&
      this.pairs.size === 0 &&
      !this.hasPrices
    );
  }

  get isEmpty(): boolean {
    return this.margins.size === 0 && this.isOnlyMargins;
  }
}
