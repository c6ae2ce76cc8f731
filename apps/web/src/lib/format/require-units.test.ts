import { expect, test } from "vitest";
import { sumOf } from "./number-text.ts";
import { requireUnits } from "./require-units.ts";

test("an amount is read exactly, with its sign and in its scale", () => {
  expect(requireUnits("12.5")).toBe(1_250_000_000n);
  expect(requireUnits("-0.00000001")).toBe(-1n);
  expect(requireUnits("12.5", 2)).toBe(1_250n);
  expect(requireUnits("0")).toBe(0n);
});

test("an amount that cannot be read is an error that quotes it, never zero", () => {
  for (const text of ["", "-", "1e3", "1,000", "NaN", "--1", "1.123456789"])
    expect(() => requireUnits(text)).toThrow(`not an amount: "${text}"`);
  expect(() => sumOf(["1", "?"])).toThrow('not an amount: "?"');
});
