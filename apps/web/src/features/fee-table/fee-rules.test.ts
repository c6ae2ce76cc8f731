import type { FeeLevelRow } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { progressTo, savedAt, thresholdText } from "./fee-rules.ts";

const zero: FeeLevelRow = {
  level: 0,
  spotMaker: 100_000,
  spotTaker: 100_000,
  contractMaker: 20_000,
  contractTaker: 55_000,
};
const first: FeeLevelRow = {
  level: 1,
  spotMaker: 67_500,
  spotTaker: 80_000,
  contractMaker: 18_000,
  contractTaker: 40_000,
};
const need = { spotVolume: "1000000", contractVolume: "10000000", assets: "100000" };
const own = {
  rates: zero,
  spot: { maker: "0", taker: "10000" },
  contracts: { maker: "2218440", taker: "4000000" },
};

test("the nearer of the two volumes says how far the next level is", () => {
  expect(progressTo(need, own)).toEqual({
    by: "contracts",
    volume: 621_844_000_000_000n,
    need: 1_000_000_000_000_000n,
    percent: 62,
  });
  expect(progressTo(need, { ...own, spot: { maker: "2000000", taker: "0" } })).toMatchObject({
    by: "spot",
    percent: 100,
  });
});

test("what another level would have saved is the difference of the fees, by role and product", () => {
  // 10,000 × 0.02 % + 2,218,440 × 0.002 % + 4,000,000 × 0.015 %
  expect(savedAt(first, own)).toBe(64_636_880_000n);
  expect(savedAt(zero, { ...own, rates: first })).toBe(0n);
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
