import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { allSteps, changedSteps, pick, stepNames } from "./steps.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Positional words of a vitest command: substrings of paths. */
const filtersOf = (name: string): string[] => {
  const { command } = allSteps(root).find((step) => step.name === name)!;
  return command.filter((word) => word.endsWith("/"));
};

test("every unit test belongs to one part", () => {
  const files = execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" })
    .split("\0")
    .filter((path) => /^(money|contracts|engine|kit|services|apps|tools|tests\/load)\/.*[.]test[.]ts$/.test(path))
    .filter((path) => !path.endsWith(".system.test.ts"));
  const alone = ["engine-tests", "core-tests", "web-tests", "tools-tests"].flatMap(filtersOf);
  const together = filtersOf("unit-tests");
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((path) => ![...alone, ...together].some((filter) => path.includes(filter)))).toEqual([]);
  expect(together.filter((filter) => alone.some((other) => filter.includes(other)))).toEqual([]);
});

test("steps are picked by name, and a wrong name says which there are", () => {
  expect(
    allSteps(root)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual([...stepNames].toSorted());
  expect(pick(allSteps(root), ["tests", "types"]).map(({ name }) => name)).toEqual([
    "engine-tests",
    "types",
    "core-tests",
    "unit-tests",
    "web-tests",
    "tools-tests",
  ]);
  expect(() => pick(allSteps(root), ["typos"])).toThrow("steps are types, lint, format");
});

test("of a change only its own files are linted and formatted, types are whole", () => {
  const steps = changedSteps("abc", ["docs/style.md", "engine/src/apply.ts"]);
  expect(steps.map(({ name, command }) => `${name}: ${command.join(" ")}`)).toEqual([
    "types: tsc -b",
    "unit-tests: vitest run --project unit --reporter=dot --changed abc --passWithNoTests",
    "repository-tests: vitest run --project unit --reporter=dot tools/check/",
    "lint: oxlint --deny-warnings engine/src/apply.ts",
    "format: oxfmt --check --no-error-on-unmatched-pattern docs/style.md engine/src/apply.ts",
  ]);
  expect(changedSteps("abc", []).map(({ name }) => name)).toEqual(["types", "unit-tests", "repository-tests"]);
});
