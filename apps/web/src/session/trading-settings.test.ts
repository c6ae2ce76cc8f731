import { afterEach, expect, test, vi } from "vitest";
import {
  askKinds,
  changeTradingSettings,
  resetTradingSettings,
  setAsk,
  tradingSettingsNow,
  usualSettings,
} from "./trading-settings.ts";

afterEach(resetTradingSettings);

test("[U.20] every kind of order and act is shown before it is sent until the trader switches it off", () => {
  for (const kind of askKinds) expect(tradingSettingsNow().asks[kind]).toBe(true);
  setAsk("limit", false);
  expect(tradingSettingsNow().asks).toEqual({ ...usualSettings.asks, limit: false });
});

test("sounds are off until they are wanted", () => {
  expect(usualSettings.hasSounds).toBe(false);
  changeTradingSettings({ hasSounds: true });
  expect(tradingSettingsNow()).toEqual({ ...usualSettings, hasSounds: true });
});

test("what is switched off with play money is still asked with real money", async () => {
  const pageAt = async (pathname: string) => {
    vi.resetModules();
    vi.stubGlobal("location", { protocol: "https:", host: "a.example", hostname: "a.example", pathname });
    return import("./trading-settings.ts");
  };
  const records = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => records.get(name) ?? null,
    setItem: (name: string, text: string) => void records.set(name, text),
    removeItem: (name: string) => void records.delete(name),
  });
  const simulated = await pageAt("/contract/simul/usdt/BTCUSDT-PERP");
  simulated.setAsk("market", false);
  expect(simulated.tradingSettingsNow().asks.market).toBe(false);
  const real = await pageAt("/contract/usdt/BTCUSDT-PERP");
  expect(real.tradingSettingsNow().asks.market).toBe(true);
  const again = await pageAt("/contract/simul/usdt/BTCUSDT-PERP");
  expect(again.tradingSettingsNow().asks.market).toBe(false);
  vi.unstubAllGlobals();
});
