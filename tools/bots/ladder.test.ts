import type { MarketEntry } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { distanceOf, nextStep, priceAt, sizeWorth, type Style, unitsOf } from "./ladder.ts";

const market = (kind: MarketEntry["kind"], tickSize: string, lotSize: string): MarketEntry =>
  ({ kind, tickSize, lotSize, minQty: lotSize }) as MarketEntry;
const style: Style = { levels: 4, nearestPpm: 100, furthestPpm: 900, worth: 500 };
const index = unitsOf("50000");

test("bids are rounded down and asks up, so that a maker never meets itself", () => {
  const spot = market("SPOT", "0.1", "0.0001");
  expect(priceAt(spot, index, "BUY", 1)).toBe("49999.9");
  expect(priceAt(spot, index, "SELL", 1)).toBe("50000.1");
  expect(priceAt(market("SPOT", "100", "1"), index, "SELL", 1)).toBe("50100");
});

test("a size is worth its dollars in every kind of market", () => {
  expect(sizeWorth(market("SPOT", "0.1", "0.0001"), index, 500, 1)).toBe("0.01");
  expect(sizeWorth(market("INVERSE", "0.1", "1"), index, 500, 1)).toBe("500");
  // A market against bitcoin: 500 dollars are 0.005 of it.
  expect(sizeWorth(market("SPOT", "0.00001", "0.001"), unitsOf("0.05"), 500, 100_000)).toBe("0.1");
});

test("levels lie closer together near the middle", () => {
  const [first, second, , last] = [0, 1, 2, 3].map((level) => distanceOf(style, level));
  expect([first, last]).toEqual([100, 900]);
  expect(second! - first!).toBeLessThan((last! - first!) / 3);
});

test("a maker fills the levels nearest to the middle first, and takes back what the index has passed", () => {
  expect(nextStep(style, index, [], 3).levels).toEqual([
    { side: "BUY", level: 0 },
    { side: "SELL", level: 0 },
    { side: "BUY", level: 1 },
  ]);
  const resting = [
    { orderId: "near", side: "BUY", price: "49995" },
    { orderId: "twice", side: "BUY", price: "49994.9" },
    { orderId: "passed", side: "SELL", price: "49999" },
    { orderId: "left", side: "SELL", price: "50100" },
  ] as const;
  expect(nextStep(style, index, resting, 9).cancel).toEqual(["twice", "passed", "left"]);
});
