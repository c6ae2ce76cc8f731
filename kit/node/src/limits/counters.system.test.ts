import { randomUUID } from "node:crypto";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { sharedCounters } from "./counters.ts";

const url = "redis://127.0.0.1:6379";

test("two processes count together, and a window ends", async () => {
  const [left, right] = [sharedCounters(url), sharedCounters(url)];
  const key = `tm:test:${randomUUID()}`;
  expect([await left.count(key, 300), await right.count(key, 300), await left.count(key, 300)]).toEqual([1, 2, 3]);
  await new Promise((resolve) => setTimeout(resolve, 350));
  expect(await right.count(key, 300)).toBe(1);
  left.close();
  right.close();
});

test("a server that is away or does not answer is undefined, soon, and ends nobody", async () => {
  const mute = createServer(() => undefined);
  await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
  const { port } = mute.address() as { port: number };
  const silent = sharedCounters(`redis://127.0.0.1:${port}`);
  const absent = sharedCounters("redis://127.0.0.1:1");
  const began = performance.now();
  expect([await silent.count("a", 1_000), await absent.count("a", 1_000)]).toEqual([undefined, undefined]);
  expect(performance.now() - began).toBeLessThan(1_500);
  silent.close();
  absent.close();
  mute.close();
});
