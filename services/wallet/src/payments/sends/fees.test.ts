import { expect, test } from "vitest";
import { bumpedFee, quoteWithin } from "./fees.ts";

test("a fee stays within its cap, and a cap below the base fee pays nothing now", () => {
  const quote = { feeMax: 100n, priorityFee: 10n };
  expect(quoteWithin(quote, 10, 1_000n)).toEqual(quote);
  expect(quoteWithin(quote, 10, 600n)).toEqual({ feeMax: 60n, priorityFee: 10n });
  expect(quoteWithin(quote, 10, 400n)).toBeUndefined();
});

test("a bump raises both parts by a quarter at least, or to the fee of now, and ends at the cap", () => {
  const last = { feeMax: 100n, priorityFee: 10n };
  expect(bumpedFee(last, { feeMax: 50n, priorityFee: 5n }, 10, 10_000n)).toEqual({ feeMax: 126n, priorityFee: 13n });
  expect(bumpedFee(last, { feeMax: 500n, priorityFee: 50n }, 10, 10_000n)).toEqual({ feeMax: 500n, priorityFee: 50n });
  expect(bumpedFee(last, { feeMax: 50n, priorityFee: 5n }, 10, 1_259n)).toBeUndefined();
});
