import { expect, test } from "vitest";
import { levelLimitOf, levelProblemOf } from "./level-limits.ts";

const usdt = (amount: number): bigint => BigInt(amount) * 100_000_000n;
const nothing = { sum: 0n, isWhole: true };

test("the wallet's limit is that of the level and a twentieth more, so that a moved price stops nobody at the edge", () => {
  expect([0, 1, 2, 7].map(levelLimitOf)).toEqual([0n, usdt(21_000), usdt(2_100_000), 0n]);
});

test("what is used and the withdrawal together are at most the limit, to the smallest unit", () => {
  const used = { sum: usdt(15_000), isWhole: true };
  expect(levelProblemOf(1, usdt(6_000), used)).toBeUndefined();
  expect(levelProblemOf(1, usdt(6_000) + 1n, used)).toBe("LEVEL_LIMIT");
  expect(levelProblemOf(2, usdt(6_000) + 1n, used)).toBeUndefined();
});

test("without a level nothing leaves, and what is not known is never taken for little", () => {
  expect(levelProblemOf(0, 0n, nothing)).toBe("NO_LEVEL");
  expect(levelProblemOf(7, 1n, nothing)).toBe("NO_LEVEL");
  expect(levelProblemOf(2, null, nothing)).toBe("WORTH_UNKNOWN");
  expect(levelProblemOf(2, 1n, { sum: 0n, isWhole: false })).toBe("WORTH_UNKNOWN");
});
