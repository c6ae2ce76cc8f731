import { expect, test } from "vitest";
import { pnl } from "./pnl-calls.ts";

const isTaken = (from: string, to: string): boolean =>
  pnl.ask.safeParse({ product: 4, asset: "USDT", from, to }).success;

test("a day of PnL is one that the calendar has, from 2000 to 2100", () => {
  expect(isTaken("2026-02-01", "2026-02-28")).toBe(true);
  expect(isTaken("2028-02-01", "2028-02-29")).toBe(true);
  expect(isTaken("2026-02-01", "2026-02-29")).toBe(false);
  expect(isTaken("2026-02-01", "2026-02-31")).toBe(false);
  expect(isTaken("2026-04-31", "2026-05-02")).toBe(false);
  expect(isTaken("9999-12-30", "9999-12-31")).toBe(false);
  expect(isTaken("1999-12-31", "2000-01-01")).toBe(false);
  expect(isTaken("2100-12-31", "2100-12-31")).toBe(true);
  expect(isTaken("2026-1-1", "2026-1-2")).toBe(false);
});

test("a range is one day to a leap year", () => {
  expect(isTaken("2028-01-01", "2028-12-31")).toBe(true);
  expect(isTaken("2028-01-01", "2029-01-01")).toBe(false);
  expect(isTaken("2026-01-02", "2026-01-01")).toBe(false);
});
