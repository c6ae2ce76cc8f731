import fc from "fast-check";
import { expect, test } from "vitest";
import { differencesOf } from "./differences.ts";

test("a difference names the field, what stood there and what will; what is equal is not listed", () => {
  const before = { a: 1, menu: [{ id: "x" }], gone: true };
  const after = { a: 1, menu: [{ id: "y" }, { id: "z" }], added: null };
  expect(differencesOf(before, after)).toEqual([
    { path: "menu.0.id", before: '"x"', after: '"y"' },
    { path: "menu.1", before: "", after: '{"id":"z"}' },
    { path: "gone", before: "true", after: "" },
    { path: "added", before: "", after: "null" },
  ]);
});

test("two values have no difference exactly where their JSON means the same", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      const [a, b] = [JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other))] as [unknown, unknown];
      expect(differencesOf(a, a)).toEqual([]);
      expect(differencesOf({ a }, { a: b }).length === 0).toBe(differencesOf({ a: b }, { a }).length === 0);
    }),
  );
});
