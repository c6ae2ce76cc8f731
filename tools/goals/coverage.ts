import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brokenIn, type Coverage, coverageOf, openByWork, works } from "./coverage-read.ts";
import type { Figure } from "./measure.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

export const readCoverage = (): Coverage => coverageOf(readFileSync(join(root, "docs/coverage.md"), "utf8"));

/** What the page says that the tree does not bear out. */
export function brokenLinks(coverage: Coverage): string[] {
  return brokenIn(coverage, (path) => {
    const place = join(root, path);
    if (!existsSync(place)) return undefined;
    return statSync(place).isDirectory() ? "" : readFileSync(place, "utf8");
  });
}

/** How much of the specification stands on a test. What waits for a work that is not said to be done is counted, not owed. */
export function coverageGoals(): Figure[] {
  const coverage = readCoverage();
  const { statements, worksDone } = coverage;
  const open = openByWork(coverage);
  const say = (line: string): void => void process.stdout.write(`  ${line}\n`);
  const broken = brokenLinks(coverage);
  for (const line of broken) say(line);
  say(`${statements.length} statements, ${statements.filter(({ state }) => state === "done").length} with a test`);
  for (const work of works) say(`${work}: ${open.get(work)?.length ?? 0} open`);
  const untested = worksDone.flatMap((work) => open.get(work) ?? []);
  for (const { id, text, state } of untested) say(`said to be done, without a test: ${id} ${text} (${state})`);
  const none = { goal: 0, floor: 0, better: "less" } as const;
  return [
    { name: "coverage.broken", figure: broken.length, ...none },
    { name: "coverage.untested", figure: untested.length, ...none },
  ];
}
