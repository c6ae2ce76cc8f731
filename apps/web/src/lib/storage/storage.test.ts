import { beforeEach, expect, test, vi } from "vitest";

class FakeStorage {
  readonly kept = new Map<string, string>();
  isFull = false;
  getItem = (key: string): string | null => this.kept.get(key) ?? null;
  setItem = (key: string, text: string): void => {
    if (this.isFull) throw new Error("quota");
    this.kept.set(key, text);
  };
}
let local: FakeStorage;
let session: FakeStorage;
const fresh = async () => {
  vi.resetModules();
  return import("./storage.ts");
};
beforeEach(() => {
  local = new FakeStorage();
  session = new FakeStorage();
  vi.stubGlobal("localStorage", local);
  vi.stubGlobal("sessionStorage", session);
});

test("[S3.39 S9.22] a module is one record with its version, under the namespace spot", async () => {
  const { stored } = await fresh();
  stored("eye", { isHidden: false }).set({ isHidden: true });
  expect(local.kept.get("spot.eye")).toBe('{"version":0,"data":{"isHidden":true}}');
  stored("strategies", {}, { area: "session" }).set({ a: "b" });
  expect(session.kept.has("spot.strategies")).toBe(true);
});

test("a new version throws the old record away and begins with what the config gives", async () => {
  const { stored } = await fresh();
  const eye = stored("eye", 1);
  eye.set(7);
  eye.require(2, 5);
  expect(eye.get()).toBe(5);
  eye.set(6);
  eye.require(2, 5);
  expect(eye.get()).toBe(6);
  eye.require(3, undefined);
  expect(eye.get()).toBe(1);
});

test("what cannot be read, or is not whole, is begun anew", async () => {
  const { stored } = await fresh();
  local.kept.set("spot.broken", "{");
  local.kept.set("spot.foreign", '{"version":0,"data":"text"}');
  expect(stored("broken", 3).get()).toBe(3);
  expect(stored("foreign", 4, { isWhole: (value): value is number => typeof value === "number" }).get()).toBe(4);
});

test("a browser that keeps nothing is served from memory", async () => {
  const { stored } = await fresh();
  local.isFull = true;
  const eye = stored("eye", 1);
  const listener = vi.fn();
  eye.subscribe(listener);
  eye.set(2);
  expect([eye.get(), listener.mock.calls.length]).toEqual([2, 1]);
});

test("another namespace has other records", async () => {
  const { openStorage, stored } = await fresh();
  const eye = stored("eye", 1);
  eye.set(2);
  openStorage("simulated");
  expect(eye.get()).toBe(1);
});

test("[D.60] a module that comes after the config is of the version that the config wants, too", async () => {
  const { requireModules, stored } = await fresh();
  local.kept.set("spot.pairs", '{"version":1,"data":["old"]}');
  const eye = stored("eye", 0);
  eye.set(7);
  requireModules({ eye: { version: 1, data: 3 }, pairs: { version: 2, data: null } });
  expect(eye.get()).toBe(3);
  const pairs = stored<readonly string[]>("pairs", []);
  expect(pairs.get()).toEqual([]);
  expect(local.kept.get("spot.pairs")).toBe('{"version":2,"data":[]}');
});
