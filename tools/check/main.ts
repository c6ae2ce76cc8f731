// `pnpm check`: everything that can be said about the code without a server. One line per step, output only where it fails.
import { spawn } from "node:child_process";

type Step = { name: string; command: string[] };

const steps: Step[] = [
  { name: "types", command: ["tsc", "-b"] },
  { name: "lint", command: ["oxlint", "--deny-warnings"] },
  { name: "format", command: ["oxfmt", "--check", "."] },
  {
    name: "borders",
    command: [
      "depcruise",
      "--output-type",
      "err",
      "money",
      "contracts",
      "engine",
      "kit",
      "services",
      "apps",
      "tests",
      "tools",
    ],
  },
  { name: "dead code", command: ["knip"] },
  { name: "unit and rule tests", command: ["vitest", "run", "--project", "unit", "--reporter=dot"] },
];

function run(command: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn("pnpm", ["exec", ...command], { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

const wanted = process.argv.slice(2);
let failed = 0;
for (const step of steps) {
  if (wanted.length > 0 && !wanted.includes(step.name)) continue;
  const started = performance.now();
  const { code, output } = await run(step.command);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${code === 0 ? "ok  " : "FAIL"}  ${step.name.padEnd(22)} ${seconds.padStart(6)} s\n`);
  if (code !== 0) {
    failed += 1;
    process.stdout.write(`${output}\n`);
  } else if (step.name.endsWith("tests")) process.stdout.write(`${output.split("\n").slice(-6).join("\n")}\n`);
}
process.exit(failed === 0 ? 0 : 1);
