import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { refusals } from "@tidemark/contracts";
import { recordOf } from "../../check/test-reports.ts";
import type { Figure } from "../measure.ts";
import { tellModel } from "../sim/model.ts";
import { codesReached, isEngineCode, type PassedTest, type Recorded, rulesOf, vectorsIn } from "./read.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const modelScenarios = 20_000;

type JsonReport = {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly title: string;
      readonly status: string;
    }[];
  }[];
};

type Run = { readonly passed: PassedTest[]; readonly recorded: Recorded[] };
const ofRules = /^(?:money|contracts|engine|services)\//;

/** What has run. What fails, or does not even load, proves nothing, and is named. */
function readRun(reports: readonly string[], record: string): Run {
  const passed: PassedTest[] = [];
  for (const report of reports)
    for (const { name: file, message, assertionResults } of (JSON.parse(readFileSync(report, "utf8")) as JsonReport)
      .testResults) {
      const place = relative(root, file);
      if (!ofRules.test(place)) continue;
      if (assertionResults.length === 0) say(`  does not load: ${place}: ${message.split("\n")[0]}`);
      for (const { fullName, title, status } of assertionResults)
        if (status === "passed") passed.push({ file, fullName, title });
        else if (status === "failed") say(`  fails: ${place}: ${fullName}`);
    }
  const lines = existsSync(record) ? readFileSync(record, "utf8").trim().split("\n") : [];
  return { passed, recorded: lines.map((line) => JSON.parse(line) as Recorded) };
}

/** Runs the tests once. */
function run(): Run {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-rules-"));
  try {
    const [report, record] = [join(folder, "report.json"), join(folder, "codes.jsonl")];
    const args = ["run", "--config", "tools/goals/rules/config.ts", "--reporter=json", `--outputFile=${report}`];
    const { stderr } = spawnSync(join(root, "node_modules/.bin/vitest"), args, {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 1 << 26,
      env: { ...process.env, RULES_RECORD: record },
    });
    if (!existsSync(report)) throw new Error(`the tests did not run: ${stderr}`);
    return readRun([report], record);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** In CI `pnpm check` has just run them, and left its reports here (`tools/check/test-reports.ts`). */
function runBefore(folder: string): Run {
  const reports = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return readRun(
    reports.map((name) => join(folder, name)),
    recordOf(folder),
  );
}

function listed(what: string, missing: readonly string[]): void {
  if (missing.length > 0) say(`  ${what}: ${missing.join(" ")}`);
}

/** How much of the rule book stands on a test that passes: its vectors, its rules, its refusals; and the model's verdict. */
export function rulesGoals(): Figure[] {
  const before = process.env.TEST_REPORTS;
  const { passed, recorded } = before === undefined ? run() : runBefore(before);
  const instruments = passed.map(({ fullName }) => fullName).join("\n");

  const vectors = (
    JSON.parse(readFileSync(join(root, "engine/fixtures/vectors.json"), "utf8")) as { vectors: { id: string }[] }
  ).vectors;
  const proved = vectorsIn(instruments);
  const unproved = vectors.map(({ id }) => id).filter((id) => !proved.has(id));
  listed("vectors without a passing test", unproved);

  const rules = rulesOf(readFileSync(join(root, "engine/SPEC.md"), "utf8"));
  const untested = rules.filter((rule) => !new RegExp(`${rule.replace(".", "[.]")}(?!\\d)`).test(instruments));
  listed("rules without a passing test", untested);

  const reached = codesReached(passed, recorded, (file) => readFileSync(file, "utf8"));
  const codes = Object.entries(refusals).filter(([, { code }]) => isEngineCode(code));
  const unreached = codes.filter(([, { code }]) => !reached.has(code));
  listed(
    "refusals that no test reaches and names",
    unreached.map(([name, { code }]) => `${code} ${name}`),
  );

  const differences = tellModel({ seed: randomInt(1, 1_000_000_000), scenarios: modelScenarios, first: 0 }, say);
  for (const line of differences.slice(0, 20)) say(`  ${line}`);

  const none = { goal: 0, floor: 0, better: "less" } as const;
  return [
    {
      name: "rules.vectors_passed",
      figure: vectors.length - unproved.length,
      goal: vectors.length,
      floor: vectors.length,
      better: "more",
    },
    { name: "rules.without_a_test", figure: untested.length, ...none },
    { name: "rules.refusals_not_reached", figure: unreached.length, ...none },
    { name: "rules.model_differences", figure: differences.length, ...none },
  ];
}
