import { expect, test } from "vitest";
import { clockText, decimalsOf, exactUnits, percentOfRate, short, shown, shownUnits, sumOf } from "./number-text.ts";

test("a step tells the decimals of its numbers", () => {
  expect(["0.10", "0.001", "1", "5"].map(decimalsOf)).toEqual([1, 3, 0, 0]);
});
test("numbers are grouped and cut, never rounded up", () => {
  expect(shown("104286.49", 1)).toBe("104,286.4");
  expect(shown("53214.8", 2)).toBe("53,214.80");
  expect(shown("7", 0)).toBe("7");
  expect(shownUnits(39_968_000n, 8)).toBe("0.39968000");
});
test("what is paid is written in full", () => {
  expect(exactUnits(521_051_500_000n, 2)).toBe("5,210.515");
  expect(exactUnits(521_000_000_000n, 2)).toBe("5,210.00");
});
test("large numbers are short, smaller ones written out", () => {
  expect(short("6152345678.1")).toBe("6.15B");
  expect(short("59331.7412")).toBe("59,331.74");
  expect(short("1234567")).toBe("1.23M");
});
test("a rate is a percentage", () => {
  expect([80_000, 100_000, -10_000, 0].map(percentOfRate)).toEqual(["0.08%", "0.1%", "-0.01%", "0%"]);
});
test("sums are exact", () => {
  expect(sumOf(["0.1", "0.2", "-0.05"])).toBe(25_000_000n);
});
test("a clock has two digits everywhere", () => {
  expect(clockText(new Date(2026, 10, 4, 9, 8, 7).getTime())).toBe("09:08:07");
});
