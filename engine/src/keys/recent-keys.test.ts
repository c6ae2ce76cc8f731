import { expect, test } from "vitest";
import { Random } from "../../sim/index.ts";
import { Memory } from "../memory/memory.ts";
import { Orders } from "../records/order.ts";
import { packResult } from "../events/refusals.ts";
import { RecentKeys } from "./recent-keys.ts";

const lifeMs = 600_000;
const start = 1_700_000_000_000;

test.each([1, 2, 3])(
  "[A-22] keys are a plain map of ten minutes, through growth, rush, silence and undo (seed %i)",
  (seed) => {
    const random = new Random(seed);
    const memory = new Memory();
    const keys = new RecentKeys(memory, new Orders(memory));
    const plain = new Map<number, { at: number; body: number }>();
    let now = start;
    let most = 0;
    for (let i = 0; i < 30_000; i += 1) {
      // A rush now and then, and a silence that all keys do not outlive.
      if (i % 6_000 === 5_999) now += lifeMs * 2;
      else if (i % 1_000 > 500) now += random.below(900);
      const key = random.below(20_000);
      memory.cut();
      const before = memory.work;
      const known = plain.get(key);
      const isHeld = known !== undefined && Math.floor(known.at / 1000) + lifeMs / 1000 > Math.floor(now / 1000);
      if (keys.findOwn(key, -key, now) !== isHeld) expect.fail(`key ${key} at step ${i}: ${isHeld} was expected`);
      if (isHeld) {
        expect([keys.foundBody, keys.foundResult]).toEqual([known.body, packResult(200, known.body, false)]);
        continue;
      }
      keys.remember(key, -key, i, packResult(200, i, false), now);
      most = Math.max(most, memory.work - before);
      if (random.below(5) === 0) memory.rollback();
      else plain.set(key, { at: now, body: i });
    }
    expect(memory.hashOfAll()).toEqual({ high: memory.high, low: memory.low });
    expect(most).toBeLessThan(600);
  },
);

test("[A-22] after a long silence the old keys leave a few at a time", () => {
  const memory = new Memory();
  const keys = new RecentKeys(memory, new Orders(memory));
  const add = (key: number, now: number): number => {
    memory.cut();
    const before = memory.work;
    expect(keys.findOwn(key, 1, now)).toBe(false);
    keys.remember(key, 1, key, packResult(200, 0, false), now);
    return memory.work - before;
  };
  let most = 0;
  for (let i = 0; i < 40_000; i += 1) most = Math.max(most, add(i, start));
  const { end } = memory;
  for (let i = 0; i < 40_000; i += 1) most = Math.max(most, add(i, start + lifeMs));
  expect(most).toBeLessThan(600);
  // Four leave for one that comes: what they held serves the newcomers.
  expect(memory.end).toBe(end);
});
