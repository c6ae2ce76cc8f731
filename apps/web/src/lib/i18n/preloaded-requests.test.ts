import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { preloadRequest, takePreloaded } from "./preloaded-requests.ts";

const fetch = vi.fn(async (address: string) => new Response(address));
beforeEach(() => {
  vi.stubGlobal("window", {});
  vi.stubGlobal("fetch", fetch);
});
afterEach(() => {
  vi.unstubAllGlobals();
  fetch.mockClear();
});

test("what has begun is taken once, and whoever asks again asks anew", async () => {
  void preloadRequest("/assets/texts-first-en-US.json");
  void preloadRequest("/assets/texts-home-en-US.json");
  for (const part of ["home", "first"]) {
    const address = `/assets/texts-${part}-en-US.json`;
    expect(await (await takePreloaded(address)!).text()).toBe(address);
    expect(takePreloaded(address)).toBeUndefined();
  }
  expect(fetch).toHaveBeenCalledTimes(2);
});

test("a request that fails is the taker's to hear of", async () => {
  fetch.mockRejectedValueOnce(new TypeError("offline"));
  void preloadRequest("/a");
  await expect(takePreloaded("/a")).rejects.toThrow("offline");
});
