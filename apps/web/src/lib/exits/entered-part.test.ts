import { expect, test } from "vitest";
import { linearMarket as market } from "../markets/test-markets.ts";
import { enteredPart } from "./entered-part.ts";

/** 0.0003 BTC for 10 USDT: a part of it does not divide evenly. */
const position = { posSide: "LONG", qty: "0.0003", entryValue: "10", leverage: 10 } as const;

test("[R-7.3] a part releases its share of the entry value, rounded as the engine rounds it", () => {
  const [long, short] = (["LONG", "SHORT"] as const).map((posSide) =>
    enteredPart(market, { ...position, posSide }, "0.0001"),
  );
  expect([long?.lots, long?.entryValue]).toEqual([1, 333_333_334n]);
  expect(short?.entryValue).toBe(333_333_333n);
});

test("without a size it is the whole position, and never more than that", () => {
  const whole = { posSide: "LONG", leverage: 10, lots: 3, entryValue: 1_000_000_000n };
  expect(enteredPart(market, position)).toEqual(whole);
  expect(enteredPart(market, position, "5")).toEqual(whole);
});
