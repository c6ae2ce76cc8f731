import { Random } from "@tidemark/engine/sim";

/**
 * The matching workload: N resting orders at a geometric distance from the mid; then half of the operations add orders that do not cross,
 * four in ten cancel a uniformly random live order, one in ten is a marketable limit that fills one resting order. Sizes are uniform 1–100,
 * the mid walks ±1 tick about every hundred operations. The list is made beforehand, so that all contestants run the same one.
 */
export const kind = { add: 0, cancel: 1, take: 2 } as const;
export type Workload = {
  /** Adds that build the book before the clock starts. */
  prefill: number;
  count: number;
  kinds: Uint8Array;
  sides: Uint8Array;
  prices: Int32Array;
  sizes: Int32Array;
  /** Who acts. */
  users: Int32Array;
  /** The order's number (adds and takes count 1, 2, 3 …); of a cancel: the number it cancels. */
  orders: Int32Array;
};

const midStart = 5_000_000;

/** The few facts that are needed to know which orders live: a level is a queue, and takes always eat the best level's front. */
class Shadow {
  private readonly levels: [Map<number, number[]>, Map<number, number[]>] = [new Map(), new Map()];
  readonly best: [number, number] = [0, 0];
  readonly price: Int32Array;
  readonly side: Uint8Array;
  readonly size: Int32Array;
  readonly user: Int32Array;
  readonly live: Int32Array;
  readonly place: Int32Array;
  liveCount = 0;

  constructor(capacity: number) {
    this.price = new Int32Array(capacity);
    this.side = new Uint8Array(capacity);
    this.size = new Int32Array(capacity);
    this.user = new Int32Array(capacity);
    this.live = new Int32Array(capacity);
    this.place = new Int32Array(capacity);
  }

  add(order: number, side: 0 | 1, price: number, size: number, user: number): void {
    this.price[order] = price;
    this.side[order] = side;
    this.size[order] = size;
    this.user[order] = user;
    this.place[order] = this.liveCount;
    this.live[this.liveCount++] = order;
    const level = this.levels[side].get(price);
    if (level === undefined) this.levels[side].set(price, [order]);
    else level.push(order);
    if (this.best[side] === 0 || (side === 0 ? price > this.best[side] : price < this.best[side]))
      this.best[side] = price;
  }

  front(side: 0 | 1): number {
    return this.best[side] === 0 ? 0 : this.levels[side].get(this.best[side])![0]!;
  }

  remove(order: number): void {
    const side = this.side[order] as 0 | 1;
    const price = this.price[order]!;
    const level = this.levels[side].get(price)!;
    level.splice(level.indexOf(order), 1);
    const last = this.live[--this.liveCount]!;
    this.live[this.place[order]!] = last;
    this.place[last] = this.place[order]!;
    if (level.length > 0) return;
    this.levels[side].delete(price);
    if (this.best[side] !== price) return;
    let next = 0;
    if (this.levels[side].size > 0) for (next = price; !this.levels[side].has(next);) next += side === 0 ? -1 : 1;
    this.best[side] = next;
  }
}

export function makeWorkload(seed: number, resting: number, operations: number, users: number): Workload {
  const random = new Random(seed);
  const count = resting + operations;
  const w: Workload = {
    prefill: resting,
    count,
    kinds: new Uint8Array(count),
    sides: new Uint8Array(count),
    prices: new Int32Array(count),
    sizes: new Int32Array(count),
    users: new Int32Array(count),
    orders: new Int32Array(count),
  };
  const shadow = new Shadow(count + 1);
  let mid = midStart;
  let last = 0;
  const add = (i: number): void => {
    const side = random.below(2) as 0 | 1;
    let distance = 1;
    while (distance < 2_000 && random.below(100) !== 0) distance += 1;
    let price = side === 0 ? mid - distance : mid + distance;
    // Stay on the own side of the spread: this operation does not cross.
    const opposite = shadow.best[side === 0 ? 1 : 0];
    if (opposite !== 0) price = side === 0 ? Math.min(price, opposite - 1) : Math.max(price, opposite + 1);
    put(i, kind.add, side, price, random.between(1, 100), random.between(1, users), ++last);
    shadow.add(last, side, price, w.sizes[i]!, w.users[i]!);
  };
  const put = (
    i: number,
    what: number,
    side: number,
    price: number,
    size: number,
    user: number,
    order: number,
  ): void => {
    w.kinds[i] = what;
    w.sides[i] = side;
    w.prices[i] = price;
    w.sizes[i] = size;
    w.users[i] = user;
    w.orders[i] = order;
  };
  for (let i = 0; i < count; i += 1) {
    const dice = random.below(10);
    if (random.below(100) === 0) mid += random.below(2) === 0 ? -1 : 1;
    const side = random.below(2) as 0 | 1;
    const victim = shadow.front(side === 0 ? 1 : 0);
    if (i < resting || dice < 5 || shadow.liveCount < 2 || (dice === 9 && victim === 0)) add(i);
    else if (dice < 9) {
      const order = shadow.live[random.below(shadow.liveCount)]!;
      put(i, kind.cancel, shadow.side[order]!, shadow.price[order]!, 0, shadow.user[order]!, order);
      shadow.remove(order);
    } else {
      const user = (shadow.user[victim]! % users) + 1;
      put(i, kind.take, side, shadow.price[victim]!, shadow.size[victim]!, user, ++last);
      shadow.remove(victim);
    }
  }
  return w;
}
