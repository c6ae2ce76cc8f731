import { expect, test } from "vitest";
import { PriceBoard } from "./price-board.ts";

const symbol = "BTC/USDT";
const limits = { ageMaxMs: 5_000, jumpMaxPercent: 10 };

/** All venues say a price at a time, in their order; the verdicts. */
const say = (board: PriceBoard, prices: readonly (number | undefined)[], at: number): string[] =>
  prices.flatMap((price, venue) =>
    price === undefined ? [] : [board.take(venue, { symbol, price: BigInt(price), at }, at)],
  );
const sent = (board: PriceBoard, now: number): (bigint | undefined)[] =>
  [0, 1, 2, 3].map((venue) => board.priceOf(venue, symbol, now));

test("one venue that lies is not sent, and the others are", () => {
  const board = new PriceBoard(4, limits);
  say(board, [100, 101, 99, 100], 1_000);
  expect(say(board, [100, 101, 140, 100], 2_000)).toEqual(["accepted", "accepted", "absurd", "accepted"]);
  expect(sent(board, 2_000)).toEqual([100n, 101n, undefined, 100n]);
  say(board, [100, 101, 99, 100], 3_000);
  expect(sent(board, 3_000)).toEqual([100n, 101n, 99n, 100n]);
});

test("with one venue dead and one lying, the two others are sent", () => {
  const board = new PriceBoard(4, limits);
  for (let at = 1_000; at <= 30_000; at += 1_000) say(board, [undefined, 101, 130, 100], at);
  expect(sent(board, 30_000)).toEqual([undefined, 101n, undefined, 100n]);
});

test("a crash of all venues is followed as soon as a second round confirms it", () => {
  const board = new PriceBoard(4, limits);
  say(board, [100, 101, 99, 100], 1_000);
  expect(say(board, [70, 71, 69, 70], 2_000)).toEqual(["absurd", "absurd", "accepted", "accepted"]);
  expect(say(board, [70, 71, 69, 70], 3_000)).toEqual(["accepted", "accepted", "accepted", "accepted"]);
});

test("a venue that stops is no longer sent after the age limit, and no longer judges the others", () => {
  const board = new PriceBoard(4, limits);
  say(board, [100, 101, 99, 100], 1_000);
  expect(board.venuesWithPrices(1_000)).toBe(4);
  for (let at = 2_000; at <= 7_000; at += 1_000) say(board, [100, undefined, undefined, 100], at);
  expect(sent(board, 7_000)).toEqual([100n, undefined, undefined, 100n]);
  expect(board.venuesWithPrices(7_000)).toBe(2);
  expect(board.venuesWithPrices(20_000)).toBe(0);
});
