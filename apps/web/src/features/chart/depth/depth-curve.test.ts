import { expect, test } from "vitest";
import { depthAt, depthCurve, depthPath } from "./depth-curve.ts";

const asks = [
  { ticks: 1_010, lots: 3 },
  { ticks: 1_001, lots: 1 },
  { ticks: 1_200, lots: 9 },
];

test("a curve sums the levels from the best price to its width", () => {
  expect(depthCurve(asks, 1_000, 3)).toEqual([
    { ticks: 1_001, lots: 1, averageTicks: 1_001 },
    { ticks: 1_010, lots: 4, averageTicks: 1_007.75 },
  ]);
  expect(depthCurve([], 1_000, 3)).toEqual([]);
});

test("[R-7.2] the average of a coin contract is harmonic: its contracts are worth fewer coins at a higher price", () => {
  const levels = [
    { ticks: 1_000, lots: 1 },
    { ticks: 1_500, lots: 1 },
  ];
  expect(depthCurve(levels, 1_000, 60, true).at(-1)?.averageTicks).toBeCloseTo(1_200);
  expect(depthCurve(levels, 1_000, 60).at(-1)?.averageTicks).toBe(1_250);
});

test("the pointer finds what is traded up to its distance", () => {
  const steps = depthCurve(asks, 1_000, 50);
  expect(depthAt(steps, 1_000, 0)).toBeUndefined();
  expect(depthAt(steps, 1_000, 15)?.lots).toBe(4);
  expect(depthAt(steps, 1_000, 900)?.lots).toBe(13);
});

test("a path goes from step to step", () => {
  const { line, area } = depthPath(
    depthCurve(asks, 1_000, 3),
    (ticks) => ticks - 1_000,
    (lots) => 10 - lots,
    30,
  );
  expect(line).toBe("M1 10H1V9H10V6H30");
  expect(area).toBe("M1 10H1V9H10V6H30V10Z");
});
