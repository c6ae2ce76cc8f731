import { expect, test } from "vitest";
import { Events } from "../events/events.ts";
import { Memory } from "./memory.ts";
import { reserve } from "./reserve.ts";

test("[A-22] the memory never moves: whoever holds its words holds them for good", () => {
  const memory = new Memory();
  const { w, d } = memory;
  const at = memory.take(50_000_000);
  memory.setNumber(at + 49_999_998, 2 ** 53 - 1);
  expect(memory.w).toBe(w);
  expect(d[(at + 49_999_998) / 2]).toBe(2 ** 53 - 1);
});

test("[A4.9] a memory that is full stops the core: no command is answered by it", () => {
  const memory = new Memory();
  expect(() => memory.take(2 ** 32)).toThrow("full");
  expect(() => memory.rollback()).toThrow("full");
});

test("a block that was given back is the next of its size, and of no other", () => {
  const memory = new Memory();
  const [first, second, other] = [memory.block(6), memory.block(6), memory.block(7)];
  memory.releaseBlock(first, 6);
  memory.releaseBlock(other, 7);
  memory.releaseBlock(second, 6);
  expect([memory.block(6), memory.block(7), memory.block(6)]).toEqual([second, other, first]);
  for (const at of [first, second, other]) expect(memory.w[at]).toBe(0);
});

test("[A4.9] a block taken by a child is free again when the child is taken back", () => {
  const memory = new Memory();
  const first = memory.block(6);
  memory.releaseBlock(first, 6);
  memory.cut();
  expect(memory.block(6)).toBe(first);
  const { end } = memory;
  expect(memory.block(6)).toBe(end);
  memory.rollback();
  expect(memory.end).toBe(end);
  expect(memory.block(6)).toBe(first);
});

test("where the system refuses a range, half of it or less is taken", () => {
  const bytes = reserve(2 ** 60).byteLength;
  expect(bytes).toBeGreaterThanOrEqual(2 ** 20);
  expect(bytes).toBeLessThan(2 ** 60);
  // Each refusal costs a collection of garbage first.
}, 30_000);

test("[A-22] a very large batch of events is written in place, and its memory goes back a thousand batches later", () => {
  const events = new Events();
  const { a } = events;
  for (let i = 0; i < 3_000; i += 1) a[events.row(3_000)] = i;
  expect(events.a).toBe(a);
  expect(a[2_999 * 3_000]).toBe(2_999);
  for (let i = 0; i < 1_000; i += 1) {
    events.clear();
    expect(events.a).toBe(a);
    events.answered(i, 200, 0);
  }
  events.clear();
  expect(events.a).not.toBe(a);
  const { a: next } = events;
  for (let i = 0; i < 3_000; i += 1) events.clear();
  expect(events.a).toBe(next);
});
