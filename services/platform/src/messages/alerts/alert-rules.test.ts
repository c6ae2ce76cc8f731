import { expect, test } from "vitest";
import { alertMessage, isReached, marginPercentOf, percentOf } from "./alert-rules.ts";

test.each([
  ["ABOVE", "100", "100", true],
  ["ABOVE", "100", "99.99999999", false],
  ["BELOW", "0.05", "-0.01", true],
  ["BELOW", "-0.05", "-0.01", false],
  ["ABOVE", "-0.05", "-0.01", true],
  ["ABOVE", "1", "", false],
  ["BELOW", "1", "", false],
] as const)("an alert %s %s is reached by %s: %s", (direction, level, value, expected) => {
  expect(isReached({ direction, level }, value)).toBe(expected);
});

test("a rate is compared as a percentage", () => {
  expect(["-0.0001", "0.000125", "0", ""].map(percentOf)).toEqual(["-0.01", "0.0125", "0", ""]);
});

test("an account without equity is above every margin level, one without positions above none", () => {
  const lost = marginPercentOf({ marginRatio: "", maintenanceMargin: "12.5" });
  const idle = marginPercentOf({ marginRatio: "", maintenanceMargin: "0" });
  const calm = marginPercentOf({ marginRatio: "12.34", maintenanceMargin: "12.5" });
  expect([lost, idle, calm].map((value) => isReached({ direction: "ABOVE", level: "80" }, value))).toEqual([
    true,
    false,
    false,
  ]);
});

test("an alert that is set again makes another message", () => {
  const alert = {
    id: "a",
    uid: 7,
    measure: "FUNDING",
    symbol: "BTCUSDT-PERP",
    direction: "BELOW",
    level: "0.01",
    madeAt: 5,
    firedAt: 0,
  } as const;
  const [first, second] = [alertMessage(alert, "0.005", 9), alertMessage({ ...alert, madeAt: 6 }, "0.005", 9)];
  expect(first).toMatchObject({ kind: "funding-below", facts: { level: "0.01%", value: "0.005%" } });
  expect(first.source).not.toBe(second.source);
});
