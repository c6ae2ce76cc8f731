// `pnpm test:system [files]`: the tests that need the real servers. In CI two files run beside each other, and files with a failed test run once more alone.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const results = join(root, ".run/system-tests.json");
const isCI = process.env.CI !== undefined;

function vitest(files: readonly string[], options: readonly string[]): Promise<number> {
  const args = ["exec", "vitest", "run", "--project", "system", ...options, ...files];
  return new Promise((resolve) => {
    const child = spawn("pnpm", args, { cwd: root, stdio: "inherit" });
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

type Results = { readonly testResults: readonly { readonly name: string; readonly status: string }[] };

function failedFiles(): readonly string[] {
  const { testResults } = JSON.parse(readFileSync(results, "utf8")) as Results;
  return testResults.filter(({ status }) => status === "failed").map(({ name }) => relative(root, name));
}

const files = process.argv.slice(2);
if (!isCI) process.exit(await vitest(files, []));
mkdirSync(join(root, ".run"), { recursive: true });
rmSync(results, { force: true });
const recorded = ["--reporter=default", "--reporter=json", `--outputFile.json=${results}`];
if ((await vitest(files, ["--maxWorkers=2", ...recorded])) === 0) process.exit(0);
const again = failedFiles();
process.stdout.write(`failed, run once more alone: ${again.join(", ")}\n`);
const code = again.length === 0 ? 1 : await vitest(again, ["--maxWorkers=1"]);
if (code === 0) process.stdout.write(`flaky: ${again.join(", ")}\n`);
process.exit(code);
