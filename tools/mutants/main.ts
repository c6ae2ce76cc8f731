// `pnpm mutants [words of a name] [--short] [--turn N] [--committed] [--awaited]`: plants one bug at a time into a copy of the house and
// expects the named tests to fail. --short takes three in turn, the next three on every next day; --committed judges HEAD and not the working
// tree; --awaited tries those that no test is known to notice, and never fails. Asked for by name, a mutant is told with the test that caught it.
// Bugs of services are caught by system tests, which need the servers on loopback.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { allMutants as all } from "./all.ts";
import { planted, turnOf } from "./mutant.ts";
import { perpetualMutantsAwaited } from "./perpetuals.ts";
import { Workshop } from "./workshop.ts";

const mutantsPerShortRun = 3;
const untouchedLimitMs = 300_000;
const mutantLimitMsMin = 60_000;
/** How much longer than without a bug the tests may take with one: machines are shared, and slow is not caught. */
const mutantLimitFactor = 3;
const dayMs = 86_400_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: "boolean", default: false },
    turn: { type: "string" },
    committed: { type: "boolean", default: false },
    awaited: { type: "boolean", default: false },
  },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const started = performance.now();
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const wanted = positionals.join(" ");
const isByName = wanted !== "";
const named = (values.awaited ? perpetualMutantsAwaited : all).filter(({ name, file }) =>
  `${file} ${name}`.includes(wanted),
);
const turn = values.turn === undefined ? Math.floor(Date.now() / dayMs) : Number(values.turn);
const chosen = values.short ? turnOf(named, turn, mutantsPerShortRun) : named;
if (values.short) say(`turn ${turn}: ${chosen.length} of ${named.length}`);

const root = fileURLToPath(new URL("../..", import.meta.url));
const workshop = new Workshop(root, values.committed ? "committed" : "working");
process.on("SIGINT", () => process.exit(130));
process.on("exit", () => workshop.close());

/** Tests that fail by themselves would catch every bug. */
const tests = [...new Set(chosen.flatMap((mutant) => mutant.tests))];
const untouchedAt = performance.now();
const untouched = await workshop.judge(tests, untouchedLimitMs);
const untouchedMs = performance.now() - untouchedAt;
const mutantLimitMs = Math.max(mutantLimitMsMin, untouchedMs * mutantLimitFactor);
if (untouched.word !== "survived") {
  say(`the tests are not green without any mutant: ${tests.join(" ")}`);
  for (const name of untouched.failed) say(`  ${name}`);
  process.exit(1);
}

let caught = 0;
for (const mutant of chosen) {
  const path = join(workshop.folder, mutant.file);
  const before = existsSync(path) ? readFileSync(path, "utf8") : "";
  const after = planted(before, mutant);
  if ("fault" in after) {
    say(`stale     ${mutant.file}: ${mutant.name}: ${after.fault}`);
    continue;
  }
  writeFileSync(path, after.text);
  const { word, failed } = await workshop.judge(mutant.tests, mutantLimitMs);
  writeFileSync(path, before);
  // Only a test that fails has caught a bug: tests that were ended say nothing, they may have had much left to do.
  if (word === "caught") caught += 1;
  const times = `: not done in ${seconds(mutantLimitMs)}, without it in ${seconds(untouchedMs)}`;
  say(`${word.padEnd(9)} ${mutant.file}: ${mutant.name}${word === "hung" ? times : ""}`);
  if (isByName) for (const name of failed) say(`          ${name}`);
}
const waiting = values.awaited ? "" : `, ${perpetualMutantsAwaited.length} more await their tests`;
say(`caught ${caught} of ${chosen.length}${waiting}  ${seconds(performance.now() - started)}`);
process.exit(caught === chosen.length || values.awaited ? 0 : 1);
