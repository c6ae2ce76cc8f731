import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const tracked = execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" })
  .split("\0")
  .filter((path) => existsSync(join(root, path)));

/** Decisions are records of their day; the coverage table has a check of its own. */
const pages = tracked.filter(
  (path) => /^(docs\/.*|[A-Z]+)[.]md$/.test(path) && !/^docs\/(decisions\/|coverage[.]md)/.test(path),
);
const roots = /^(money|contracts|engine|kit|services|apps|tests|tools|docs|deploy)\//;

/** Paths in ticks or at the beginning of a stop of docs/paths, without globs, symbols and line numbers. */
function pathsIn(text: string): string[] {
  const ticked = [...text.matchAll(/`([^`\n]+)`/g)].map(([, path]) => path!);
  const stops = [...text.matchAll(/^ *(?:\d+|→)? +([a-z][\w./-]+\/[\w./-]+)/gm)].map(([, path]) => path!);
  return [...ticked, ...stops]
    .map((path) => path.replace(/#.*$/, ""))
    .filter((path) => roots.test(path) && /^[\w./-]+$/.test(path));
}

const linksIn = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)]
    .map(([, link]) => link!)
    .filter((link) => !/^(https?:|mailto:)/.test(link));

function missingOn(page: string, text: string): string[] {
  const paths = pathsIn(text).filter((path) => !existsSync(join(root, path)));
  const links = linksIn(text).filter((link) => !existsSync(join(root, dirname(page), link)));
  return [...paths, ...links];
}

test.each(pages)("every file and link that %s names exists", (page) => {
  expect(missingOn(page, readFileSync(join(root, page), "utf8")), `correct the paths in ${page}`).toEqual([]);
});

test("planted paths that do not exist are found", () => {
  const text = "`engine/src/nowhere.ts` `engine/src/apply.ts`\n 1  kit/client/src/gone.ts   sends\n[x](paths/none.md)";
  expect(missingOn("docs/README.md", text)).toEqual([
    "engine/src/nowhere.ts",
    "kit/client/src/gone.ts",
    "paths/none.md",
  ]);
});

const runbooks = pages.filter((path) => path.startsWith("docs/runbooks/"));
const logged = tracked
  .filter((path) => /^(services|kit)\/.*[.]ts$/.test(path) && !path.endsWith(".test.ts"))
  .map((path) => readFileSync(join(root, path), "utf8"))
  .join("\n");

test.each(runbooks)("the log lines that %s names are written by a service", (page) => {
  const lines = [...readFileSync(join(root, page), "utf8").matchAll(/`log: ([^`]+)`/g)].map(([, line]) => line!);
  expect(
    lines.filter((line) => !logged.includes(`"${line}"`)),
    `correct the log lines in ${page}`,
  ).toEqual([]);
});
