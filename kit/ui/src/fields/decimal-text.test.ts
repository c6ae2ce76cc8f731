import { expect, test } from "vitest";
import { boundedDecimal, finishedDecimal, typedDecimal } from "./decimal-text.ts";

test.each([
  ["104286.4", 1, "104286.4"],
  ["104,286.4", 1, "104286.4"],
  ["104286.47", 1, "104286.4"],
  ["0,5", 8, "0.5"],
  ["1,5", 8, "1.5"],
  ["12,345", 2, "12345"],
  ["1,234,567", 2, "1234567"],
  ["1.234.567", 2, "1234567"],
  ["1.000,5", 2, "1000.5"],
  ["1 000,5", 2, "1000.5"],
  ["1’000.5", 2, "1000.5"],
  ["0.", 2, "0."],
  [".", 2, "0."],
  ["5.5", 0, "5"],
  [".9", 0, ""],
  ["$ 1 000 USDT", 2, "1000"],
  ["۱۲٫۵", 2, "12.5"],
  ["۱٬۲۵۰٫۵", 2, "1250.5"],
  ["٤٢", 0, "42"],
  ["１２．５", 2, "12.5"],
  ["", 2, ""],
])("typed %s with %i decimals becomes %s", (typed, decimals, shown) => {
  expect(typedDecimal(typed, decimals)).toBe(shown);
});

test("[S5.34] leading zeros are stripped, but for the one before a point", () => {
  const typed = ["007", "000", "00.5", "0100", "0.05"];
  expect(typed.map((text) => typedDecimal(text, 2))).toEqual(["7", "0", "0.5", "100", "0.05"]);
});

test("a last character that is no part of a number is not taken, and no other is dropped", () => {
  expect([typedDecimal("5-", 2), typedDecimal("1.2.", 2), typedDecimal("1e9", 2)]).toEqual(["5", "1.2", ""]);
});

test("[S5.35] decimals beyond the rule are cut, not rounded", () => {
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
