import { expect, test } from "vitest";
import { askOf, formOf, isWhole, newForm, priceAlertAt } from "./alert-form.ts";

test("a new alert asks for a level above zero; a funding rate may be zero or below it", () => {
  const price = newForm("BTC/USDT");
  expect([price, { ...price, level: "0.0" }, { ...price, level: "5" }].map(isWhole)).toEqual([false, false, true]);
  const funding = { ...price, measure: "FUNDING", level: "0", isNegative: true } as const;
  expect(isWhole(funding)).toBe(true);
  expect(askOf(funding).level).toBe("0");
  expect(askOf({ ...funding, level: "0.05" }).level).toBe("-0.05");
});

test("an alert at a price of the chart waits on the side on which the market is not yet", () => {
  const directionAt = (price: string, now: string) => priceAlertAt("BTC/USDT", price, now).direction;
  expect([directionAt("9.5", "10"), directionAt("10.5", "10"), directionAt("5", "")]).toEqual([
    "BELOW",
    "ABOVE",
    "ABOVE",
  ]);
});

test("a margin ratio is only waited for from below, and only a funding rate keeps its sign", () => {
  const form = { ...newForm("USDT"), measure: "MARGIN", direction: "BELOW", isNegative: true, level: "60" } as const;
  expect(askOf(form)).toEqual({ measure: "MARGIN", symbol: "USDT", direction: "ABOVE", level: "60" });
});

test("an alert comes back into its form", () => {
  const row = {
    id: "a",
    measure: "FUNDING",
    symbol: "BTCUSDT-PERP",
    direction: "BELOW",
    level: "-0.05",
    madeAt: 1,
    firedAt: 0,
  } as const;
  const { madeAt: _madeAt, firedAt: _firedAt, ...ask } = row;
  expect(askOf(formOf(row))).toEqual(ask);
});
