import { expect, test } from "vitest";
import { linearMarket as market } from "../markets/test-markets.ts";
import { distanceText } from "./distance-text.ts";

test("a distance has its sign and is cut, on either side", () => {
  expect(distanceText(market, "101", "100")).toBe("+1.00%");
  expect(distanceText(market, "99.5", "100")).toBe("−0.50%");
  expect(distanceText(market, "100", "100")).toBe("0.00%");
  expect([distanceText(market, "46000", "51000"), distanceText(market, "51000", "46000")]).toEqual([
    "−9.80%",
    "+10.86%",
  ]);
});

test("without one of the prices there is no distance", () => {
  expect(distanceText(market, "", "100")).toBeUndefined();
  expect(distanceText(market, "100", undefined)).toBeUndefined();
  expect(distanceText(market, "100", "")).toBeUndefined();
});
