import { expect, test, vi } from "vitest";
import { createNonces } from "./nonces.ts";

const memoryMs = 600_000;

test("a nonce is used once by its owner, however many others came between", () => {
  const nonces = createNonces(memoryMs);
  for (let i = 0; i < 50_000; i += 1) expect(nonces.use("device", `nonce-${i}`, i)).toBe(true);
  for (let i = 0; i < 50_000; i += 7) expect(nonces.use("device", `nonce-${i}`, 50_000)).toBe(false);
  expect(nonces.use("another", "nonce-0", 50_000)).toBe(true);
});

test("it is remembered for its whole time and forgotten at last", () => {
  const nonces = createNonces(memoryMs);
  expect(nonces.use("device", "one", memoryMs - 1)).toBe(true);
  expect(nonces.use("device", "two", memoryMs + 1)).toBe(true);
  expect(nonces.use("device", "one", memoryMs + 2)).toBe(false);
  expect(nonces.use("device", "one", 2 * memoryMs - 2)).toBe(false);
  expect(nonces.use("device", "one", 4 * memoryMs)).toBe(true);
  expect(nonces.size).toBe(1);
});

test("a flood turns the memory over instead of growing it without end", () => {
  const nonces = createNonces(memoryMs, 1_000);
  for (let i = 0; i < 10_000; i += 1) nonces.use("device", `nonce-${i}`, 1);
  expect(nonces.size).toBeLessThanOrEqual(2_000);
});

test("L3: who chooses nonces does not choose the slots that they take: every process hashes them otherwise", async () => {
  const hashesOfProcess = async (): Promise<number[]> => {
    vi.resetModules();
    const { hashOf } = await import("./nonces.ts");
    return Array.from({ length: 20 }, (_, i) => hashOf("device", `nonce-${i}`));
  };
  const [one, another] = [await hashesOfProcess(), await hashesOfProcess()];
  expect(one.filter((hash, i) => hash === another[i])).toEqual([]);
});
