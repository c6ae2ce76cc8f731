import { expect, test } from "vitest";
import { amountText } from "./amount.ts";

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
