import { describe, expect, test } from "vitest";
import { compareBooks, fastAlone } from "../../sim/books.ts";
import { plainBook } from "./book.ts";

describe.each([
  { name: "plain", make: plainBook },
  { name: "fast", make: fastAlone },
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

test("the fast book gives the plain book's answers over random lives", () => {
  for (let seed = 1; seed <= 12; seed += 1) expect(compareBooks(seed, 4_000)).toBeUndefined();
});
