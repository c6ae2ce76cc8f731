import { expect, test } from "vitest";
import { sparklineOf } from "./sparkline-path.ts";

test("fewer than two points draw nothing", () => {
  expect(sparklineOf([], 96, 28)).toBeUndefined();
  expect(sparklineOf([1], 96, 28)).toBeUndefined();
});

test("the line runs over the whole width and stays inside the box", () => {
  const { path } = sparklineOf([3, 1, 2], 96, 28)!;
  expect(path).toBe("M0.0,3.0L48.0,25.0L96.0,14.0");
});

test("the tidemark lies over the first peak and inside the box", () => {
  expect(sparklineOf([1, 5, 5, 2], 96, 28)!.tidemark).toEqual({ from: 25, to: 39, y: 0.5 });
  expect(sparklineOf([5, 1], 96, 28)!.tidemark!.from).toBe(0);
  expect(sparklineOf([1, 5], 96, 28)!.tidemark!.to).toBe(96);
});

test("the move is told by the ends", () => {
  expect(sparklineOf([1, 9, 2], 96, 28)!.move).toBe("up");
  expect(sparklineOf([2, 9, 1], 96, 28)!.move).toBe("down");
  expect(sparklineOf([2, 9, 2], 96, 28)!.move).toBe("none");
});

test("a flat line lies in the middle and reached no level above another", () => {
  const flat = sparklineOf([2, 2], 96, 28)!;
  expect(flat.path).toBe("M0.0,14.0L96.0,14.0");
  expect(flat.tidemark).toBeUndefined();
});
