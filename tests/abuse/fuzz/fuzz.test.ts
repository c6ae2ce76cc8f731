import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { type Call, callList } from "@tidemark/contracts";
import { Random } from "@tidemark/engine/sim";
import { systemClock } from "@tidemark/kit-node";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Exchange, throwAwayExchange } from "../../../tools/dev/exchange.ts";
import { seededBots } from "../../../tools/dev/seed/people.ts";
import { type Sender, signIn } from "../../load/pipeline.ts";
import { type RawRequest, requestText, upgradeText } from "../../load/raw-connection.ts";
import { countOf, timeoutMs } from "../counts.ts";
import { inParallel } from "../test-users.ts";
import { fuzzedFrame } from "./fuzzed-frame.ts";
import { fuzzedRequest, type Schema } from "./fuzzed-request.ts";

// The same requests in every run of one seed. Allowances are raised: what is refused by one has not been tried. So no 503 and no other 5xx is
// allowed at all; BUSY is a refusal within an answer of 200 and is no error.
const seed = Number(process.env.FUZZ_SEED ?? "1");
const atOnce = 8;
const framesPerSocket = 50;
const answerMaxMs = 20_000;
const unlimited = "1000000";
const probe = { NODE_OPTIONS: `--import ${fileURLToPath(new URL("./handles-probe.ts", import.meta.url))}` };
const watched = ["gateway-1", "platform", "core-a", "core-b"];

let exchange: Exchange;
let port = 0;
let schemas: ReadonlyMap<string, Schema>;
let pids: ReadonlyMap<string, number | undefined>;
let baseline: Handles;
const handles = new Map<string, Record<string, number>>();
const failedLines: string[] = [];

type Handles = { readonly sockets: number; readonly timers: number; readonly connections: number };

async function handlesNow(): Promise<Handles> {
  handles.clear();
  for (const name of watched) exchange.processes.get(name)!.kill("SIGUSR2");
  const giveUpAt = systemClock.steady() + 30_000;
  while (handles.size < watched.length) {
    if (systemClock.steady() > giveUpAt) throw new Error(`only ${[...handles.keys()].join(", ")} said what they hold`);
    await systemClock.sleep(20);
  }
  const sum = (kind: RegExp): number =>
    [...handles.values()]
      .flatMap((counts) => Object.entries(counts))
      .reduce((total, [name, count]) => total + (kind.test(name) ? count : 0), 0);
  const client = new pg.Client({ connectionString: exchange.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::integer as count from pg_stat_activity where datname = current_database()",
  );
  await client.end();
  return { sockets: sum(/^(TCP|TLS)(Socket|)Wrap/), timers: sum(/^Timeout/), connections: rows[0]!.count };
}

/** The highest of some looks: services look after themselves now and then. */
async function handlesAtMost(): Promise<Handles> {
  let most = await handlesNow();
  for (let left = 10; left > 0; left -= 1) {
    await systemClock.sleep(150);
    const next = await handlesNow();
    most = {
      sockets: Math.max(most.sockets, next.sockets),
      timers: Math.max(most.timers, next.timers),
      connections: Math.max(most.connections, next.connections),
    };
  }
  return most;
}

const pidsNow = (): ReadonlyMap<string, number | undefined> =>
  new Map([...exchange.processes].map(([name, { pid }]) => [name, pid]));

/** The status of the answer; 0 where the connection ended without one, which only a request that is none may get. */
const statusOf = (request: RawRequest): Promise<number> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    socket.setTimeout(answerMaxMs, () => {
      resolve(-1);
      socket.destroy();
    });
    socket.on("data", (chunk) => (text = text.length > 40 ? text : text + chunk.toString("latin1")));
    socket.on("error", () => undefined);
    socket.on("close", () =>
      resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(text.replace(/^HTTP\/1\.1 100[^\n]*\r\n\r\n/, ""))?.[1] ?? 0)),
    );
    socket.write(requestText(request));
  });

