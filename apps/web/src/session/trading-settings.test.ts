import { afterEach, expect, test } from "vitest";
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
