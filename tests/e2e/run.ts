// `pnpm e2e`: the built page, an exchange of its own and a real browser. `--all` runs the user paths in every look, `--short` a fifth of the
// files (`turns.ts`).
import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { turnOfToday } from "../../tools/check/turns.ts";
import { type Exchange, manyVisitors, throwAwayExchange } from "../../tools/dev/exchange.ts";
import { freePort } from "../../tools/dev/processes/ports.ts";
import { root } from "../../tools/dev/processes/root.ts";
import { officialApiOrigin, officialOrigin } from "./support/browser.ts";

const web = join(root, ".run/e2e-web");
const consoleWeb = join(root, ".run/e2e-console");

function command(args: readonly string[], cwd: string, env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env }, stdio: "inherit" });
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

const isAll = process.argv.includes("--all");
/** Short waits instead of minutes; the real values are asserted with the settings. */
const shortTimes = { CODE_RESEND_MS: "5000", QR_VALID_MS: "10000" };

const turn = process.argv.includes("--short") ? { E2E_TURN: String(turnOfToday()) } : {};
const wanted = process.argv.slice(2).filter((word) => word !== "--all" && word !== "--short");
const failedFiles = join(root, ".run/e2e-failed.json");

let exchange: Exchange | undefined;
let isEnding = false;
async function end(code: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  await exchange?.remove();
  process.exit(code);
}
process.on("SIGINT", () => void end(1));
process.on("SIGTERM", () => void end(1));

// The page is built with the port of the simulated exchange.
const simulatedPort = await freePort();
const build = await command(
  ["node_modules/vite/bin/vite.js", "build", "--outDir", web, "--emptyOutDir", "--logLevel", "warn"],
  join(root, "apps/web"),
  { VITE_SIMULATED_PORT: String(simulatedPort) },
);
if (build !== 0) process.exit(build);
const consoleBuild = await command(
  ["node_modules/vite/bin/vite.js", "build", "--outDir", consoleWeb, "--emptyOutDir", "--logLevel", "error"],
  join(root, "apps/console"),
);
if (consoleBuild !== 0) process.exit(consoleBuild);

/** The tests of these arguments on a new exchange, which is removed afterwards. */
async function runTests(args: readonly string[]): Promise<number> {
  const consolePort = await freePort();
  const consoleOrigin = `http://localhost:${consolePort}`;
  exchange = await throwAwayExchange({
    webDirectory: web,
    console: { port: consolePort, origin: consoleOrigin, webDirectory: consoleWeb },
    oauthProviders: {},
    mailboxPort: 0,
    pushPort: 0,
    pictureStorePort: 0,
    simulated: { gatewayPort: simulatedPort },
    // The pictures show a proof.
    fundsProofSeconds: 20,
    platformEnv: { ...shortTimes, ...manyVisitors },
    // Tests set their own IP address and host.
    gatewayEnv: {
      GATEWAY_BEHIND_PROXY: "yes",
      GATEWAY_ORIGINS: officialOrigin,
      PAGE_API_ORIGINS: officialApiOrigin,
      ...manyVisitors,
    },
  });
  const playwright = join(root, "tests/node_modules/@playwright/test/cli.js");
  const config = join(root, "tests/e2e/playwright.config.ts");
  const code = await command([playwright, "test", "--config", config, ...args], root, {
    E2E_LOOKS: isAll ? "all" : "usual",
    ...turn,
    E2E_URL: exchange.url,
    E2E_WEB: web,
    E2E_CONSOLE_WEB: consoleWeb,
    E2E_CONSOLE: consoleOrigin,
    E2E_MAILBOX: exchange.mailboxUrl ?? "",
    E2E_PUSH: exchange.pushUrl ?? "",
    E2E_DATABASE: exchange.databaseUrl,
    // For the command line of operators.
    ...exchange.kycEnv,
    E2E_GATEWAY_PID: String(exchange.processes.get("gateway-1")!.pid),
    E2E_FAILED_FILES: failedFiles,
  });
  await exchange.remove();
  exchange = undefined;
  return code;
}

/** A scenario depends on the books and balances that it began with, so a file is repeated whole, and on a new exchange. */
async function repeatFailed(): Promise<number> {
  const files: string[] = JSON.parse(readFileSync(failedFiles, "utf8"));
  if (files.length === 0) return 1;
  const names = files.map((file) => relative(root, file)).join(", ");
  process.stdout.write(`failed, run once more on a new exchange: ${names}\n`);
  const code = await runTests([...files, "--no-deps", "--workers=1"]);
  if (code === 0) process.stdout.write(`flaky: ${names}\n`);
  return code;
}

try {
  rmSync(failedFiles, { force: true });
  const code = await runTests(wanted);
  // In CI, on a shared machine, a test may fail once because of slowness.
  await end(code !== 0 && process.env.CI !== undefined ? await repeatFailed() : code);
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
  await end(1);
}