async function readSchemas(): Promise<ReadonlyMap<string, Schema>> {
  type Parameter = { readonly name: string; readonly schema: Schema };
  type Route = {
    readonly parameters?: readonly Parameter[];
    readonly requestBody?: { content: Record<string, { schema: Schema }> };
  };
  const document = (await (await fetch(`${exchange.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Route>>;
  };
  const found = new Map<string, Schema>();
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, { parameters = [], requestBody }] of Object.entries(methods))
      found.set(
        `${method.toUpperCase()} ${path}`,
        requestBody === undefined
          ? { properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])) }
          : Object.values(requestBody.content)[0]!.schema,
      );
  return found;
}

beforeAll(async () => {
  exchange = await throwAwayExchange({
    gatewayEnv: {
      RATE_TRADE_PER_SECOND: unlimited,
      RATE_CANCEL_PER_SECOND: unlimited,
      RATE_READ_PER_SECOND: unlimited,
      RATE_LOG_PER_SECOND: unlimited,
      RATE_SIGN_IN_PER_SECOND: unlimited,
      SIGN_INS_PER_MINUTE: unlimited,
      ...probe,
    },
    platformEnv: probe,
    coreEnv: probe,
    onLine(name, line) {
      if (line.includes('"msg":"handles"'))
        handles.set(name, (JSON.parse(line) as { counts: Record<string, number> }).counts);
      else if (/"msg":"call: failed"|uncaught|unhandled/i.test(line)) failedLines.push(`${name} ${line}`);
    },
  });
  port = Number(new URL(exchange.url).port);
  schemas = await readSchemas();
  // Connections to the database are made when they are needed first.
  const [senders, random] = [await signers(0), new Random(seed ^ 7)];
  for (const call of callList) await statusOf(fuzzedRequest(random, call, schemaOf(call), senders[0]));
  await systemClock.sleep(1_000);
  baseline = await handlesAtMost();
  pids = pidsNow();
}, timeoutMs);
afterAll(() => exchange?.remove());

const schemaOf = ({ path }: Call): Schema => schemas.get(path) ?? {};
/** Others from block to block: requests sign out, change passwords and use up tries. Who cannot sign in any more is passed over. */
async function signers(block: number): Promise<Sender[]> {
  const found: Sender[] = [];
  const bots = Array.from({ length: seededBots }, (_, i) => `bot${1 + ((2 * block + i) % seededBots)}`);
  for (const name of ["carol", ...bots]) {
    const sender = await signIn(exchange.url, name, 2).catch(() => undefined);
    if (sender !== undefined) found.push(sender);
    if (found.length === 3) break;
  }
  return found;
}

async function expectUnharmed(): Promise<void> {
  expect(failedLines.slice(0, 5)).toEqual([]);
  expect(pidsNow()).toEqual(pids);
  const giveUpAt = systemClock.steady() + 45_000;
  const isBack = ({ sockets, timers, connections }: Handles): boolean =>
    sockets <= baseline.sockets && timers <= baseline.timers && connections <= baseline.connections;
  let now = await handlesNow();
  while (!isBack(now) && systemClock.steady() < giveUpAt) {
    await systemClock.sleep(500);
    now = await handlesNow();
  }
  const ended = [...pids].filter(([name, pid]) => pidsNow().get(name) !== pid).length;
  process.stdout.write(
    `fuzz: ${ended} processes ended, ${failedLines.length} failed calls logged; ` +
      `handles before ${JSON.stringify(baseline)}, after ${JSON.stringify(now)}\n`,
  );
  expect([now, isBack(now)]).toEqual([now, true]);
}

test(
  "M1: no request of any route, however broken, is answered with an error of ours, and nothing is left open",
  async () => {
    const random = new Random(seed);
    const bad: string[] = [];
    const statuses = new Map<number, number>();
    const count = countOf("fuzzedRequests");
    for (let done = 0; done < count; done += 500) {
      const senders = await signers(1 + done / 500);
      expect(senders.length).toBeGreaterThan(0);
      const requests = Array.from({ length: Math.min(500, count - done) }, (_, i) => {
        const call = callList[(done + i) % callList.length]!;
        const sender = random.chance(5) ? undefined : random.pick(senders);
        return fuzzedRequest(random, call, schemaOf(call), sender);
      });
      await inParallel(requests, atOnce, async (request) => {
        const status = await statusOf(request);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status >= 500 || status < 0) bad.push(`${status} ${JSON.stringify(request).slice(0, 600)}`);
      });
    }
    process.stdout.write(`fuzz: ${count} requests of seed ${seed}, by status ${JSON.stringify([...statuses])}\n`);
    expect(bad.slice(0, 3)).toEqual([]);
    // Most of them have reached a call.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(count / 2);
    await expectUnharmed();
  },
  timeoutMs,
);

/** Opens a socket, sends these frames and hangs up; whether it was opened. */
const sendFrames = (frames: readonly Buffer[], cookie: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let isOpen = false;
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(isOpen));
    socket.once("data", (chunk) => {
      isOpen = chunk.toString("latin1").startsWith("HTTP/1.1 101");
      for (const frame of frames) socket.write(frame);
      setTimeout(() => socket.destroy(), 60);
    });
    socket.write(upgradeText(cookie));
  });

test(
  "no frame ends a gateway or leaves anything open",
  async () => {
    const random = new Random(seed ^ 99);
    const count = countOf("fuzzedFrames");
    const [sender] = await signers(0);
    const sockets = Array.from({ length: Math.ceil(count / framesPerSocket) }, (_, i) => ({
      cookie: i % 2 === 0 ? sender!.cookie : "",
      frames: Array.from({ length: framesPerSocket }, () => fuzzedFrame(random)),
    }));
    let opened = 0;
    await inParallel(sockets, atOnce, async ({ frames, cookie }) => {
      if (await sendFrames(frames, cookie)) opened += 1;
    });
    process.stdout.write(`fuzz: ${count} frames of seed ${seed} over ${opened} of ${sockets.length} sockets\n`);
    expect(opened).toBe(sockets.length);
    expect((await fetch(`${exchange.url}/health`)).status).toBe(200);
    await expectUnharmed();
  },
  timeoutMs,
);
