import { expect, test } from "vitest";
import { brokenLinks, readCoverage } from "./coverage.ts";
import { brokenIn, coverageOf, openByWork } from "./read.ts";

const page = (rows: string, done = "none yet"): string => `# Coverage\n\nWork said to be done: ${done}.\n\n
| Id | Statement | Built in | Test | State |
|---|---|---|---|---|
${rows}`;
const files: Record<string, string> = { "a/b.ts": "", "a/b.test.ts": 'test("a thing is so", () => {})', a: "" };
const broken = (row: string): string[] => brokenIn(coverageOf(page(row)), (path) => files[path]);

test("a row names where a statement is built and the test that shows it", () => {
  const row = "| S2.4 | A thing is so | `a/b.ts` | `a/b.test.ts` · `thing is so`; `c.test.ts` | done |";
  expect(coverageOf(page(row)).statements).toEqual([
    {
      id: "S2.4",
      text: "A thing is so",
      built: ["a/b.ts"],
      tests: [{ file: "a/b.test.ts", title: "thing is so" }, { file: "c.test.ts" }],
      state: "done",
    },
  ]);
});

test("what is not there is broken: a place, a test, its title, a state, a done without proof, an id given twice", () => {
  expect(broken("| S1.1 | So | `a/b.ts` | `a/b.test.ts` · `a thing is so` | done |")).toEqual([]);
  expect(broken("| S1.1 | So | `a/c.ts` | `a/b.test.ts` | done |")).toHaveLength(1);
  expect(broken("| S1.1 | So | `a` | `a/c.test.ts` | done |")).toHaveLength(1);
  expect(broken("| S1.1 | So | `a` | `a/b.ts` | done |")).toHaveLength(1);
  expect(broken("| S1.1 | So | `a` | `a/b.test.ts` · `another` | done |")).toHaveLength(1);
  expect(broken("| S1.1 | So |  |  | done |")).toHaveLength(2);
  expect(broken("| S1.1 | So |  |  | open: someday |")).toHaveLength(1);
  expect(broken("| S1.1 | So |  |  | open: earn |\n| S1.1 | So |  |  | open: earn |")).toHaveLength(1);
});

test("open statements are counted by their work, and the page says which work is done", () => {
  const rows = "| S1.1 | So |  |  | open: earn |\n| S1.2 | So |  |  | open: later |\n| D.1 | So |  |  | open: earn |";
  const coverage = coverageOf(page(rows, "web shell, earn"));
  expect(openByWork(coverage).get("earn")).toHaveLength(2);
  expect(coverage.worksDone).toEqual(["web shell", "earn"]);
  expect(coverageOf(page(rows)).worksDone).toEqual([]);
});

test("every place, test and title that docs/coverage.md names is there", () => {
  const coverage = readCoverage();
  expect(coverage.statements.length).toBeGreaterThan(600);
  expect(brokenLinks(coverage)).toEqual([]);
});
