import { expect, test } from "vitest";
import { differencesOf, differencesOfRows, isSame, numberIn } from "./compare.ts";

test("a number of the page is read without grouping, unit and sign of its own", () => {
  expect(numberIn("−1,963.83 USDT")).toBe("-1963.83");
  expect(numberIn("+41.36%")).toBe("41.36");
  expect(numberIn("—")).toBe("");
});

test("the page shows the engine's digits cut, never rounded, and nothing where the engine has nothing", () => {
  expect(isSame("1,963.83", "1963.8399")).toBe(true);
  expect(isSame("1,963.84", "1963.8399")).toBe(false);
  expect(isSame("−0.00", "-0.001")).toBe(true);
  expect(isSame("−5.01", "-5.019")).toBe(true);
  expect(isSame("—", "")).toBe(true);
  expect(isSame("0.00", "")).toBe(false);
});

test("a figure that the page does not show is a difference, unless the engine has none either", () => {
  const engine = { total: "5", liquidation: "" };
  expect(differencesOf("account", { total: "5.00", liquidation: "—" }, engine)).toEqual([]);
  expect(differencesOf("account", { total: "5.00" }, engine)).toEqual([]);
  expect(differencesOf("account", { liquidation: "—" }, engine)).toEqual([
    { what: "account total", screen: "", engine: "5" },
  ]);
  expect(differencesOf("account", { total: "5.00", bonus: "1.00" }, engine).map(({ what }) => what)).toEqual([
    "account bonus",
  ]);
});

test("rows are found by their keys, and a row that only one side has is a difference", () => {
  const screen = new Map([
    ["a", { price: "1.0" }],
    ["b", { price: "2.0" }],
  ]);
  const engine = new Map([
    ["a", { price: "1.0" }],
    ["c", { price: "3.0" }],
  ]);
  expect(differencesOfRows("orders", screen, engine).map(({ what }) => what)).toEqual(["orders b", "orders c"]);
});
