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

test("what has begun is taken once, and whoever asks again asks anew", async () => {
  void beginRequest("/assets/words-first-en-US.json");
  void beginRequest("/assets/words-home-en-US.json");
  for (const part of ["home", "first"]) {
    const address = `/assets/words-${part}-en-US.json`;
    expect(await (await takeBegun(address)!).text()).toBe(address);
    expect(takeBegun(address)).toBeUndefined();
  }
  expect(fetch).toHaveBeenCalledTimes(2);
});

test("a request that fails is the taker's to hear of", async () => {
  fetch.mockRejectedValueOnce(new TypeError("offline"));
  void beginRequest("/a");
  await expect(takeBegun("/a")).rejects.toThrow("offline");
});
