import { expect, test } from "vitest";
import { bestLevelsOf } from "./best-levels.ts";

const row = (side: "BUY" | "SELL", price: string, qty: string) => ({ side, price, qty });

test("the best levels of both sides come first, whatever order the book is in", () => {
  const { asks, bids } = bestLevelsOf(
    [
      row("SELL", "103", "1"),
      row("BUY", "97", "3"),
      row("SELL", "101", "2"),
      row("BUY", "99", "4"),
      row("SELL", "102", "1"),
      row("BUY", "98", "1"),
    ],
    2,
  );
  expect(asks.map(({ price }) => price)).toEqual(["101", "102"]);
  expect(bids.map(({ price }) => price)).toEqual(["99", "98"]);
});

test("prices are compared as numbers", () => {
  const { bids } = bestLevelsOf([row("BUY", "99.5", "1"), row("BUY", "100.5", "1")], 2);
  expect(bids.map(({ price }) => price)).toEqual(["100.5", "99.5"]);
});

test("a share is told against the largest of those shown, and a worth in the quote", () => {
  const { asks, bids } = bestLevelsOf([row("SELL", "10", "4"), row("BUY", "8", "1"), row("BUY", "1", "100")], 1);
  expect(asks[0]).toMatchObject({ worth: "40", share: 1 });
  expect(bids[0]).toMatchObject({ worth: "8", share: 0.25 });
});

test("an empty book has no levels", () => {
  expect(bestLevelsOf([], 3)).toEqual({ asks: [], bids: [] });
});

test("what a level is worth is exact, also where a float would not be", () => {
  const { asks } = bestLevelsOf([row("SELL", "0.1", "0.3"), row("SELL", "90071992547.40993", "3")], 2);
  expect(asks.map(({ worth }) => worth)).toEqual(["0.03", "270215977642.22979"]);
});
