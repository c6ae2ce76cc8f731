import { expect, test } from "vitest";
import {
  alignedPercent,
  clockText,
  dateText,
  decimalsOf,
  exactUnits,
  fundingText,
  lastDays,
  negated,
  percentOfRate,
  percentText,
  shown,
  shownUnits,
  signedText,
  sumOf,
  utcTimeText,
} from "./number-text.ts";

test("a share is a percentage in full, without useless zeros", () => {
  expect(["0.2", "0.025", "1", "0"].map(percentText)).toEqual(["20", "2.5", "100", "0"]);
});

test("a step tells the decimals of its numbers", () => {
  expect(["0.10", "0.001", "1", "5"].map(decimalsOf)).toEqual([1, 3, 0, 0]);
});
test("numbers are grouped and cut, never rounded up", () => {
  expect(shown("104286.49", 1)).toBe("104,286.4");
  expect(shown("53214.8", 2)).toBe("53,214.80");
  expect(shown("7", 0)).toBe("7");
  expect(shownUnits(39_968_000n, 8)).toBe("0.39968000");
});
test("a gain and a loss have their sign, nothing has none", () => {
  expect(["1234.567", "-0.5", "0.000", "-0"].map((text) => signedText(text, 2))).toEqual([
    "+1,234.56",
    "−0.50",
    "0.00",
    "0.00",
  ]);
  expect([negated("13.75"), negated("-0.5")]).toEqual(["-13.75", "0.5"]);
});
test("what is paid is written in full", () => {
  expect(exactUnits(521_051_500_000n, 2)).toBe("5,210.515");
  expect(exactUnits(521_000_000_000n, 2)).toBe("5,210.00");
});
test("a rate is a percentage with two decimals, and with more where less would not be true", () => {
  expect([80_000, 100_000, -10_000, 0].map(percentOfRate)).toEqual(["0.08%", "0.10%", "-0.01%", "0.00%"]);
  expect(percentOfRate(18_000)).toBe("0.018%");
});
test("sums are exact", () => {
  expect(sumOf(["0.1", "0.2", "-0.05"])).toBe(25_000_000n);
});
test("[S9.39] a date is year, month, day and time, in this order in every language", () => {
  expect(dateText(new Date(2026, 10, 4, 9, 8, 7).getTime())).toBe("2026-11-04 09:08:07");
});
test("a clock has two digits everywhere", () => {
  expect(clockText(new Date(2026, 10, 4, 9, 8, 7).getTime())).toBe("09:08:07");
});

test("rates in a column have four decimals or more, and a funding rate has its sign", () => {
  expect([100_000, 67_500, 12_345, -2_500].map(alignedPercent)).toEqual([
    "0.1000%",
    "0.0675%",
    "0.012345%",
    "−0.0025%",
  ]);
  expect([10_000n, -3_217n, 0n].map(fundingText)).toEqual(["+0.0100%", "−0.0032%", "0.0000%"]);
});

test("the last days end today", () => {
  expect(lastDays(7, new Date(2026, 10, 3, 12))).toEqual({ from: "2026-10-28", to: "2026-11-03" });
});

test("an end that is one moment for everybody is written in UTC, and its minute has begun", () => {
  expect(utcTimeText(Date.UTC(2026, 11, 1))).toBe("2026-12-01 00:00 UTC");
  expect(utcTimeText(Date.UTC(2026, 10, 14, 3, 15, 59, 999))).toBe("2026-11-14 03:15 UTC");
});
