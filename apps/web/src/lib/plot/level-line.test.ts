import { expect, test } from "vitest";
import { type Frame, heightOf, levelGridOf, levelLineOf, timesBetween } from "./level-line.ts";

const frame: Frame = { from: 0, to: 10, low: 100, high: 200, headroom: 10 };

test("the tidemark lies under the headroom and the lowest level at the foot", () => {
  expect(heightOf(200, frame)).toBe(10);
  expect(heightOf(100, frame)).toBe(100);
  expect(heightOf(150, frame)).toBe(55);
});

test("a level that never moved lies at the tidemark", () => {
  expect(heightOf(7, { ...frame, low: 7, high: 7 })).toBe(10);
});

test("a line runs by time and its area closes at the foot", () => {
  const readings = [
    { at: 0, level: 100 },
    { at: 2, level: 200 },
    { at: 10, level: 150 },
  ];
  expect(levelLineOf(readings, frame)).toEqual({
    line: "M0.0,100.00L200.0,10.00L1000.0,55.00",
    area: "M0.0,100.00L200.0,10.00L1000.0,55.00L1000.0,100L0.0,100Z",
  });
});

test("one reading, or no time between them, is no line", () => {
  expect(levelLineOf([{ at: 0, level: 1 }], frame)).toBeUndefined();
  expect(
    levelLineOf(
      [
        { at: 3, level: 1 },
        { at: 3, level: 2 },
      ],
      { ...frame, from: 3, to: 3 },
    ),
  ).toBeUndefined();
});

test("a grid has round levels inside the range, and not too many of them", () => {
  expect(levelGridOf(65_430.2, 68_412, 6)).toEqual({
    levels: [65_500, 66_000, 66_500, 67_000, 67_500, 68_000],
    decimals: 0,
  });
  expect(levelGridOf(0, 60, 6).levels).toHaveLength(7);
  expect(levelGridOf(104_277, 104_334, 6)).toEqual({
    levels: [104_280, 104_290, 104_300, 104_310, 104_320, 104_330],
    decimals: 0,
  });
});

test("a grid of small prices says how many decimals it needs", () => {
  const { levels, decimals } = levelGridOf(0.2131, 0.2149, 6);
  expect(decimals).toBe(4);
  expect(levels.map((level) => level.toFixed(decimals))).toEqual(["0.2135", "0.2140", "0.2145"]);
  expect(levelGridOf(1, 1.0059, 6).decimals).toBe(3);
});

test("a range without a height has no grid", () => {
  expect(levelGridOf(5, 5, 6).levels).toEqual([]);
});

test("times are spread from the first to the last", () => {
  expect(timesBetween(0, 100, 5)).toEqual([0, 25, 50, 75, 100]);
});
