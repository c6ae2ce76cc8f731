import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { findingNumbers, findingsIn, problemsOf, titlesIn } from "./findings.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const page = readFileSync(join(root, "docs/findings.md"), "utf8");
const sourceOf = (file: string): string | undefined =>
  existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8") : undefined;

test("every finding has a test whose title begins with its number", () => {
  expect(problemsOf(findingsIn(page), sourceOf), "correct docs/findings.md, or write the test").toEqual([]);
});

test("a title of a test names no finding that the table does not have", () => {
  const files = execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" })
    .split("\0")
    .filter((path) => /[.]test[.]ts$/.test(path) && !path.startsWith("tools/goals/security/"));
  const strange = files.flatMap((file) =>
    titlesIn(sourceOf(file) ?? "")
      .filter(({ number }) => !findingNumbers.includes(number))
      .map(({ number, title }) => `${file}: ${number}: ${title}`),
  );
  expect(strange).toEqual([]);
});

test("a finding that is missing, without a test, open or with a test that is not there is found", () => {
  const row = (number: string, tests: string): string => `| ${number} | So | \`a.ts\` | ${tests} |`;
  const shown = findingNumbers.filter((number) => number !== "M3").map((number) => row(number, "`a.test.ts` · `so`"));
  const source = findingNumbers.map((number) => `test("[R-3.10] ${number}: it is so", () => {});`).join("\n");
  const problemsWith = (...changed: string[]): string[] =>
    problemsOf(findingsIn([...shown, ...changed].join("\n")), (file) => (file === "a.test.ts" ? source : undefined));
  expect(problemsWith(row("M3", "`a.test.ts` · `so`"))).toEqual([]);
  expect(problemsWith()).toEqual(["M3 is not in the table"]);
  expect(problemsWith(row("M3", ""))).toEqual(["M3 has no test"]);
  expect(problemsWith(row("M3", "open: later"))).toEqual(["M3 has no test"]);
  expect(problemsWith(row("M3", "`a.test.ts` · `otherwise`"))[0]).toContain('M3: a.test.ts has no test "M3:');
  expect(problemsWith(row("M3", "`gone.test.ts` · `so`"))[0]).toContain("M3: gone.test.ts has no test");
});
