import { expect, test } from "vitest";
import { createState, restore, snapshot, SnapshotError } from "../index.ts";
import { defineRecord, fingerprintOf, money, number, part, sizeOf, word, words } from "./record.ts";

test("fields stand in the order of their declaration; numbers, money and parts begin at even words", () => {
  const Inner = defineRecord("test inner", { side: word, value: money });
  const Outer = defineRecord("test outer", { id: word, at: number, list: words(3), inner: part(Inner), last: word });
  expect([Inner, sizeOf(Inner)]).toEqual([{ side: 0, value: 2 }, 6]);
  expect([Outer, sizeOf(Outer)]).toEqual([{ id: 0, at: 2, list: 4, inner: 8, last: 14 }, 16]);
});

test("a snapshot under one more word of a record is refused, and one of the same records is not", () => {
  const state = createState();
  const bytes = snapshot(state);
  expect(restore(bytes).layout).toBe(state.layout);
  const before = fingerprintOf(state.memory.end);
  defineRecord("test one more word", { id: word });
  expect(fingerprintOf(state.memory.end)).not.toBe(before);
  expect(() => restore(bytes)).toThrow(
    new SnapshotError("its records have another layout than those of this build: the journal must be replayed"),
  );
});

test("two records of one name do not load", () => {
  defineRecord("test twice", { id: word });
  expect(() => defineRecord("test twice", { id: word })).toThrow("two records are called test twice");
});
