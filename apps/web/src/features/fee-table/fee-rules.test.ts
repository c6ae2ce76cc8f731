import { expect, test } from "vitest";
import type { OwnFees } from "../../session/own-fees.ts";
import { measuresOf, progressOf, shareOf, shortDollars, thresholdText } from "./fee-rules.ts";

const needs = [
  { spotVolume: "1000000", contractVolume: "10000000", assets: "100000" },
  { spotVolume: "5000000", contractVolume: "25000000", assets: "250000" },
  { spotVolume: "10000000", contractVolume: "50000000", assets: "500000" },
];
const own: OwnFees = {
  source: "main",
  seq: 1,
  level: 2,
  rates: { spotMaker: 65_000, spotTaker: 77_500, contractMaker: 16_000, contractTaker: 37_500 },
  since: 0,
  spot: { maker: "1000000", taker: "120000" },
  contracts: { maker: "5900000", taker: "20000000" },
  week: { spot: "0", contracts: "14000000" },
  assets: "48200",
  saved: "812.4",
};

test("the volume of a product is what was made and what was taken", () => {
  expect(measuresOf(own)).toEqual({
    spotVolume: 112_000_000_000_000n,
    contractVolume: 2_590_000_000_000_000n,
    assets: 4_820_000_000_000n,
  });
});

test("[S1.13] the nearest of three measures is lit, with what is missing and the days at the present pace", () => {
  expect(progressOf(own, needs)).toMatchObject({
    level: 3,
    nearest: "contractVolume",
    missing: 2_410_000_000_000_000n,
    days: 17,
  });
  // Too slow for the level: no day is promised.
  expect(progressOf({ ...own, week: { spot: "0", contracts: "700000" } }, needs)?.days).toBeUndefined();
  // Assets have no pace.
  expect(progressOf({ ...own, assets: "499000" }, needs)).toMatchObject({ nearest: "assets", days: undefined });
  // Reached today: the next computation gives it.
  expect(progressOf({ ...own, assets: "500000" }, needs)).toMatchObject({ missing: 0n, comingLevel: 3 });
  expect(progressOf({ ...own, level: 0, assets: "500000" }, needs)).toMatchObject({ level: 1, comingLevel: 3 });
});

test("the highest level has no next one", () => {
  expect(progressOf({ ...own, level: 3 }, needs)).toBeUndefined();
  expect(progressOf({ ...own, level: 0 }, [])).toBeUndefined();
});

test("thresholds and amounts are shown in short, and never rounded up to a threshold", () => {
  expect(["1000000", "2500000", "100000", "1500", "50"].map(thresholdText)).toEqual([
    "1M",
    "2.5M",
    "100k",
    "1.5k",
    "50",
  ]);
  expect(["1120000", "25999999", "48219.9", "999999.99", "0.4", "0"].map((text) => thresholdText(text))).toEqual([
    "1.12M",
    "25.9M",
    "48.2k",
    "999k",
    "0",
    "0",
  ]);
  expect(shortDollars(12_345_600_000_000_000n)).toBe("123M");
  expect(shareOf(1n, 4n)).toBe(0.25);
});
