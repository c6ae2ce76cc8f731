import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { beginRequest, takeBegun } from "./begun.ts";

const fetch = vi.fn(async (address: string) => new Response(address));
beforeEach(() => {
  vi.stubGlobal("window", {});
  vi.stubGlobal("fetch", fetch);
});
afterEach(() => {
  vi.unstubAllGlobals();
  fetch.mockClear();
});

test("what has begun is taken once, signed or not, and whoever asks again asks anew", async () => {
  beginRequest("/configs/exchange.json?v=3");
  beginRequest("/market/v3/current/datetime");
  expect(await (await takeBegun("/configs/exchange.json?v=3&auth=1.2.3")!).text()).toBe("/configs/exchange.json?v=3");
  expect(await (await takeBegun("/market/v3/current/datetime?auth=1.2.3")!).text()).toBe("/market/v3/current/datetime");
  expect(takeBegun("/configs/exchange.json?v=3")).toBeUndefined();
  expect(takeBegun("/configs/exchange.json")).toBeUndefined();
});

test("a request that fails is the taker's to hear of", async () => {
  fetch.mockRejectedValueOnce(new TypeError("offline"));
  beginRequest("/a");
  await expect(takeBegun("/a")).rejects.toThrow("offline");
});
