import { expect, test } from "vitest";
import { inTurn, isInTurn, partCount } from "./turns.ts";

const files = ["a", "money", "b", "c", "d", "e"].map((name) => `${name}.test.ts`);
const isMoney = (file: string): boolean => file.startsWith("money");

test("the turns of so many days together take every file, and each of them what runs every time", () => {
  const turns = Array.from({ length: partCount }, (_, day) => inTurn(files, 20_775 + day, isMoney));
  expect(new Set(turns.flat())).toEqual(new Set(files));
  for (const taken of turns) expect(taken).toContain("money.test.ts");
  expect(turns.map((taken) => taken.length)).toEqual([2, 2, 2, 2, 2]);
});

test("a turn takes the same files in whatever order they are found", () => {
  expect(inTurn([...files].reverse(), 7, isMoney)).toEqual(inTurn(files, 7, isMoney));
});

test("without a turn everything runs", () => {
  expect(inTurn(files, undefined, isMoney)).toHaveLength(files.length);
  expect([0, 1, 2].map((place) => isInTurn(place, undefined))).toEqual([true, true, true]);
  expect([0, 1, 2].map((place) => isInTurn(place, partCount + 1))).toEqual([false, true, false]);
});
