import { expect, test } from "vitest";
import { distanceToSegment, fibonacciPrice, fibonacciRatios, hitOf, rayEnd, snapped } from "./geometry.ts";

const size = { width: 100, height: 100 };
const [a, b] = [
  { x: 10, y: 10 },
  { x: 50, y: 50 },
];

test("the distance to a segment ends at its ends", () => {
  expect(distanceToSegment({ x: 30, y: 30 }, a, b)).toBeCloseTo(0);
  expect(distanceToSegment({ x: 10, y: 0 }, a, b)).toBe(10);
  expect(distanceToSegment({ x: 50, y: 80 }, a, b)).toBe(30);
  expect(distanceToSegment({ x: 13, y: 14 }, a, a)).toBe(5);
});

test("a ray ends at the border of the plot, and a line does not", () => {
  expect(rayEnd(a, b, size)).toEqual({ x: 100, y: 100 });
  expect(rayEnd(b, a, size)).toEqual({ x: 0, y: 0 });
  expect(rayEnd(a, { x: 10, y: 20 }, size)).toEqual({ x: 10, y: 100 });
  const beyond = { x: 80, y: 80 };
  expect(hitOf("ray", [a, b], "", beyond, size)).toBe("body");
  expect(hitOf("trendLine", [a, b], "", beyond, size)).toBeUndefined();
});

test("handles are found before the body, and a horizontal line has none", () => {
  expect(hitOf("trendLine", [a, b], "", { x: 48, y: 52 }, size)).toBe(1);
  expect(hitOf("rectangle", [a, b], "", { x: 30, y: 20 }, size)).toBe("body");
  expect(hitOf("horizontal", [a], "", { x: 95, y: 12 }, size)).toBe("body");
  expect(hitOf("text", [a], "Demand", { x: 40, y: 12 }, size)).toBe("body");
  expect(hitOf("text", [a], "Demand", { x: 90, y: 12 }, size)).toBeUndefined();
});

test("Fibonacci counts from the end of the move back to its start", () => {
  const prices = fibonacciRatios.map((ratio) => fibonacciPrice(100, 200, ratio).toFixed(1));
  expect(prices).toEqual(["200.0", "176.4", "161.8", "150.0", "138.2", "121.4", "100.0"]);
  expect(hitOf("fibonacci", [a, b], "", { x: 90, y: 30 }, size)).toBe("body");
});

test("the magnet takes the nearest price within reach", () => {
  expect(snapped([10, 12, 9, 11], 11.8, 0.5)).toBe(12);
  expect(snapped([10, 12, 9, 11], 14, 0.5)).toBe(14);
});
