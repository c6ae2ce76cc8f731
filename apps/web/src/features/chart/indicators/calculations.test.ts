import { expect, test } from "vitest";
import type { Candle } from "../candles.ts";
import { calculationOf, type Values } from "./calculations.ts";
import { indicatorNames, kindOf } from "./indicator-kinds.ts";
import { newIndicator } from "./shown-indicators.ts";

/** A walk that is the same in every run. */
function walk(count: number): Candle[] {
  let [seed, price] = [7, 100];
  const chance = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  return Array.from({ length: count }, (_, index) => {
    const open = price;
    price = Math.max(1, open + (chance() - 0.5) * 4);
    const [high, low] = [Math.max(open, price) + chance(), Math.min(open, price) - chance()];
    // Every ninth candle has no trade, as those of mark and index.
    return { time: index * 3_600, open, high, low, close: price, volume: index % 9 === 8 ? 0 : chance() * 10 };
  });
}
const candles = walk(300);
const inputsOf = (name: (typeof indicatorNames)[number]) => newIndicator(name, "x").inputs;
const rounded = (values: Values) => values.map((value) => (value === undefined ? undefined : value.toFixed(8)));

test("there are at least 12 indicators", () => {
  expect(indicatorNames.length).toBeGreaterThanOrEqual(12);
});

test.each(indicatorNames)(
  "%s: the running candle calculated again and again ends where the history alone does",
  (name) => {
    const [batch, running] = [calculationOf(name, inputsOf(name)), calculationOf(name, inputsOf(name))];
    for (const candle of candles) {
      const wanted = batch(candle, false);
      // A candle begins at its open without volume, runs to its extremes, and closes.
      running({ ...candle, high: candle.open, low: candle.open, close: candle.open, volume: 0 }, false);
      running({ ...candle, close: candle.high, volume: candle.volume / 2 }, true);
      expect(rounded(running(candle, true))).toEqual(rounded(wanted));
    }
  },
);

test.each(indicatorNames)("%s: every line has a value once there are enough candles", (name) => {
  const made = calculationOf(name, inputsOf(name));
  const last = candles.map((candle) => made(candle, false)).at(-1)!;
  expect(last).toHaveLength(kindOf(name).lines.length);
  for (const value of last) expect(Number.isFinite(value)).toBe(true);
});

test("a moving average begins where it has enough closes and is their mean", () => {
  const made = calculationOf("MA", { first: 2, second: 3, last: 4 });
  const rows = [1, 2, 3, 4].map((close, time) => made({ ...candles[0]!, time, close }, false));
  expect(rows).toEqual([
    [undefined, undefined, undefined],
    [1.5, undefined, undefined],
    [2.5, 2, undefined],
    [3.5, 3, 2.5],
  ]);
});

test("the volume weighted price begins again with the day", () => {
  const made = calculationOf("VWAP", {});
  const flat = (time: number, price: number, volume: number): Candle => ({
    time,
    open: price,
    high: price,
    low: price,
    close: price,
    volume,
  });
  expect(made(flat(0, 10, 1), false)).toEqual([10]);
  expect(made(flat(3_600, 20, 3), false)).toEqual([17.5]);
  expect(made(flat(86_400, 50, 1), false)).toEqual([50]);
});
