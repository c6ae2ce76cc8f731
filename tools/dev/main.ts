// `pnpm dev`: the whole exchange in one terminal, from nothing to a page that trades.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { systemClock } from "@tidemark/kit-node";
import { type Bots, startBots, startSimulatedBots } from "./bots.ts";
import { type DevelopmentChain, startChain } from "./chains/chain.ts";
import { developers, inviteDeveloper } from "./processes/console-process.ts";
import { ContradictedJournal, type Exchange, startExchange } from "./exchange.ts";
import { root } from "./processes/root.ts";
import { isListening, type Servers, findServers, usualPorts } from "./processes/servers.ts";
import { developmentPassword, emailOf, people } from "./seed/people.ts";
import { run, type Running } from "./processes/processes.ts";

const usage = `pnpm dev [options]

  --fresh            throw the journal away and start anew
  --headless         without the Vite dev server
  --no-bots          without the bots that keep the books alive
  --fixed-prices     an index that does not move, and no simulated past
  --price-seed <n>   another simulated market (1)
  --crash            the simulated market begins to crash a minute after the start
  --port <n>         the page's port (5173)
  --gateway-port <n> the gateway's port (8080)
  --mail-port <n>    the mailbox page's port (8025)
  --simulated-port <n>
                     the port of the simulated exchange's gateway (the gateway's, plus one)
  --store-port <n>   the port of the object store for pictures of documents (8027)
  --console-port <n> the port of the operators' console, whose pages are at the next one (8095)
  --no-simulated     without the simulated exchange
  --chain-port <n>   the local EVM chain's port (8545)
  --bitcoin-port <n> the local Bitcoin chain's port (18443)
  --faucet-port <n>  the port of the faucet, which gives coins of these chains (8026)
  --no-chain         without chains and their wallet
  --database <name>  another database, and another set of subjects on the bus (tidemark)
  --postgres-port, --nats-port, --redis-port <n>
  --logs             everything the processes say, not only warnings and errors
`;

const { values } = parseArgs({
  options: {
    fresh: { type: "boolean", default: false },
    headless: { type: "boolean", default: false },
    "no-bots": { type: "boolean", default: false },
    "no-simulated": { type: "boolean", default: false },
    "fixed-prices": { type: "boolean", default: false },
    "price-seed": { type: "string", default: "1" },
    crash: { type: "boolean", default: false },
    logs: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
    port: { type: "string", default: "5173" },
    "gateway-port": { type: "string", default: "8080" },
    "mail-port": { type: "string", default: "8025" },
    "store-port": { type: "string", default: "8027" },
    "console-port": { type: "string", default: "8095" },
    "simulated-port": { type: "string" },
    "chain-port": { type: "string", default: "8545" },
    "bitcoin-port": { type: "string", default: "18443" },
    "faucet-port": { type: "string", default: "8026" },
    "no-chain": { type: "boolean", default: false },
    database: { type: "string", default: "tidemark" },
    "postgres-port": { type: "string", default: String(usualPorts.postgres) },
    "nats-port": { type: "string", default: String(usualPorts.nats) },
    "redis-port": { type: "string", default: String(usualPorts.redis) },
  },
});
if (values.help) {
  process.stdout.write(usage);
  process.exit(0);
}

const startedAt = systemClock.steady();
const colours: Record<string, number> = {
  dev: 36,
  postgres: 34,
  nats: 35,
  redis: 31,
  projector: 33,
  "funds-proof": 33,
  platform: 95,
  chain: 90,
  bitcoin: 90,
  wallet: 91,
  signer: 97,
  mailbox: 94,
  openid: 96,
  prices: 92,
  oracle: 93,
  web: 32,
};
const pinoWords: Record<number, string> = {
  10: "trace",
  20: "debug",
  30: "info",
  40: "warn",
  50: "error",
  60: "fatal",
};
const warn = 40;
const fatal = 60;
let isReady = false;

