import { expect, test } from "vitest";
import { dayOf, isSettled, startOf } from "../module/utc-days.ts";
import { brokenBy, endingWith, interestOf, termOf } from "./rules.ts";

const coin = 100_000_000n;
const rate = 36_500_000n; // 0.1 % a day
const noon = Date.UTC(2026, 10, 18, 12);
const today = dayOf(noon);
const term = {
  amount: 10n * coin,
  startDay: today,
  endDay: today + 30,
  state: "ACTIVE" as const,
  endedAt: null,
  interest: coin,
};

test("[S1.9] a day pays on the least that was subscribed on all of it", () => {
  expect(interestOf(today, { low: 1_000n * coin, yearRate: rate, terms: [] })).toBe(coin);
  expect(interestOf(today, { low: 0n, yearRate: rate, terms: [] })).toBe(0n);
  expect(interestOf(today, { low: coin, yearRate: undefined, terms: [] })).toBe(0n);
});

test("[S1.5] what a term holds earns nothing as flexible, and the term pays with its last day", () => {
  const earning = { low: 1_010n * coin, yearRate: rate, terms: [term] };
  expect(interestOf(today - 1, earning)).toBe((1_010n * coin) / 1_000n);
  expect(interestOf(today, earning)).toBe(coin);
  expect(interestOf(today + 29, earning)).toBe(2n * coin);
  expect(interestOf(today + 30, earning)).toBe((1_010n * coin) / 1_000n);
});

test("[S1.5] a term that was left pays no interest, and is flexible from the next day on", () => {
  const left = { ...term, state: "LEFT" as const, endedAt: startOf(today + 3) };
  const earning = { low: 1_010n * coin, yearRate: rate, terms: [left] };
  expect(interestOf(today + 3, earning)).toBe(coin);
  expect(interestOf(today + 4, earning)).toBe((1_010n * coin) / 1_000n);
  expect(interestOf(today + 29, earning)).toBe((1_010n * coin) / 1_000n);
});

test("[S1.5] a term begins with the next day of UTC and has its whole days", () => {
  expect(termOf(noon, 90)).toEqual({ startDay: today + 1, endDay: today + 91 });
  expect([isSettled(startOf(today)), isSettled(startOf(today) + 5_000)]).toEqual([false, true]);
});

test("[S1.5] a redemption breaks the newest terms first, and only as many as it must", () => {
  const [oldest, middle, newest] = [5n, 3n, 2n].map((amount) => ({ amount }));
  const all = [oldest!, middle!, newest!];
  expect(brokenBy(10n, all)).toEqual([]);
  expect(brokenBy(9n, all)).toEqual([newest]);
  expect(brokenBy(7n, all)).toEqual([newest, middle]);
  expect(brokenBy(0n, all)).toEqual([newest, middle, oldest]);
});

test("[S1.5] a term whose money was not there on its last day pays no interest; what was left on that day takes nothing off the others", () => {
  const last = today + 29;
  const newer = { ...term };
  const earning = { low: 19n * coin, yearRate: rate, terms: [term, newer] };
  expect(endingWith(last, earning)).toEqual({ covered: [term], uncovered: [newer] });
  expect(interestOf(last, earning)).toBe(coin);
  expect(interestOf(last, { ...earning, low: 20n * coin })).toBe(2n * coin);
  // The older one was left on the last day, and its money redeemed.
  const left = { ...term, state: "LEFT" as const, endedAt: startOf(last) + 1 };
  expect(interestOf(last, { ...earning, low: 10n * coin, terms: [left, newer] })).toBe(coin);
});
