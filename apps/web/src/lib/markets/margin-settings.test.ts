import { expect, test } from "vitest";
import { leverageText, settingsOf } from "./margin-settings.ts";

test("[R-8.1 R-8.2] an account that never changed its settings trades cross at 20", () => {
  expect(settingsOf("BTCUSDT-PERP", [])).toEqual({ mode: "CROSS", leverage: { LONG: 20, SHORT: 20 } });
  const row = { symbol: "BTCUSDT-PERP", mode: "ISOLATED", longLeverage: 10, shortLeverage: 5 } as const;
  expect(settingsOf("BTCUSDT-PERP", [row])).toEqual({ mode: "ISOLATED", leverage: { LONG: 10, SHORT: 5 } });
});

test("one leverage is written once, two are written both", () => {
  expect([leverageText({ LONG: 20, SHORT: 20 }), leverageText({ LONG: 20, SHORT: 5 })]).toEqual(["20×", "20× / 5×"]);
});
