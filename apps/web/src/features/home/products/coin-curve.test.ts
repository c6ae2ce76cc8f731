import { expect, test } from "vitest";
import { coinCurve, coinProfitAt, figure } from "./coin-curve.ts";

const pointsOf = (path: string): number[][] =>
  path
    .slice(1)
    .split("L")
    .map((point) => point.split(",").map(Number));

test("a profit counted in the coin grows slower than the price and a loss grows faster", () => {
  expect(coinProfitAt(2)).toBe(0.5);
  expect(coinProfitAt(0.5)).toBe(-1);
  expect(coinProfitAt(1)).toBe(0);
});

test("loss and gain meet at the entry", () => {
  const { loss, gain } = coinCurve();
  const entry = [figure.entryX, figure.entryY];
  expect(pointsOf(loss).at(-1)).toEqual(entry);
  expect(pointsOf(gain)[0]).toEqual(entry);
});

test("the curve lies below the straight line everywhere but at the entry, and both stay in the figure", () => {
  const { loss, gain, inDollars } = coinCurve();
  const straight = pointsOf(inDollars);
  expect(pointsOf(loss)[0]![1]).toBeGreaterThan(straight[0]![1]!);
  expect(pointsOf(gain).at(-1)![1]).toBeGreaterThan(straight.at(-1)![1]!);
  for (const [x, y] of [loss, gain, inDollars].flatMap(pointsOf)) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x).toBeLessThanOrEqual(figure.width);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThanOrEqual(figure.height);
  }
});
