import { expect, test } from "vitest";
import { advertisedAmount, frameOfFund, fundLineOf } from "./fund-line.ts";

test("[S9.32] a language may be told another figure than the others", () => {
  const config = { asset: "USDT", amount: "50000000", amountByLang: { ja_JP: "40000000" } };
  expect(advertisedAmount(config, "ja_JP")).toBe("40000000");
  expect(advertisedAmount(config, "de_DE")).toBe("50000000");
});

test("the balance stands still between two changes and goes on until now", () => {
  const line = fundLineOf(
    [
      { balance: "90", at: 30 },
      { balance: "120", at: 20 },
      { balance: "100", at: 10 },
    ],
    50,
  )!;
  expect(line.readings).toEqual([
    { at: 10, level: 100 },
    { at: 20, level: 100 },
    { at: 20, level: 120 },
    { at: 30, level: 120 },
    { at: 30, level: 90 },
    { at: 50, level: 90 },
  ]);
  expect([line.from.balance, line.highest.balance, line.now.balance]).toEqual(["100", "120", "90"]);
});

test("of the lines of one moment only the last is a balance", () => {
  const line = fundLineOf(
    [
      { balance: "50000000", at: 10 },
      { balance: "45035996.27370495", at: 10 },
    ],
    20,
  )!;
  expect(line.readings).toEqual([
    { at: 10, level: 50_000_000 },
    { at: 20, level: 50_000_000 },
  ]);
});

test("a reader whose clock is behind sees the last change all the same", () => {
  expect(fundLineOf([{ balance: "1", at: 10 }], 5)!.readings.at(-1)).toEqual({ at: 10, level: 1 });
});

test("a fund that nothing was ever posted to has no line", () => {
  expect(fundLineOf([], 5)).toBeUndefined();
});

test("the frame ends at the highest balance and leaves water under the lowest", () => {
  const line = fundLineOf(
    [
      { balance: "200", at: 20 },
      { balance: "100", at: 10 },
    ],
    40,
  )!;
  expect(frameOfFund(line, 16)).toEqual({ from: 10, to: 40, low: 65, high: 200, headroom: 16 });
});
