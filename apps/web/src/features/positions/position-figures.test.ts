import { expect, test } from "vitest";
import { inverseMarket as inverse, linearMarket as linear } from "../../lib/markets/test-markets.ts";
import { signedUnitsText } from "../../lib/format/number-text.ts";
import { figuresOf } from "./position-figures.ts";

test("[R-7.4 R-7.5] a long of a USDT perpetual gains with the mark, a short loses", () => {
  const long = { posSide: "LONG", qty: "0.1000", entryValue: "10000" };
  expect(figuresOf(linear, long, "101000.0", 20)).toEqual({
    value: "10,100.00",
    result: { pnl: "+100.00", roe: "+20.00%", isGain: true },
    crossMargin: "505.00",
  });
  expect(figuresOf(linear, { ...long, posSide: "SHORT" }, "101000.0", 20)?.result).toEqual({
    pnl: "−100.00",
    roe: "−20.00%",
    isGain: false,
  });
});

test("[R-7.4] a coin contract counts in its coin", () => {
  const long = { posSide: "LONG", qty: "1000", entryValue: "0.02" };
  expect(figuresOf(inverse, long, "62500.0", 10)).toMatchObject({ value: "0.016000", result: { pnl: "+0.004000" } });
});

test("by the last price only PNL and ROE change: value and margin stay those of the mark", () => {
  const long = { posSide: "LONG", qty: "0.1000", entryValue: "10000" };
  expect(figuresOf(linear, long, "101000.0", 20, "100500.0")).toMatchObject({
    value: "10,100.00",
    result: { pnl: "+50.00", roe: "+10.00%" },
    crossMargin: "505.00",
  });
});

test("before the first trade a PNL by Last is missing, and nothing else", () => {
  const long = { posSide: "LONG", qty: "0.1000", entryValue: "10000" };
  expect(figuresOf(linear, long, "101000.0", 20, "")).toEqual({
    value: "10,100.00",
    result: undefined,
    crossMargin: "505.00",
  });
});

test("without a mark there are no figures, and nothing has no sign", () => {
  expect(figuresOf(linear, { posSide: "LONG", qty: "1", entryValue: "1" }, "", 20)).toBeUndefined();
  expect(signedUnitsText(0n, 2, 8)).toBe("0.00");
});
