import { expect, test } from "vitest";
import { amountText, sumText } from "./amount.ts";

test("thousands stand apart, and no digit is lost", () => {
  const written = {
    "0": "0",
    "999": "999",
    "6000": "6,000",
    "1234567.00000001": "1,234,567.00000001",
    "0.1234": "0.1234",
  };
  for (const [amount, text] of Object.entries(written)) expect(amountText(amount)).toBe(text);
});

test("a sum is exact to the last digit, where sums of floats are not", () => {
  expect(sumText([])).toBe("0");
  expect(sumText(["0.1", "0.2"])).toBe("0.3");
  expect(sumText(["9007199254.74099299", "0.00000001", "1"])).toBe("9007199255.740993");
  expect(() => sumText(["1e3"])).toThrow("1e3 is no amount");
});
