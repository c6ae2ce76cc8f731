import { expect, test } from "vitest";
import { inverseMarket, linearMarket } from "../../lib/markets/test-markets.ts";
import { paymentText, payerOf, rateText } from "./funding-texts.ts";

test("a rate has its sign, and the sign says who pays whom", () => {
  expect(["0.000084", "-0.000021", "0"].map(rateText)).toEqual(["+0.0084%", "−0.0021%", "0.00%"]);
  expect(["0.000084", "-0.000021", "0"].map(payerOf)).toEqual(["longsPay", "shortsPay", undefined]);
});

test("a payment below zero was paid, and small ones keep their digits", () => {
  expect(paymentText(linearMarket, "-16.05812345")).toBe("−16.0581");
  expect(paymentText(linearMarket, "2.2")).toBe("+2.2000");
  expect(paymentText(inverseMarket, "0.00000104")).toBe("+0.00000104");
  expect(paymentText(undefined, "-1.5")).toBe("−1.50000000");
});
