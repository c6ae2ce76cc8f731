import { FastBooks } from "../src/book/fast-book.ts";
import { PriceIndex } from "../src/book/price-index.ts";
import { Markets } from "../src/markets/markets.ts";
import { Memory } from "../src/memory/memory.ts";

/** Operations of the matching workload: 0 adds, 1 cancels, 2 takes the first order of the other side. */
type Operations = {
  readonly count: number;
  readonly kinds: Uint8Array;
  readonly sides: Uint8Array;
  readonly prices: Int32Array;
  readonly sizes: Int32Array;
  readonly orders: Int32Array;
};

const orderWords = 16;
const adds = 0;
const cancels = 1;

/** The fast book with its undo log and running hash, and nothing of the core around it. */
export function bookAlone(w: Operations): (from: number, to: number) => void {
  const memory = new Memory();
  const books = new FastBooks(memory, new PriceIndex(memory));
  const market = new Markets(memory).market(1);
  const free: number[] = [];
  const recordOf = new Int32Array(w.count + 2);
  const sideOf = new Uint8Array(w.count + 2);
  const alloc = (): number => {
    if (free.length === 0) {
      const block = memory.block(13);
      for (let i = 0; i < 512; i += 1) free.push(block + i * orderWords);
    }
    return free.pop()!;
  };
  return (from, to) => {
    for (let i = from; i < to; i += 1) {
      memory.cut();
      const order = w.orders[i]!;
      const side = w.sides[i]!;
      if (w.kinds[i] === adds) {
        recordOf[order] = alloc();
        sideOf[order] = side;
        books.rest(market, recordOf[order]!, side, w.prices[i]!, w.sizes[i]!);
      } else if (w.kinds[i] === cancels) {
        books.remove(market, recordOf[order]!, sideOf[order]!);
        free.push(recordOf[order]!);
      } else {
        const front = books.front(market, 1 - side);
        books.remove(market, front, 1 - side);
        free.push(front);
      }
    }
  };
}
