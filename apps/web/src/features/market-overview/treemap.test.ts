import { expect, test } from "vitest";
import { areaOf, isNearHigh, strengthOf, treemapOf } from "./treemap.ts";

const sizes = [60, 25, 10, 3, 2];

test("the tiles fill the box in the order of their sizes, and each has its part of the area", () => {
  const tiles = treemapOf(sizes, 1_000, 500);
  expect(tiles.map(({ width, height }) => Math.round((width * height) / 5_000))).toEqual(sizes);
  for (const { x, y, width, height } of tiles) {
    expect(x + width).toBeLessThanOrEqual(1_000.001);
    expect(y + height).toBeLessThanOrEqual(500.001);
  }
});

test("no two tiles lie over each other", () => {
  const tiles = treemapOf(sizes, 343, 480);
  for (const [index, a] of tiles.entries())
    for (const b of tiles.slice(index + 1)) {
      const isApart =
        a.x + a.width <= b.x + 0.001 ||
        b.x + b.width <= a.x + 0.001 ||
        a.y + a.height <= b.y + 0.001 ||
        b.y + b.height <= a.y + 0.001;
      expect(isApart).toBe(true);
    }
});

test("nothing to show has no tiles", () => {
  expect(treemapOf([], 100, 100)).toEqual([]);
  expect(treemapOf([0, 0], 100, 100)).toEqual([]);
  expect(treemapOf([1], 0, 100)).toEqual([]);
});

test("a market with a hundred times the volume has seventeen times the area", () => {
  expect(areaOf(100) / areaOf(1)).toBeCloseTo(17.4, 1);
});

test("the colour is full from 4 % on, in both directions", () => {
  expect([-8, -4, -1, 0, 2].map(strengthOf)).toEqual([1, 1, 0.25, 0, 0.5]);
});

test("a price within half a percent of the day's high is marked", () => {
  expect([isNearHigh(99.5, 100), isNearHigh(99.4, 100), isNearHigh(0, 0)]).toEqual([true, false, false]);
});
