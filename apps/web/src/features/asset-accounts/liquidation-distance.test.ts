import { expect, test } from "vitest";
import { liquidationDistance } from "./liquidation-distance.ts";

test("the bar fills on the way to the liquidation price, from either side, and the distance is cut", () => {
  expect(liquidationDistance("57998.8", "67284.6")).toEqual({ basisPoints: 1_380n, nearness: 0.724 });
  expect(liquidationDistance("110", "100")).toEqual({ basisPoints: 1_000n, nearness: 0.8 });
  expect(liquidationDistance("100", "100")).toEqual({ basisPoints: 0n, nearness: 1 });
  expect(liquidationDistance("10", "100")).toEqual({ basisPoints: 9_000n, nearness: 0 });
});

test("without a liquidation price or a mark there is no distance", () => {
  expect(liquidationDistance("", "100")).toBeUndefined();
  expect(liquidationDistance("90", "")).toBeUndefined();
});
