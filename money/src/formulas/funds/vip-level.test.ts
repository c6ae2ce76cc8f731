import fc from "fast-check";
import { expect, test } from "vitest";
import { daysToVolume, nearestVipMeasure, vipLadder, vipLevelOf, vipMeasures, type VipMeasures } from "../../index.ts";

const needs = vipLadder.slice(1);
const none: VipMeasures = { spotVolume: 0n, contractVolume: 0n, assets: 0n };

test.each(needs)("[R-13.1 R.4] level $level is reached by any one measure, and by none just below it", (need) => {
  for (const one of vipMeasures) {
    expect(vipLevelOf({ ...none, [one]: need[one] }, needs)).toBe(need.level);
    expect(vipLevelOf({ ...none, [one]: need[one] - 1n }, needs)).toBe(need.level - 1);
  }
});

test("[R-13.1 R.4] measures are not added up: two halves of a level are no level", () => {
  expect(vipLevelOf({ spotVolume: 500_000n, contractVolume: 5_000_000n, assets: 50_000n }, needs)).toBe(0);
  expect(vipLevelOf({ ...none, spotVolume: 5_000_000n, contractVolume: 10_000_000n }, needs)).toBe(2);
  expect(vipLevelOf(none, [])).toBe(0);
});

const amount = fc.bigInt({ min: 0n, max: 300_000_000n });
const measures = fc.record({ spotVolume: amount, contractVolume: amount, assets: amount });

test("[R-13.1 R.4] the level is the highest that one measure alone would give, and more never lowers it", () => {
  fc.assert(
    fc.property(measures, measures, (have, more) => {
      const alone = vipMeasures.map((one) => vipLevelOf({ ...none, [one]: have[one] }, needs));
      const level = vipLevelOf(have, needs);
      expect(level).toBe(Math.max(...alone));
      const sum = {
        spotVolume: have.spotVolume + more.spotVolume,
        contractVolume: have.contractVolume + more.contractVolume,
        assets: have.assets + more.assets,
      };
      expect(vipLevelOf(sum, needs)).toBeGreaterThanOrEqual(level);
    }),
  );
});

test("the nearest measure has the largest part of what it needs", () => {
  const have = { spotVolume: 1_120_000n, contractVolume: 25_900_000n, assets: 48_200n };
  expect(nearestVipMeasure(have, needs[2]!)).toBe("contractVolume");
  expect(nearestVipMeasure(none, needs[0]!)).toBe("spotVolume");
  expect(nearestVipMeasure({ ...have, assets: 499_999n }, needs[2]!)).toBe("assets");
});

test("a volume comes at the pace of the last week, while older days leave the window", () => {
  // 1 a day before, 2 a day in the last week: each day brings 2 and takes 1.
  expect(daysToVolume(37n, 14n, 40n)).toBe(3);
  expect(daysToVolume(37n, 14n, 60n)).toBe(23);
  expect(daysToVolume(37n, 14n, 61n)).toBeUndefined();
  expect(daysToVolume(37n, 0n, 38n)).toBeUndefined();
  expect(daysToVolume(40n, 0n, 40n)).toBe(0);
});

test("[R-13.1] at the present pace the volume is first reached on the day that is named", () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10_000n), fc.bigInt(1n, 1_000n), fc.bigInt(1n, 10_000n), (older, day, need) => {
      const week = day * 7n;
      const days = daysToVolume(older + week, week, need);
      if (days === undefined) expect(day * 30n).toBeLessThan(need);
      else expect(days).toBeLessThanOrEqual(23);
    }),
  );
});
