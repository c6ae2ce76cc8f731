import { type Book, plainBook } from "../src/book/book.ts";
import { FastBooks, fastBook } from "../src/book/fast-book.ts";
import { PriceIndex } from "../src/book/price-index.ts";
import { Markets } from "../src/records/market.ts";
import { Memory } from "../src/memory/memory.ts";
import { Random } from "./random.ts";

/** One market of the fast books, with room for a few thousand orders. */
export function fastAlone(): Book {
  const memory = new Memory();
  const books = new FastBooks(memory, new PriceIndex(memory));
  const market = new Markets(memory).market(3);
  // Order records of 16 words, 512 to a block.
  const blocks = Array.from({ length: 14 }, () => memory.block(13));
  return fastBook(books, memory, market, (order) => blocks[order >> 9]! + (order & 511) * 16);
}

/** Both books through the same random life; every answer must agree. Returns where they differ, or undefined. */
export function compareBooks(seed: number, operations: number): string | undefined {
  const random = new Random(seed);
  const plain = plainBook();
  const quick = fastAlone();
  const live: { order: number; side: number }[] = [];
  const unused = Array.from({ length: 400 }, (_, i) => i + 1);
  const mid = random.pick([5_000, 1_000_000, 1_073_741_824]);
  for (let i = 0; i < operations; i += 1) {
    const dice = random.below(10);
    if (dice < 5 && unused.length > 0) {
      const order = unused.splice(random.below(unused.length), 1)[0]!;
      const side = random.below(2);
      const away = random.between(1, random.pick([3, 50, 3_000]));
      const price = side === 0 ? mid - away : mid + away;
      const qty = random.between(1, 100);
      plain.rest(order, side, price, qty);
      quick.rest(order, side, price, qty);
      live.push({ order, side });
    } else if (live.length > 0) {
      const at =
        dice < 8 ? random.below(live.length) : live.findIndex(({ order }) => order === plain.front(live[0]!.side));
      const { order } = live[at]!;
      const left = plain.remainingOf(order);
      const by = dice < 7 ? left : random.between(1, left);
      for (const book of [plain, quick]) {
        if (dice < 6) book.remove(order);
        else book.reduce(order, by);
      }
      if (dice < 6 || by === left) unused.push(live.splice(at, 1)[0]!.order);
    }
    const difference = differenceOf(plain, quick, i % 64 === 0);
    if (difference !== undefined) return `seed ${seed}, operation ${i}: ${difference}`;
  }
  return undefined;
}

function differenceOf(plain: Book, quick: Book, inDepth: boolean): string | undefined {
  for (const side of [0, 1]) {
    if (plain.best(side) !== quick.best(side) || plain.front(side) !== quick.front(side))
      return `side ${side} begins elsewhere`;
    if (inDepth && JSON.stringify(quick.depth(side)) !== JSON.stringify(plain.depth(side)))
      return `side ${side} has another depth`;
  }
  return undefined;
}
