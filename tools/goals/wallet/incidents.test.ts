import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { incidentNumbers, incidentsIn, problemsOf } from "./incidents.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

test("every incident has tests that carry its number", () => {
  const page = readFileSync(join(root, "docs/incidents.md"), "utf8");
  const sourceOf = (file: string): string | undefined =>
    existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8") : undefined;
  expect(problemsOf(incidentsIn(page), sourceOf), "correct docs/incidents.md, or write the test").toEqual([]);
});

test("an incident that is missing, without a test, or with a test that does not carry its number is found", () => {
  const row = (number: string, tests: string): string => `| ${number} | So | Thus | ${tests} |`;
  const others = incidentNumbers.filter((number) => number !== "INC-02");
  const page = others.map((number) => row(number, "`a.test.ts` · `it is so`"));
  const source = `test("[W1 ${incidentNumbers.join(" ")}] it is so", () => {});\ntest("[INC-01] otherwise", () => {});`;
  const problemsWith = (...changed: string[]): string[] =>
    problemsOf(incidentsIn([...page, ...changed].join("\n")), (file) => (file === "a.test.ts" ? source : undefined));
  expect(problemsWith(row("INC-02", "`a.test.ts` · `it is so`"))).toEqual([]);
  expect(problemsWith()).toEqual(["INC-02 is not in the table"]);
  expect(problemsWith(row("INC-02", ""))).toEqual(["INC-02 has no test"]);
  expect(problemsWith(row("INC-02", "`a.test.ts` · `otherwise`"))[0]).toContain("INC-02: a.test.ts has no test");
  expect(problemsWith(row("INC-02", "`gone.test.ts` · `it is so`"))[0]).toContain("INC-02: gone.test.ts has no test");
});
