import { afterEach, expect, test, vi } from "vitest";

afterEach(() => vi.unstubAllGlobals());

test("on a simulated page markets lead to simulated pages and their money reads as play money, while calls name the plain asset", async () => {
  vi.resetModules();
  vi.stubGlobal("location", {
    protocol: "http:",
    host: "h",
    hostname: "h",
    pathname: "/contract/simul/usdt/BTCUSDT-PERP",
  });
  const { linearMarket, inverseMarket } = await import("./test-markets.ts");
  expect([linearMarket.path, linearMarket.valueUnit]).toEqual(["/contract/simul/usdt/BTCUSDT-PERP", "SUSDT"]);
  expect([inverseMarket.path, inverseMarket.valueUnit]).toEqual(["/contract/simul/coin/BTCUSD-PERP", "SBTC"]);
  expect(linearMarket.settleAsset.asset).toBe("USDT");
});
