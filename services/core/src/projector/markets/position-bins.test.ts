import { expect, test } from "vitest";
import { positionBins } from "./position-bins.ts";

test("amounts fall into steps of a round width, as many below zero as above", () => {
  const { step, counts } = positionBins([-900n, -1n, 0n, 1n, 150n, 900n]);
  expect([step, counts.length]).toEqual([200n, 18]);
  expect(counts.indexOf(1)).toBe(4);
  expect(counts.slice(8, 10)).toEqual([1, 3]);
  expect(counts[13]).toBe(1);
});

test("without positions all steps are empty", () => {
  expect(positionBins([]).counts.every((count) => count === 0)).toBe(true);
});

test("a loss at a step's edge is in the step that begins there", () => {
  const { step, counts } = positionBins([-1_000n, 1_799n]);
  expect(step).toBe(200n);
  expect([counts[4], counts[17]]).toEqual([1, 1]);
});
