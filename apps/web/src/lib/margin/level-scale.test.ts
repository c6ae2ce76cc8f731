import { expect, test } from "vitest";
import { levelShare, levelText } from "./level-scale.ts";

test("the dangerous end of the bar is wide, and both ends hold what lies beyond them", () => {
  expect([90_000_000n, 100_000_000n, 500_000_000n].map(levelShare)).toEqual([0, 0, 1]);
  expect(levelShare(200_000_000n)).toBeCloseTo(2 / 3);
  // As wide from 1.00 to 1.33 as from 2.00 to 4.00.
  expect(levelShare(133_333_333n)).toBeCloseTo(1 / 3, 5);
});

test("a level is cut to two decimals, never rounded up to a safer one", () => {
  expect([118_999_999n, 100_000_000_000n, undefined].map(levelText)).toEqual(["1.18", "> 999", "—"]);
});
