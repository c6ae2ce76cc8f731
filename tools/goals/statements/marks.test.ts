import { expect, test } from "vitest";
import { brokenMarks, readCoverage, unmarked } from "./coverage.ts";
import { idsIn, strayIn, unmarkedIn } from "./marks.ts";
import { coverageOf } from "./read.ts";

/** Done rows without their id in a test's title. It may only fall. */
const unmarkedMax = 30;

const coverage = coverageOf(
  [
    "| S1.1 | So | `a` | `a.test.ts` · `a thing is so` | done |",
    "| S1.2 | So | `a` | `a.test.ts` · `another is so` | done |",
    "| S1.3 | So | `a` |  | open: earn |",
  ].join("\n"),
);
const source = [
  'test("[S1.1 R-5.4 V080] a thing is so", () => {});',
  'test("[S1.3, S9.9] another is so", () => {});',
  "const list = [S1.1];",
].join("\n");

test("ids are read from the brackets that begin a title, beside rules and vectors", () => {
  expect(source.split("\n").map(idsIn)).toEqual([["S1.1"], ["S1.3", "S9.9"], []]);
});

test("a done row without its id in a title and an id without its row are both found", () => {
  expect(unmarkedIn(coverage, () => source)).toEqual(["S1.2 stands in no title of a.test.ts"]);
  expect(strayIn(coverage, [{ path: "a.test.ts", source }]).map((line) => line.split(" ")[2])).toEqual([
    "S1.3,",
    "S9.9,",
  ]);
});

test("every id in a title belongs to a row of docs/coverage.md that names this test", () => {
  expect(brokenMarks(readCoverage())).toEqual([]);
});

test("done rows have their id in the title of a test that they name, but for so many", () => {
  expect(unmarked(readCoverage()).length).toBeLessThanOrEqual(unmarkedMax);
});
