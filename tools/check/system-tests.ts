// `pnpm test:system [folders] [--short]`: the tests that need the real servers; `--short`: a fifth of their files (`turns.ts`), and every day those of orders, money and the journal.
// In CI two files run beside each other, and files with a failed test run once more alone.
import { spawn } from "node:child_process";
import { globSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { inTurn, turnOfToday } from "./turns.ts";

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

const everyDay: readonly string[] = [
  "services/core/src/journal/pg-journal.system.test.ts",
  "services/platform/src/coupons/held/settle-days.system.test.ts",
  "services/platform/src/coupons/histories.system.test.ts",
  "services/signer/src/signer.system.test.ts",
  "services/wallet/src/payments/withdrawals/payer.system.test.ts",
  "tests/paths/money/coupons.test.ts",
  "tests/paths/money/deposit.test.ts",
  "tests/paths/trading/order.test.ts",
  "tests/paths/trading/perpetual.test.ts",
  "tests/paths/money/transfer.test.ts",
  "tests/paths/money/withdrawal.test.ts",
];

function filesOfToday(folders: readonly string[]): readonly string[] {
  const all = globSync(["{kit,services}/**/*.system.test.ts", "tests/{paths,abuse}/**/*.test.ts"], {
    cwd: root,
    exclude: (path) => path.includes("node_modules"),
  });
  const wanted = all.filter((file) => folders.length === 0 || folders.some((folder) => file.startsWith(folder)));
  const gone = everyDay.filter((file) => !all.includes(file));
  if (gone.length > 0) throw new Error(`no such tests: ${gone.join(", ")}`);
  const chosen = inTurn(wanted, turnOfToday(), (file) => everyDay.includes(file));
  process.stdout.write(`${chosen.length} of ${wanted.length} files, those whose turn it is today\n`);
  return chosen;
}

const words = process.argv.slice(2).filter((word) => word !== "--short");
const files = process.argv.includes("--short") ? filesOfToday(words) : words;
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
