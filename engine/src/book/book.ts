/** The rules of one order book; sides as in the journal, 0 buys and 1 sells. `order` is a number that the caller keeps unique. */
export type Book = {
  /** At the tail of its price. */
  rest(order: number, side: number, price: number, qty: number): void;
  /** Keeps its place; an order reduced to nothing leaves. */
  reduce(order: number, by: number): void;
  remove(order: number): void;
  /** The best price of a side, 0 when it is empty. */
  best(side: number): number;
  /** First in line at the best price, 0 when the side is empty. */
  front(side: number): number;
  /** Next in line behind an order: same price first, then the next worse price; 0 at the end. */
  behind(order: number): number;
  remainingOf(order: number): number;
  priceOf(order: number): number;
  /** What rests at a price. */
  total(price: number): number;
  /** All levels of a side, best first. */
  depth(side: number): [price: number, total: number][];
};

type Resting = { order: number; side: number; price: number; remaining: number };

/** The plain book: a sorted list that anyone can check by eye. It is the measure for the quick one, not a part of the engine. */
export function plainBook(): Book {
  const lists: [Resting[], Resting[]] = [[], []];
  const byOrder = new Map<number, Resting>();
  const better = (side: number, a: number, b: number): boolean => (side === 0 ? a > b : a < b);
  const remove = (order: number): void => {
    const resting = byOrder.get(order)!;
    byOrder.delete(order);
    lists[resting.side as 0 | 1].splice(lists[resting.side as 0 | 1].indexOf(resting), 1);
  };
  return {
    rest(order, side, price, qty) {
      const list = lists[side as 0 | 1];
      const resting = { order, side, price, remaining: qty };
      byOrder.set(order, resting);
      const at = list.findIndex((other) => better(side, price, other.price));
      list.splice(at < 0 ? list.length : at, 0, resting);
    },
    reduce(order, by) {
      const resting = byOrder.get(order)!;
      resting.remaining -= by;
      if (resting.remaining === 0) remove(order);
    },
    remove,
    best: (side) => lists[side as 0 | 1][0]?.price ?? 0,
    front: (side) => lists[side as 0 | 1][0]?.order ?? 0,
    behind(order) {
      const resting = byOrder.get(order)!;
      const list = lists[resting.side as 0 | 1];
      return list[list.indexOf(resting) + 1]?.order ?? 0;
    },
    remainingOf: (order) => byOrder.get(order)?.remaining ?? 0,
    priceOf: (order) => byOrder.get(order)?.price ?? 0,
    total: (price) =>
      [...lists[0], ...lists[1]].reduce((sum, resting) => (resting.price === price ? sum + resting.remaining : sum), 0),
    depth(side) {
      const levels: [number, number][] = [];
      for (const { price, remaining } of lists[side as 0 | 1]) {
        const last = levels.at(-1);
        if (last !== undefined && last[0] === price) last[1] += remaining;
        else levels.push([price, remaining]);
      }
      return levels;
    },
  };
}