/** Our services speak JSON lines; a person wants a sentence. Undefined where nobody needs to hear it. */
function readable(line: string): string | undefined {
  if (!line.startsWith("{")) return line;
  try {
    const { level, msg, ...facts } = JSON.parse(line) as { level: number; msg: string };
    // Until everybody has found everybody, warnings only say that somebody is not there yet.
    if (!values.logs && level < (isReady ? warn : fatal)) return undefined;
    const rest = Object.entries(facts)
      .filter(([key]) => key !== "time" && key !== "name")
      .map(([key, value]) => `${key}=${String(value)}`);
    return [pinoWords[level] ?? "", msg, ...rest].join(" ");
  } catch {
    return line;
  }
}

const quietServers = new Set(["postgres", "nats", "redis"]);

let isEnding = false;
/** What processes miss of those that ended before them is no news. */
const isExpected = (who: string): boolean => isEnding && who !== "dev" && !values.logs;

function say(who: string, line: string): void {
  if (isExpected(who)) return;
  if (quietServers.has(who) && !values.logs && (!isReady || !/error|fatal|panic|ended|cannot/i.test(line))) return;
  const text = who === "dev" ? line : readable(line);
  if (text === undefined || text.trim() === "") return;
  const colour = process.stdout.isTTY ? (colours[who] ?? 90) : 0;
  const prefix = who.padEnd(10);
  process.stdout.write(`${colour === 0 ? prefix : `\u001B[${colour}m${prefix}\u001B[0m`} ${text}\n`);
}

const folder = join(root, ".run");
const priceEnv = {
  PRICE_SEED: values["price-seed"],
  ...(values.crash ? { PRICE_CRASH_AT: new Date(systemClock.now() + 60_000).toISOString() } : {}),
};
const gatewayPort = Number(values["gateway-port"]);
const pagePort = Number(values.port);
const mailPort = Number(values["mail-port"]);
const storePort = Number(values["store-port"]);
const simulatedPort = values["no-simulated"] ? undefined : Number(values["simulated-port"] ?? gatewayPort + 1);
const consolePort = Number(values["console-port"]);
/** By its name: passkeys are bound to a host, and a number is none. */
const consoleOrigin = `http://localhost:${consolePort + 1}`;
const chainPort = Number(values["chain-port"]);
const bitcoinPort = Number(values["bitcoin-port"]);
const faucetPort = Number(values["faucet-port"]);
let servers: Servers | undefined;
let chain: DevelopmentChain | undefined;
let chainStarts: Promise<DevelopmentChain> | undefined;
let exchange: Exchange | undefined;
let bots: readonly Bots[] = [];
let web: Running | undefined;
let consoleWeb: Running | undefined;

async function end(code: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  say("dev", "stopping");
  await Promise.all(bots.map((each) => each.stop()));
  await web?.stop();
  await consoleWeb?.stop();
  await exchange?.stop();
  await chainStarts?.then((started) => started.stop()).catch(() => undefined);
  for (const server of servers?.started.toReversed() ?? []) await server.stop();
  process.exit(code);
}
process.on("SIGINT", () => void end(0));
process.on("SIGTERM", () => void end(0));
process.on("SIGHUP", () => void end(0));
// A reader of our output that has left, as in `pnpm dev | head`, ends us too.
process.stdout.on("error", () => void end(0));

/** Vite's server of an app, once it listens. */
async function startVite(
  name: string,
  app: string,
  { port, host, env }: { port: number; host: string; env: Record<string, string> },
): Promise<Running> {
  const cwd = join(root, "apps", app);
  const vite = join(cwd, "node_modules/vite/bin/vite.js");
  const args = [vite, "--port", String(port), "--strictPort", "--host", host, "--clearScreen", "false"];
  const running = run({ name, command: process.execPath, args, env, cwd }, (who, line) =>
    values.logs || /error|warn|ended/i.test(line) ? say(who, line) : undefined,
  );
  const giveUpAt = systemClock.steady() + 30_000;
  while (!(await isListening(port))) {
    if (systemClock.steady() > giveUpAt) throw new Error(`the server of the ${app} pages did not start`);
    await systemClock.sleep(50);
  }
  return running;
}

const startWeb = (): Promise<Running> => {
  const env = {
    GATEWAY_URL: `http://127.0.0.1:${gatewayPort}`,
    ...(simulatedPort === undefined ? {} : { VITE_SIMULATED_PORT: String(simulatedPort) }),
    ...(values["no-chain"] ? {} : { VITE_FAUCET: "yes", FAUCET_URL: `http://127.0.0.1:${faucetPort}` }),
  };
  return startVite("web", "web", { port: pagePort, host: "127.0.0.1", env });
};

const startConsoleWeb = (): Promise<Running> =>
  startVite("console", "console", {
    port: consolePort + 1,
    host: "127.0.0.1",
    env: { CONSOLE_URL: `http://127.0.0.1:${consolePort}` },
  });

async function refuseTakenPorts(): Promise<void> {
  const wanted: [string, number, string][] = [
    ["gateway", gatewayPort, "--gateway-port"],
    ["mailbox", mailPort, "--mail-port"],
    ["object store", storePort, "--store-port"],
    ["console", consolePort, "--console-port"],
  ];
  if (simulatedPort !== undefined) wanted.push(["simulated gateway", simulatedPort, "--simulated-port"]);
  if (!values["no-chain"])
    wanted.push(
      ["chain", chainPort, "--chain-port"],
      ["Bitcoin chain", bitcoinPort, "--bitcoin-port"],
      ["faucet", faucetPort, "--faucet-port"],
    );
  if (!values.headless)
    wanted.push(["page", pagePort, "--port"], ["console's pages", consolePort + 1, "--console-port"]);
  for (const [what, port, option] of wanted)
    if (await isListening(port))
      throw new Error(`Port ${port} for the ${what} is taken; is another pnpm dev running? Choose one with ${option}.`);
}

async function start(found: Servers, isFresh: boolean): Promise<Exchange> {
  return startExchange({
    ...found,
    database: values.database,
    core: values.database === "tidemark" ? "main" : values.database,
    gatewayPorts: [gatewayPort],
    mailboxPort: mailPort,
    pictureStorePort: storePort,
    // Browsers of developers use their own push services, which take pushes of this key too.
    pushPort: 0,
    console: { port: consolePort, origin: consoleOrigin },
    oauthProviders: values.headless ? {} : { pageUrl: `http://localhost:${pagePort}` },
    ...(simulatedPort === undefined ? {} : { simulated: { gatewayPort: simulatedPort } }),
    ...(chainStarts === undefined ? {} : { chain: chainStarts }),
    hasTasks: true,
    nodes: 2,
    // An hour is long on a developer's machine.
    fundsProofSeconds: 60,
    ...(values["fixed-prices"] ? { prices: "fixed" } : { prices: "simulated", hasPast: true, priceEnv }),
    folder: join(folder, values.database),
    isFresh,
    onLine: say,
  });
}

/** Before the first release an engine need not read what an older one wrote: then a fresh journal is offered. */
async function startOrAnew(found: Servers): Promise<Exchange> {
  try {
    return await start(found, values.fresh);
  } catch (error) {
    if (!(error instanceof ContradictedJournal)) throw error;
    if (!process.stdin.isTTY) throw new Error(`${error.message}\nBegin anew with: pnpm dev --fresh`, { cause: error });
    const questions = createInterface({ input: process.stdin, output: process.stdout });
    const answer = await questions.question(`\n${error.message}\nThrow it away and begin anew? [y/N] `);
    questions.close();
    if (!/^y(es)?$/i.test(answer.trim())) throw new Error("Nothing was changed.", { cause: error });
    return start(found, true);
  }
}

function simulatedLines({ simulated }: Exchange, page: string | undefined): string[] {
  if (simulated === undefined) return [];
  return [
    `  simulated   ${page === undefined ? `${simulated.url}/docs` : `${page}/contract/simul/usdt/BTCUSDT-PERP`}`,
    `              core ${simulated.core}, gateway ${simulated.url}, journal ${simulated.databaseUrl}`,
  ];
}

async function printAddresses(started: Exchange): Promise<void> {
  const seconds = ((systemClock.steady() - startedAt) / 1000).toFixed(1);
  // By its name: a number has no passkeys, and a provider leads back to where it was told.
  const page = values.headless ? undefined : `http://localhost:${pagePort}`;
  const { configured, deposits } = started.seeded;
  const lines = [
    "",
    `Tidemark is ready after ${seconds} s (${configured + deposits === 0 ? "the journal went on" : "a new journal was seeded"}).`,
    "",
    ...(page === undefined ? [] : [`  page        ${page}/spot/BTC_USDT`]),
    `  calls       ${started.url}/docs`,
    ...simulatedLines(started, page),
    ...(chain === undefined
      ? []
      : [
          `  chain       ${chain.nodeUrl}; faucet: POST ${chain.faucetUrl}/?asset=USDT&to=0x…&amount=100`,
          `  bitcoin     ${chain.bitcoin?.nodeUrl}; the same faucet: ?asset=BTC&to=bcrt1…&amount=0.1`,
        ]),
    ...(started.mailboxUrl === undefined ? [] : [`  mailbox     ${started.mailboxUrl}`]),
    `  accounts    ${people.map(emailOf).join(", ")}   password: ${developmentPassword}`,
    ...(page === undefined ? [] : [`  console     ${consoleOrigin}`, ...(await invitationLines(started.databaseUrl))]),
    `  journal     ${started.databaseUrl}`,
    "",
    "Ctrl-C ends everything.  --fresh throws the journal away.  --help tells the rest.",
    "",
  ];
  for (const line of lines) process.stdout.write(`${line}\n`);
}

/** One after the other: each is a transaction of the audit log. */
async function invitationLines(databaseUrl: string): Promise<string[]> {
  const lines: string[] = [];
  for (const name of developers)
    lines.push(
      `              as ${name}, with a new passkey: ${await inviteDeveloper(databaseUrl, consoleOrigin, name)}`,
    );
  return lines;
}

/** Beside the exchange's own folder, which is removed while the chain runs. */
async function startDevelopmentChain(): Promise<DevelopmentChain> {
  const own = join(folder, `${values.database}-chain`);
  if (values.fresh) rmSync(own, { recursive: true, force: true });
  return startChain({ port: chainPort, bitcoin: { port: bitcoinPort }, faucetPort, folder: own, onLine: say });
}

async function startAllBots({ url, simulated }: Exchange): Promise<readonly Bots[]> {
  const real = await startBots(url);
  return simulated === undefined ? [real] : [real, await startSimulatedBots(simulated.url)];
}

try {
  await refuseTakenPorts();
  const ports = {
    postgres: Number(values["postgres-port"]),
    nats: Number(values["nats-port"]),
    redis: Number(values["redis-port"]),
  };
  servers = await findServers(folder, ports, say);
  // Vite warms up and the chains start while the cores elect their leader.
  const webReady = values.headless ? undefined : startWeb().then((running) => (web = running));
  webReady?.catch(() => undefined);
  const consoleReady = values.headless ? undefined : startConsoleWeb().then((running) => (consoleWeb = running));
  consoleReady?.catch(() => undefined);
  if (!values["no-chain"]) chainStarts = startDevelopmentChain();
  chainStarts?.catch(() => undefined);
  exchange = await startOrAnew(servers);
  chain = await chainStarts;
  await webReady;
  await consoleReady;
  if (!values["no-bots"]) bots = await startAllBots(exchange);
  isReady = true;
  await printAddresses(exchange);
} catch (error) {
  if (!isEnding) {
    process.stdout.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
    await end(1);
  }
}
