import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { inTurn, turnOfToday } from "../../check/turns.ts";
import { type Figure, isShort, optionOf } from "../measure.ts";
import { titlesIn } from "./findings.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

type Report = {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly title: string;
      readonly duration?: number;
    }[];
  }[];
};

/**
 * Attacks on a platform and a gateway of their own; every call without its guards and with others' API keys at a gateway alone, and its pages
 * in frames; and ways back that would lead elsewhere.
 */
const beside = [
  "services/gateway/src/http/call-requirements.test.ts",
  "services/gateway/src/http/headers.test.ts",
  "services/gateway/src/auth/api-key-auth.test.ts",
  "apps/web/src/routes/sign-in/return-path-attacks.test.ts",
];

/** They run every time: what would end the journal for good, or show a secret. */
const everyDay: readonly string[] = ["tests/abuse/forged-core.test.ts", "tests/abuse/canary.test.ts"];

/** The short form takes a fifth of the attacks, the next fifth on the next day. */
function attacks(): readonly string[] {
  const all = globSync("tests/abuse/**/*.test.ts", { cwd: root });
  return isShort ? inTurn(all, turnOfToday(), (file) => everyDay.includes(file)) : all;
}

const isOfFinding = (file: string): boolean => titlesIn(readFileSync(join(root, file), "utf8")).length > 0;

/** Tests of what attacks on a running exchange have found stand beside the code; their titles begin with the number of the finding. */
function testsOfFindings(): string[] {
  const files = globSync("{apps,contracts,engine,kit,services,tests/paths,tools}/**/*.test.ts", {
    cwd: root,
    exclude: (path) => path.includes("node_modules"),
  });
  return files.filter((file) => !beside.includes(file) && isOfFinding(file)).sort();
}

type FileReport = Report["testResults"][number];

function attack(files: readonly string[], options: readonly string[] = []): readonly FileReport[] {
  const folder = mkdtempSync(join(tmpdir(), "abuse-"));
  const file = join(folder, "report.json");
  try {
    const args = ["exec", "vitest", "run", ...files, ...options, "--reporter=json", `--outputFile=${file}`];
    const env = { ...process.env, ABUSE_COUNTS: isShort ? "ci" : "full" };
    spawnSync("pnpm", args, { cwd: root, env, stdio: ["ignore", "ignore", "inherit"] });
    return (JSON.parse(readFileSync(file, "utf8")) as Report).testResults;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const breachesOf = ({ assertionResults }: FileReport) => assertionResults.filter(({ status }) => status !== "passed");

/** In CI, on a machine that others use too, an attack may fail by slowness: its file is tried once more, alone, and named. */
function againWhereFailed(reports: readonly FileReport[]): readonly FileReport[] {
  const failed = reports.filter((report) => breachesOf(report).length > 0).map(({ name }) => relative(root, name));
  if (failed.length === 0) return reports;
  for (const report of reports)
    for (const { title } of breachesOf(report)) process.stdout.write(`  failed once: ${title}\n`);
  process.stdout.write(`flaky: ${failed.join(", ")} failed and are tried once more\n`);
  return [
    ...reports.filter(({ name }) => !failed.includes(relative(root, name))),
    ...attack(failed, ["--maxWorkers=1"]),
  ];
}

/** What is attacked: all, or with `--only findings` what `docs/findings.md` lists. */
function wanted(): readonly string[] {
  const places = [...attacks(), ...beside];
  // In CI the tests of findings run with their neighbours, in the stages of unit and system tests.
  if (isShort) return places;
  const all = [...places, ...testsOfFindings()];
  return optionOf("only") === "findings" ? all.filter(isOfFinding) : all;
}

/** As often as is promised; with --short as often as in CI. */
export function securityGoals(): Figure[] {
  const reports = attack(wanted());
  return (isShort ? againWhereFailed(reports) : reports).map((report) => {
    const { name, assertionResults } = report;
    const breaches = breachesOf(report);
    for (const { title } of breaches) process.stdout.write(`  breached: ${title}\n`);
    // Nothing tried is nothing shown.
    const figure = assertionResults.length === 0 ? 1 : breaches.length;
    const seconds = assertionResults.reduce((sum, { duration = 0 }) => sum + duration, 0) / 1_000;
    const note = `${assertionResults.length} attacks in ${seconds.toFixed(0)} s, counts of ${isShort ? "CI" : "the promise"}`;
    const place = basename(name, ".test.ts").replaceAll("-", "_");
    return { name: `security.${place}_breaches`, figure, goal: 0, floor: 0, better: "less" as const, note };
  });
}
