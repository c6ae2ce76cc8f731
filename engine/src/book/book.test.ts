import { describe, expect, test } from "vitest";
import { Random } from "../../sim/random.ts";
import { Markets } from "../markets/markets.ts";
import { Memory } from "../memory/memory.ts";
import { type Book, plainBook } from "./book.ts";
import { FastBooks, fastBook } from "./fast-book.ts";
import { PriceIndex } from "./price-index.ts";

function fast(): Book {
  const memory = new Memory();
  const books = new FastBooks(memory, new PriceIndex(memory));
  const market = new Markets(memory).market(3);
  // Order records of 16 words, 512 to a block.
  const blocks = Array.from({ length: 14 }, () => memory.block(13));
  return fastBook(books, memory, market, (order) => blocks[order >> 9]! + (order & 511) * 16);
}

describe.each([
  { name: "plain", make: plainBook },
  { name: "fast", make: fast },
])("$name book", ({ make }) => {
  test("[R-5.1] the best price stands first, then the earlier order", () => {
    const book = make();
    book.rest(1, 0, 100, 5);
    book.rest(2, 0, 101, 5);
    book.rest(3, 0, 101, 7);
    expect([book.best(0), book.front(0), book.behind(2), book.behind(3), book.behind(1)]).toEqual([101, 2, 3, 1, 0]);
    expect(book.depth(0)).toEqual([
      [101, 12],
      [100, 5],
    ]);
  });

  test("[R-5.1] a reduced order keeps its place, one reduced to nothing leaves", () => {
    const book = make();
    book.rest(1, 1, 200, 5);
    book.rest(2, 1, 200, 5);
    book.reduce(1, 4);
    expect([book.front(1), book.remainingOf(1), book.total(200)]).toEqual([1, 1, 6]);
    book.reduce(1, 1);
    expect([book.front(1), book.total(200)]).toEqual([2, 5]);
    book.remove(2);
    expect([book.best(1), book.front(1), book.total(200)]).toEqual([0, 0, 0]);
  });

  test("prices at the ends of the range are ordinary prices", () => {
    const book = make();
    const prices = [1, 1_023, 1_024, 1_048_575, 1_048_576, 1_073_741_823, 1_073_741_824, 2_147_483_647];
    prices.forEach((price, i) => book.rest(i + 1, 1, price, 1));
    expect(book.depth(1).map(([price]) => price)).toEqual(prices);
    prices.forEach((_, i) => book.remove(i + 1));
    prices.forEach((price, i) => book.rest(i + 1, 0, price, 1));
    expect(book.depth(0).map(([price]) => price)).toEqual([...prices].reverse());
  });
});

/** Both books through the same random life; every answer must agree. Exported size so that the long proof can ask for more. */
function compare(seed: number, operations: number): void {
  const random = new Random(seed);
  const plain = plainBook();
  const quick = fast();
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
      if (dice < 6) [plain, quick].forEach((book) => book.remove(order));
      else [plain, quick].forEach((book) => book.reduce(order, by));
      if (dice < 6 || by === left) unused.push(live.splice(at, 1)[0]!.order);
    }
    for (const side of [0, 1]) {
      if (plain.best(side) !== quick.best(side) || plain.front(side) !== quick.front(side))
        expect.fail(`side ${side} differs after ${i} operations of seed ${seed}`);
      if (i % 64 === 0) expect(quick.depth(side)).toEqual(plain.depth(side));
    }
  }
}

test("the fast book gives the plain book's answers over random lives", () => {
  for (let seed = 1; seed <= 12; seed += 1) compare(seed, 4_000);
});
