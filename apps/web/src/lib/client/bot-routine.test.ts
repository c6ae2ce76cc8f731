import { readFileSync } from "node:fs";
import { botMarkOf, botRoutine } from "@tidemark/contracts";
import { expect, test, vi } from "vitest";
import { loadRoutine, type RoutineKeeper } from "./bot-routine.ts";

const file = readFileSync(new URL(`../../../public${botRoutine.path}`, import.meta.url));
const data = file.buffer.slice(file.byteOffset, file.byteOffset + file.length);
const nothingKept: RoutineKeeper = { read: async () => undefined, write: async () => undefined };
const depsWith = (fetch: (url: string) => Promise<ArrayBuffer>, keeper = nothingKept) => {
  const sleep = vi.fn(async () => undefined);
  return { keeper, fetch: vi.fn(fetch), sleep, url: "http://127.0.0.1:1/none.wasm" };
};

test("[S3.29] the downloaded routine marks as its twin does, and is kept with key, version, data and hash", async () => {
  const write = vi.fn(async () => undefined);
  const mark = await loadRoutine(depsWith(async () => data, { read: async () => undefined, write }));
  expect(mark?.("1.n./user/login")).toBe(botMarkOf("1.n./user/login"));
  expect(write).toHaveBeenCalledWith({ key: "bot-mark", version: botRoutine.path, data, hash: botRoutine.hash });
});

test("[S7.67] a kept one is not fetched again, but one of another version or with changed bytes is", async () => {
  const kept = { key: "bot-mark", version: String(botRoutine.path), data, hash: botRoutine.hash };
  const keeping = (value: typeof kept) => ({ ...nothingKept, read: async () => value });
  const same = depsWith(async () => data, keeping(kept));
  await loadRoutine(same);
  expect(same.fetch).not.toHaveBeenCalled();
  const old = depsWith(async () => data, keeping({ ...kept, version: "/routine/old.wasm" }));
  await loadRoutine(old);
  const changed = depsWith(async () => data, keeping({ ...kept, data: new ArrayBuffer(8) }));
  await loadRoutine(changed);
  expect([old.fetch.mock.calls.length, changed.fetch.mock.calls.length]).toEqual([1, 1]);
});

test("[S7.18 S7.68 S9.13] a download is tried three times, 200 ms and then 400 ms apart; a dead one leaves the work to the twin", async () => {
  const deps = depsWith(async () => Promise.reject(new Error("down")));
  expect(await loadRoutine(deps)).toBeUndefined();
  expect(deps.fetch).toHaveBeenCalledTimes(3);
  expect(deps.sleep.mock.calls).toEqual([[200], [400]]);
});

test("bytes that do not hash to what contracts name are never run", async () => {
  const deps = depsWith(async () => new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]).buffer);
  expect(await loadRoutine(deps)).toBeUndefined();
  expect(deps.fetch).toHaveBeenCalledTimes(3);
});
