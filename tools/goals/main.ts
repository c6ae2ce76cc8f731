// `pnpm goals <area> [--short]`: one line per promise with every round of this run. Exit 1 if a goal is short; with --short (CI, a noisy
// machine) only a figure beyond half its floor fails, and only if two more rounds do not lift the median back over it.
// `pnpm goals bounded --only <scenario> --size <n>`: one of its scenarios alone, and at another size.
// `pnpm goals visual --only "positions|tpsl"`, and `a11y`: these states of pages alone. `pnpm goals feed --only deliveries`: without the books.
// `pnpm goals security --only findings`: without the attacks that no finding began (hours, in full).
// `pnpm goals wallet --only kills --size 300 --seed 7`: one part of the wallet's goals, another number of tries, another seed.
// `pnpm goals --short` takes areas of speed, and attacks, by turns: a fifth of them a day.
// `pnpm goals --short --within 900`: no area begins later than after so many seconds; one that is not run is named.
import { spawnSync } from "node:child_process";
import { isInTurn, turnOfToday } from "../check/turns.ts";
import { type Figure, farBelowFloor, isShort, reached } from "./measure.ts";
import { knownShortfalls } from "./known-shortfalls.ts";

/** What must never happen comes first, figures of speed last: a slow machine may have no time left for them. */
const areas: Record<string, () => Promise<Figure[]>> = {
  coverage: async () => (await import("./statements/coverage.ts")).coverageGoals(),
  i18n: async () => (await import("./web/i18n.ts")).i18nGoals(),
  rules: async () => (await import("./rules/rules.ts")).rulesGoals(),
  security: async () => (await import("./security/security.ts")).securityGoals(),
  truth: async () => (await import("./truth/truth.ts")).truthGoals(),
  balance: async () => (await import("./balance/balance.ts")).balanceGoals(),
  proof: async () => (await import("./proof/proof.ts")).proofGoals(),
  coupons: async () => (await import("./coupons/coupons.ts")).couponGoals(),
  wallet: async () => (await import("./wallet/wallet.ts")).walletGoals(),
  bounded: async () => (await import("./bounded/bounded.ts")).boundedGoals(),
  engine: async () => (await import("./engine/engine.ts")).engineGoals(),
  journal: async () => (await import("./journal/journal.ts")).journalGoals(),
  connections: async () => (await import("./connections/connections.ts")).connectionsGoals(),
  feed: async () => (await import("./feed/feed.ts")).feedGoals(),
  web: async () => (await import("./web/web.ts")).webGoals(),
  visual: async () => (await import("./web/visual.ts")).visualGoals(),
  terminal: async () => (await import("./terminal/terminal.ts")).terminalGoals(),
  storm: async () => (await import("./storm/storm.ts")).stormGoals(),
  a11y: async () => (await import("./web/a11y.ts")).a11yGoals(),
};

/** These take minutes in their short form too: they run when they are asked for by name, or all of them at once. */
const long = new Set(["web", "terminal", "visual", "a11y", "storm", "coupons"]);

/** Figures of speed: the short form takes a fifth of them, the next fifth on the next day. */
const byTurns = ["engine", "journal", "connections", "bounded", "feed"];
const isToday = (name: string): boolean =>
  !long.has(name) && (!byTurns.includes(name) || isInTurn(byTurns.indexOf(name), turnOfToday()));

const takesValue = new Set(["--only", "--size", "--seed", "--within"]);
const wanted = process.argv.slice(2).filter((arg, i, all) => !arg.startsWith("--") && !takesValue.has(all[i - 1]!));
const usual = Object.keys(areas).filter((name) => !isShort || isToday(name));
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
  const started = performance.now();
  const { status } = spawnSync(process.execPath, [...process.execArgv, process.argv[1]!, name, ...flags], {
    stdio: "inherit",
  });
  process.stdout.write(`-- ${name}: ${((performance.now() - started) / 1_000).toFixed(0)} s\n`);
  return status === 0 ? 0 : 1;
}

const within = process.argv.indexOf("--within");
const latestStartMs = within === -1 ? Infinity : Number(process.argv[within + 1]) * 1_000;
let failed = 0;
for (const name of names) {
  if (names.length === 1) failed += await measure(name);
  else if (performance.now() > latestStartMs) process.stdout.write(`-- ${name}: NOT RUN, the time is over\n`);
  else failed += measureApart(name);
}
process.exit(failed === 0 ? 0 : 1);
