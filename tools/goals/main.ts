// `pnpm goals <area> [--short]`: one line per promise with every round of this run. Exit 1 if a goal is short; with --short (CI, a noisy
// machine) only a figure beyond half its floor fails, and only if two more rounds do not lift the median back over it.
// `pnpm goals bounded --only <scenario> --size <n>`: one of its scenarios alone, and at another size.
// `pnpm goals visual --only "positions|tpsl"`: these states of pages alone. `pnpm goals feed --only deliveries`: without the books.
import { spawnSync } from "node:child_process";
import { type Figure, farBelowFloor, isShort, reached } from "./measure.ts";
import { knownShortfalls } from "./known-shortfalls.ts";

const areas: Record<string, () => Promise<Figure[]>> = {
  coverage: async () => (await import("./statements/coverage.ts")).coverageGoals(),
  i18n: async () => (await import("./web/i18n.ts")).i18nGoals(),
  engine: async () => (await import("./engine/engine.ts")).engineGoals(),
  bounded: async () => (await import("./bounded/bounded.ts")).boundedGoals(),
  journal: async () => (await import("./journal/journal.ts")).journalGoals(),
  connections: async () => (await import("./connections/connections.ts")).connectionsGoals(),
  rules: async () => (await import("./rules/rules.ts")).rulesGoals(),
  web: async () => (await import("./web/web.ts")).webGoals(),
  visual: async () => (await import("./web/visual.ts")).visualGoals(),
  feed: async () => (await import("./feed/feed.ts")).feedGoals(),
  terminal: async () => (await import("./terminal/terminal.ts")).terminalGoals(),
  truth: async () => (await import("./truth/truth.ts")).truthGoals(),
  security: async () => (await import("./security/security.ts")).securityGoals(),
  storm: async () => (await import("./storm/storm.ts")).stormGoals(),
  a11y: async () => (await import("./web/a11y.ts")).a11yGoals(),
};

/** These start an exchange and take minutes, security hours: they run when they are asked for by name, or all of them at once. */
const long = new Set(["web", "terminal", "visual", "a11y", "security", "storm"]);

const takesValue = new Set(["--only", "--size", "--seed"]);
const wanted = process.argv.slice(2).filter((arg, i, all) => !arg.startsWith("--") && !takesValue.has(all[i - 1]!));
const usual = Object.keys(areas).filter((name) => !isShort || !long.has(name));
const names = wanted.length === 0 ? usual : wanted;
for (const name of names)
  if (!Object.hasOwn(areas, name)) throw new Error(`no such area: ${name}; there are ${Object.keys(areas).join(", ")}`);

/** Prints an area's figures and answers how many of them fail. */
async function measure(name: string): Promise<number> {
  let failed = 0;
  for (const figure of await areas[name]!()) {
    const ok = reached(figure, figure.goal);
    const word = ok ? "ok" : "short";
    const debt = knownShortfalls[figure.name];
    const floor = reached(figure, figure.floor) ? "" : `  below its floor${debt === undefined ? "" : `: ${debt.why}`}`;
    const note = figure.note === undefined ? "" : `  (rounds: ${figure.note})`;
    process.stdout.write(
      `${figure.name}  ${figure.figure.toFixed(2)}  ${figure.goal} [floor ${figure.floor}]  ${word}${floor}${note}\n`,
    );
    if (isShort ? farBelowFloor(figure) : !ok) failed += 1;
  }
  return failed;
}

/** Each area has a process of its own: one that has held an engine has reserved more addresses than a fork may copy. */
function measureApart(name: string): number {
  const flags = process.argv.slice(2).filter((arg) => !names.includes(arg));
  return spawnSync(process.execPath, [...process.execArgv, process.argv[1]!, name, ...flags], { stdio: "inherit" })
    .status === 0
    ? 0
    : 1;
}

let failed = 0;
for (const name of names) failed += names.length === 1 ? await measure(name) : measureApart(name);
process.exit(failed === 0 ? 0 : 1);
