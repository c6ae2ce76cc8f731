// `pnpm goals <area> [--short]`: one line per promise with every round of this run. Exit 1 if a goal is short; with --short (CI, a noisy
// machine) only a figure beyond half its floor fails, and only if two more rounds do not lift the median back over it.
// `pnpm goals bounded --only <scenario> --size <n>`: one of its scenarios alone, and at another size.
import { type Figure, farBelowFloor, isShort, reached } from "./measure.ts";
import { owed } from "./owed.ts";

const areas: Record<string, () => Promise<Figure[]>> = {
  coverage: async () => (await import("./coverage.ts")).coverageGoals(),
  i18n: async () => (await import("./i18n.ts")).i18nGoals(),
  engine: async () => (await import("./engine.ts")).engineGoals(),
  bounded: async () => (await import("./bounded.ts")).boundedGoals(),
  journal: async () => (await import("./journal.ts")).journalGoals(),
  rules: async () => (await import("./rules.ts")).rulesGoals(),
  web: async () => (await import("./web.ts")).webGoals(),
  visual: async () => (await import("./visual.ts")).visualGoals(),
  security: async () => (await import("./security.ts")).securityGoals(),
  storm: async () => (await import("./storm.ts")).stormGoals(),
  a11y: async () => (await import("./a11y.ts")).a11yGoals(),
};

/** These start an exchange and take minutes, security hours: they run when they are asked for by name, or all of them at once. */
const long = new Set(["web", "visual", "a11y", "security", "storm"]);

const takesValue = new Set(["--only", "--size"]);
const wanted = process.argv.slice(2).filter((arg, i, all) => !arg.startsWith("--") && !takesValue.has(all[i - 1]!));
const usual = Object.keys(areas).filter((name) => !isShort || !long.has(name));
const names = wanted.length === 0 ? usual : wanted;
let failed = 0;
for (const name of names) {
  const area = areas[name];
  if (area === undefined) throw new Error(`no such area: ${name}; there are ${Object.keys(areas).join(", ")}`);
  for (const figure of await area()) {
    const ok = reached(figure, figure.goal);
    const word = ok ? "ok" : "short";
    const debt = owed[figure.name];
    const floor = reached(figure, figure.floor) ? "" : `  below its floor${debt === undefined ? "" : `: ${debt.why}`}`;
    const note = figure.note === undefined ? "" : `  (rounds: ${figure.note})`;
    process.stdout.write(
      `${figure.name}  ${figure.figure.toFixed(2)}  ${figure.goal} [floor ${figure.floor}]  ${word}${floor}${note}\n`,
    );
    if (isShort ? farBelowFloor(figure) : !ok) failed += 1;
  }
}
process.exit(failed === 0 ? 0 : 1);
