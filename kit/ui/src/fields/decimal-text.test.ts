import { expect, test } from "vitest";
import { boundedDecimal, finishedDecimal, typedDecimal } from "./decimal-text.ts";

test.each([
  ["104286.4", 1, "104286.4"],
  ["104,286.4", 1, "104286.4"],
  ["104286.47", 1, "104286.4"],
  ["0,5", 8, "0.5"],
  ["12,345", 2, "12345"],
  ["1e5", 2, "15"],
  ["-3", 2, "3"],
  ["..5", 2, "0.5"],
  ["007", 2, "7"],
  ["000", 2, "0"],
  ["00.5", 2, "0.5"],
  ["0.", 2, "0."],
  [".", 2, "0."],
  ["1.2.3", 4, "1.23"],
  ["5.5", 0, "5"],
  [".9", 0, ""],
  ["$ 1 000 USDT", 2, "1000"],
  ["۱۲٫۵", 2, "12.5"],
  ["٤٢", 0, "42"],
  ["１２．５", 2, "12.5"],
  ["", 2, ""],
])("typed %s with %i decimals becomes %s", (typed, decimals, shown) => {
  expect(typedDecimal(typed, decimals)).toBe(shown);
});

test.each([
  ["1,000", "1000"],
  ["104,286.4", "104286.4"],
  ["0,25", "0.25"],
  [",5", "0.5"],
])("[S5.33] %s typed key by key is %s, as it is when it is pasted", (keys, shown) => {
  const typed = keys.split("").reduce((text, key) => typedDecimal(text + key, 8), "");
  expect([typed, typedDecimal(keys, 8)]).toEqual([shown, shown]);
});

test("[S5.35] a number too long for any market is cut, not rounded", () => {
  expect(typedDecimal("9".repeat(30), 8)).toBe("9".repeat(18));
  expect(typedDecimal("0.999999999", 8)).toBe("0.99999999");
});

test("typing the same text again changes nothing", () => {
  for (const text of ["1.", "0.10", "42", "0.00000001"]) expect(typedDecimal(text, 8)).toBe(text);
});

test("a point without decimals is dropped at the end", () => {
  expect(finishedDecimal("12.")).toBe("12");
  expect(finishedDecimal("")).toBe("");
});

test.each([
  ["5", { decimals: 2, min: "10" }, "10"],
  ["10", { decimals: 2, min: "10" }, "10"],
  ["0.000000009", { decimals: 8, min: "0.00000001" }, "0.00000001"],
  ["126", { decimals: 0, min: "1", max: "125" }, "125"],
  ["125.9", { decimals: 0, max: "125" }, "125"],
  ["8213", { decimals: 2, max: "8212.069" }, "8212.06"],
  ["99999999999999.99999999", { decimals: 8, max: "99999999999999.99999998" }, "99999999999999.99999998"],
  ["12.", { decimals: 2 }, "12"],
  ["", { decimals: 2, min: "10" }, ""],
])("[S5.36] left with %s under %o the field keeps %s", (typed, rules, kept) => {
  expect(boundedDecimal(typed, rules)).toBe(kept);
});
