import { expect, test } from "vitest";
import { codesReached, isEngineCode, rulesOf, vectorsIn } from "./read.ts";

test("a rule is defined where its number opens a line, not where it is cited", () => {
  const book = "(R-1.1) No floats (R-9.9).\n* (R-3.3) equity\ntext (R-2.2)\n| deficit (R-11.7) |\n(R-10.12) Late.";
  expect(rulesOf(book)).toEqual(["R-1.1", "R-3.3", "R-10.12"]);
});

test("vectors are named singly and in ranges", () => {
  expect([...vectorsIn("[R-1.4 V002] x V121–V123, V0009")]).toEqual(["V002", "V121", "V122", "V123"]);
});

test("only refusals that the engine decides count", () => {
  expect([21_000, 24_002, 50_001, 50_007, 50_002, 40_400, 25_000].map(isEngineCode)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

test("a code counts when a passing test met it and its file writes it", () => {
  const passed = [
    { file: "a", fullName: "g x", title: "x" },
    { file: "story", fullName: "s", title: "s" },
  ];
  const recorded = [
    { file: "a", title: "x", codes: [200, 21_001, 21_002] },
    { file: "a", title: "failed", codes: [21_003] },
    { file: "story", title: "s", codes: [21_004] },
  ];
  const sources: Record<string, string> = { a: "toBe(21001); toBe(21_003)", story: "play()" };
  expect([...codesReached(passed, recorded, (file) => sources[file]!)]).toEqual([21_001]);
});
