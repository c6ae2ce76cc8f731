// `pnpm check [steps] [--changed]`: everything that can be checked without a server. Two steps run at a time; one line each, output only of
// those that fail. `--changed` checks what differs from main.
import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { allSteps, changedSteps, pick, type Step } from "./steps.ts";
import { reportOf } from "./test-reports.ts";

const atOnceMax = 2;
const root = fileURLToPath(new URL("../..", import.meta.url));

function run({ name, command }: Step): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const report = reportOf(name, process.env.TEST_REPORTS);
    const child = spawn("pnpm", ["exec", ...command, ...report.options], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...report.env },
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

async function report(step: Step): Promise<boolean> {
  const started = performance.now();
  const { code, output } = await run(step);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const count = /^.*Tests .*$/m.exec(output)?.[0] ?? "";
  process.stdout.write(`${code === 0 ? "ok  " : "FAIL"}  ${step.name.padEnd(18)} ${seconds.padStart(6)} s${count}\n`);
  if (code !== 0) process.stdout.write(`${output}\n`);
  return code === 0;
}

const git = (...words: string[]): string => execFileSync("git", words, { cwd: root, encoding: "utf8" });

/** What differs from the point where this branch left main, committed or not. */
function changes(): readonly Step[] {
  const base = git("merge-base", "main", "HEAD").trim();
  const differing = git("diff", "--name-only", "-z", base);
  const untracked = git("ls-files", "-z", "--others", "--exclude-standard");
  const files = `${differing}${untracked}`.split("\0").filter((path) => path !== "" && existsSync(`${root}/${path}`));
  process.stdout.write(`${files.length} files differ from main\n`);
  return changedSteps(base, files);
}

const words = process.argv.slice(2);
const isChanged = words.includes("--changed");
const waiting = [
  ...pick(
    isChanged ? changes() : allSteps(root),
    words.filter((word) => word !== "--changed"),
  ),
];
const began = performance.now();
let failed = 0;

async function lane(): Promise<void> {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) if (!(await report(step))) failed += 1;
}

await Promise.all(Array.from({ length: atOnceMax }, lane));
const seconds = ((performance.now() - began) / 1000).toFixed(0);
process.stdout.write(`${failed === 0 ? "all passed" : `${failed} failed`} in ${seconds} s\n`);
process.exit(failed === 0 ? 0 : 1);
