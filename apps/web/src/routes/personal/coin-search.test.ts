import type { AssetEntry } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { coinOf, readCoinSearch } from "./coin-search.ts";

const assets: AssetEntry[] = ["BTC", "USDT"].map((asset, id) => ({ id, asset, scale: 8, displayDecimals: 2 }));

test("[S2.11] the page begins with the coin of its address; one that is not listed, or none, is USDT", () => {
  expect(readCoinSearch({ asset: "BTC", from: "x" })).toEqual({ asset: "BTC" });
  expect(readCoinSearch({ asset: 7 })).toEqual({});
  expect(coinOf(assets, "btc")?.asset).toBe("BTC");
  expect(coinOf(assets, "NONE")?.asset).toBe("USDT");
  expect(coinOf(assets, undefined)?.asset).toBe("USDT");
  expect(coinOf(assets.slice(0, 1), undefined)?.asset).toBe("BTC");
  expect(coinOf(undefined, "BTC")).toBeUndefined();
});
