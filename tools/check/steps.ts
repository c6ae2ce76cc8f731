import { readdirSync } from "node:fs";
import { join } from "node:path";

export type Step = { readonly name: string; readonly command: readonly string[] };

/** Names as they are given to `pnpm check`; `tests` stands for all parts of the unit tests. */
export const stepNames = [
  "types",
  "lint",
  "format",
  "borders",
  "dead-code",
  "engine-tests",
  "core-tests",
  "web-tests",
  "tools-tests",
  "unit-tests",
] as const;

const packages = ["money", "contracts", "engine", "kit", "services", "apps", "tests", "tools"];

/**
 * Tests of these folders run with a fresh process for each file: every state of the engine reserves a large range of addresses, and a
 * process that has had hundreds of them gets no more, nor may it start another; modules of the page keep timers and what the browser has. All other files share
 * their modules, which spares a second of imports for each.
 */
const isolated = {
  "engine-tests": ["engine/"],
  "core-tests": ["services/core/"],
  "web-tests": ["apps/"],
  "tools-tests": ["tools/", "tests/"],
} as const;

/** Folders of all other unit tests, so that a new service or tool is in one part or another. */
export function sharedFolders(root: string): string[] {
  const alone: readonly string[] = Object.values(isolated).flat();
  const inner = packages
    .filter((name) => !alone.includes(`${name}/`))
    .flatMap((name) =>
      readdirSync(join(root, name), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && entry.name !== "node_modules")
        .map((entry) => `${name}/${entry.name}/`),
    );
  return inner.filter((folder) => !alone.includes(folder));
}

const tests = (name: string, ...rest: string[]): Step => ({
  name,
  command: ["vitest", "run", "--project", "unit", "--reporter=dot", ...rest],
});

/** Everything, the longest first: two steps run at a time. Types stand before the tests that compile something with them. */
export const allSteps = (root: string): readonly Step[] => [
  tests("engine-tests", ...isolated["engine-tests"]),
  { name: "types", command: ["tsc", "-b"] },
  tests("core-tests", ...isolated["core-tests"]),
  tests("unit-tests", "--no-isolate", ...sharedFolders(root)),
  tests("web-tests", ...isolated["web-tests"]),
  tests("tools-tests", ...isolated["tools-tests"]),
  { name: "lint", command: ["oxlint", "--deny-warnings"] },
  { name: "borders", command: ["depcruise", "--output-type", "err", ...packages] },
  { name: "dead-code", command: ["knip"] },
  { name: "format", command: ["oxfmt", "--check", "."] },
];

/**
 * Only what differs from `base`: lint and format of the changed files, tests that import a changed file, and the tests that read the whole
 * repository. Types are checked whole; borders and dead code need all files and are left to the full check.
 */
export function changedSteps(base: string, files: readonly string[]): readonly Step[] {
  const sources = files.filter((path) => /[.](ts|tsx)$/.test(path) && !path.startsWith("tools/check/planted/"));
  return [
    { name: "types", command: ["tsc", "-b"] },
    tests("unit-tests", "--changed", base, "--passWithNoTests"),
    tests("repository-tests", "tools/check/"),
    ...(sources.length === 0 ? [] : [{ name: "lint", command: ["oxlint", "--deny-warnings", ...sources] }]),
    ...(files.length === 0
      ? []
      : [{ name: "format", command: ["oxfmt", "--check", "--no-error-on-unmatched-pattern", ...files] }]),
  ];
}

/** The steps that the words of a command line name; all of them where there is none. Throws on a word that names no step. */
export function pick(steps: readonly Step[], words: readonly string[]): readonly Step[] {
  const wanted = words.flatMap((word) =>
    word === "tests" ? stepNames.filter((name) => name.endsWith("-tests")) : [word],
  );
  const known: readonly string[] = stepNames;
  for (const word of wanted)
    if (!known.includes(word)) throw new Error(`there is no step ${word}; steps are ${known.join(", ")}, tests`);
  return wanted.length === 0 ? steps : steps.filter(({ name }) => wanted.includes(name));
}
