import { expect, test } from "vitest";
import { parseUnits } from "../../text.ts";
import { earnInterest } from "./earn.ts";

const rate = (text: string): bigint => parseUnits(text)!;

test("[S1.9] a day pays a 365th of the year's rate, rounded down to the unit", () => {
  expect(earnInterest(rate("365"), rate("0.1"), 1)).toBe(rate("0.1"));
  expect(earnInterest(rate("525.44"), rate("0.082"), 1)).toBe(11_804_405n);
  expect(earnInterest(1n, rate("0.99"), 1)).toBe(0n);
});

test("[S1.5] a term pays its days at once: never less than its days one by one", () => {
  const amount = rate("0.3");
  const term = earnInterest(amount, rate("0.034"), 90);
  expect(term).toBe(251_506n);
  expect(term).toBeGreaterThanOrEqual(earnInterest(amount, rate("0.034"), 1) * 90n);
});
