import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { strayIn, unmarkedIn } from "./marks.ts";
import { brokenIn, type Coverage, coverageOf, openByWork, works } from "./read.ts";
import type { Figure } from "../measure.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

export const readCoverage = (): Coverage => coverageOf(readFileSync(join(root, "docs/coverage.md"), "utf8"));

function sourceOf(path: string): string | undefined {
  const place = join(root, path);
  if (!existsSync(place)) return undefined;
  return statSync(place).isDirectory() ? "" : readFileSync(place, "utf8");
}

/** What the page says that the tree does not bear out. */
export const brokenLinks = (coverage: Coverage): string[] => brokenIn(coverage, sourceOf);

/** Done rows whose id stands in no test's title yet. */
export const unmarked = (coverage: Coverage): string[] => unmarkedIn(coverage, sourceOf);

/** Ids in test titles that no row bears out. */
export function brokenMarks(coverage: Coverage): string[] {
  const files = execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" })
    .split("\0")
    .filter((path) => /[.](test|spec)[.]ts$/.test(path) && !path.startsWith("tools/goals/statements/"));
  return strayIn(
    coverage,
    files.map((path) => ({ path, source: sourceOf(path) ?? "" })),
  );
}

/** How much of the specification stands on a test. What waits for a work that is not said to be done is counted, not owed. */
export function coverageGoals(): Figure[] {
  const coverage = readCoverage();
  const { statements, worksDone } = coverage;
  const open = openByWork(coverage);
  const say = (line: string): void => void process.stdout.write(`  ${line}\n`);
  const broken = [...brokenLinks(coverage), ...brokenMarks(coverage)];
  for (const line of broken) say(line);
  say(`${statements.length} statements, ${statements.filter(({ state }) => state === "done").length} with a test`);
  say(`${unmarked(coverage).length} of them without their id in the title of a test`);
  for (const work of works) say(`${work}: ${open.get(work)?.length ?? 0} open`);
  const untested = worksDone.flatMap((work) => open.get(work) ?? []);
  for (const { id, text, state } of untested) say(`said to be done, without a test: ${id} ${text} (${state})`);
  const none = { goal: 0, floor: 0, better: "less" } as const;
  return [
    { name: "coverage.broken", figure: broken.length, ...none },
    { name: "coverage.untested", figure: untested.length, ...none },
  ];
}
