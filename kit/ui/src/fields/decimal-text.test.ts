import { expect, test } from "vitest";
import { finishedDecimal, typedDecimal } from "./decimal-text.ts";

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
  ["0.", 2, "0."],
  ["1.2.3", 4, "1.23"],
  ["5.5", 0, "5"],
  ["۱۲٫۵", 2, "12.5"],
  ["٤٢", 0, "42"],
  ["", 2, ""],
])("typed %s with %i decimals becomes %s", (typed, decimals, shown) => {
  expect(typedDecimal(typed, decimals)).toBe(shown);
});

test("a number too long for any market is cut, not rounded", () => {
  expect(typedDecimal("9".repeat(30), 8)).toBe("9".repeat(18));
});

test("a point without decimals is dropped at the end", () => {
  expect(finishedDecimal("12.")).toBe("12");
  expect(finishedDecimal("")).toBe("");
});
