import { expect, test } from "vitest";
import { thresholdText, volumesOf } from "./fee-rules.ts";

test("the volume of a product is what was made and what was taken", () => {
  const own = { spot: { maker: "0.5", taker: "10000" }, contracts: { maker: "2218440", taker: "4000000" } };
  expect(volumesOf(own)).toEqual({ spot: 1_000_050_000_000n, contracts: 621_844_000_000_000n });
});

test("thresholds are told in short", () => {
  expect(["1000000", "2500000", "100000", "1500", "50"].map(thresholdText)).toEqual([
    "1M",
    "2.5M",
    "100k",
    "1500",
    "50",
  ]);
});
