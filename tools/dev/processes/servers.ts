import { execFile } from "node:child_process";
import { chownSync, existsSync, mkdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { readConfig, systemClock, text } from "@tidemark/kit-node";
import pg from "pg";
import { binary, unprivileged } from "./installed.ts";
import { root } from "./root.ts";
import { type Listener, type ProcessWish, run, type Running } from "./processes.ts";

/** Where the three servers are, and those of them that were started here. */
export type Servers = {
  readonly postgresUrl: string;
  readonly natsUrl: string;
  readonly redisUrl: string;
  readonly started: readonly Running[];
};
export type ServerPorts = { readonly postgres: number; readonly nats: number; readonly redis: number };
export const usualPorts: ServerPorts = { postgres: 5432, nats: 4222, redis: 6379 };

const loopback = "127.0.0.1";
const startWaitMaxMs = 20_000;
const runFile = promisify(execFile);

export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: loopback, port });
    const end = (answer: boolean) => (): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(1_000, end(false));
    socket.once("connect", end(true));
    socket.once("error", end(false));
  });
}

async function untilTrue(isTrue: () => Promise<boolean>, what: string): Promise<void> {
  const giveUpAt = systemClock.steady() + startWaitMaxMs;
  while (!(await isTrue())) {
    if (systemClock.steady() > giveUpAt) throw new Error(`${what} did not start within ${startWaitMaxMs / 1000} s`);
    await systemClock.sleep(50);
  }
}

const howToGet = (server: string, debian: string, brew: string): string =>
  [
    `${server} neither answers on its usual port nor is it installed. One of:`,
    `  Debian, Ubuntu   sudo apt install ${debian}`,
    `  macOS            brew install ${brew}`,
    "  anywhere         docker compose -f deploy/local/compose.yaml up -d   (all three servers)",
  ].join("\n");

/** Why a server does not let us in, or undefined where it does. */
async function refusal(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function ownPostgres(folder: string, port: number, onLine: Listener): Promise<Running> {
  const [postgres, initdb] = [binary("postgres"), binary("initdb")];
  if (postgres === undefined || initdb === undefined)
    throw new Error(howToGet("PostgreSQL", "postgresql", "postgresql@15"));
  const as = unprivileged();
  const data = join(folder, "postgres");
  if (!existsSync(join(data, "PG_VERSION"))) {
    mkdirSync(data, { recursive: true, mode: 0o700 });
    if (as !== undefined) chownSync(data, as.uid, as.gid);
    await runFile(initdb, ["-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--no-sync"], {
      ...as,
      cwd: "/",
    });
  }
  const args = ["-D", data, "-h", loopback, "-p", String(port), "-c", "unix_socket_directories="];
  // SIGINT is PostgreSQL's fast and orderly end.
  const wish: ProcessWish = {
    name: "postgres",
    command: postgres,
    args,
    signal: "SIGINT",
    cwd: "/",
    ...(as ? { as } : {}),
  };
  const running = run(wish, onLine);
  await untilTrue(
    async () => (await refusal(`postgres://postgres@${loopback}:${port}/postgres`)) === undefined,
    "PostgreSQL",
  );
  return running;
}

/** What a NATS server says first: whether it lets in only users that it has. */
function hasUsers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: loopback, port });
    const end = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(1_000, () => end(false));
    socket.once("data", (bytes) => end(bytes.includes('"auth_required":true')));
    socket.once("error", () => end(false));
  });
}

/**
 * A NATS with the users and rights of deploy/nats/development.conf, so that a right that is missing shows at once. One without users is left
 * alone: an own one stands beside it.
 */
async function ownNats(usual: number, onLine: Listener): Promise<{ port: number; running: Running | undefined }> {
  const isThere = await isListening(usual);
  if (isThere && (await hasUsers(usual))) return { port: usual, running: undefined };
  const port = isThere ? usual + 10_000 : usual;
  if (isThere) {
    if (await hasUsers(port)) return { port, running: undefined };
    onLine("dev", `NATS on ${usual} has no users; an own one with users and rights runs beside it`);
  }
  const command = binary("nats-server");
  if (command === undefined) {
    if (!isThere) throw new Error(howToGet("NATS", "nats-server", "nats-server"));
    onLine("dev", `nats-server is not installed: NATS on ${usual} is used without users and rights`);
    return { port: usual, running: undefined };
  }
  const args = ["-c", join(root, "deploy/nats/development.conf"), "-a", loopback, "-p", String(port)];
  const running = run({ name: "nats", command, args }, onLine);
  await untilTrue(() => hasUsers(port), "nats");
  return { port, running };
}

async function ownRedis(port: number, folder: string, onLine: Listener): Promise<Running | undefined> {
  if (await isListening(port)) return undefined;
  const command = binary("redis-server");
  if (command === undefined) throw new Error(howToGet("Redis", "redis-server", "redis"));
  const args = ["--bind", loopback, "--port", String(port), "--save", "", "--appendonly", "no", "--dir", folder];
  const running = run({ name: "redis", command, args }, onLine);
  await untilTrue(() => isListening(port), "redis");
  return running;
}

/**
 * The servers that answer already, or own ones from installed binaries with their data under `folder`. A PostgreSQL that is there but
 * does not let us in (Debian's asks for a password) is left alone: an own one stands beside it.
 */
export async function findServers(folder: string, ports: ServerPorts, onLine: Listener): Promise<Servers> {
  mkdirSync(folder, { recursive: true });
  const started: Running[] = [];
  try {
    let port = ports.postgres;
    const isThere = await isListening(port);
    const reason = isThere ? await refusal(`postgres://postgres@${loopback}:${port}/postgres`) : undefined;
    if (isThere && reason === undefined) onLine("dev", `PostgreSQL answers on ${port}`);
    else {
      if (isThere) {
        const why = /SASL|password/i.test(reason ?? "") ? "it asks for a password" : reason;
        onLine("dev", `PostgreSQL on ${port} does not let postgres in (${why}); an own one runs beside it`);
        port += 10_000;
      }
      if (isThere && (await isListening(port))) onLine("dev", `PostgreSQL answers on ${port}`);
      else {
        started.push(await ownPostgres(folder, port, onLine));
        onLine("dev", `PostgreSQL started on ${port}, data in ${join(folder, "postgres")}`);
      }
    }
    const given = readConfig({ NATS_URL: text({ default: "" }) }).NATS_URL;
    const nats = given === "" ? await ownNats(ports.nats, onLine) : undefined;
    if (nats?.running !== undefined) started.push(nats.running);
    if (nats === undefined) onLine("dev", `NATS is that of NATS_URL, ${given}`);
    else onLine("dev", `NATS ${nats.running === undefined ? "answers" : "started"} on ${nats.port}`);
    const redis = await ownRedis(ports.redis, folder, onLine);
    if (redis !== undefined) started.push(redis);
    onLine("dev", `Redis ${redis === undefined ? "answers" : "started"} on ${ports.redis}`);
    return {
      postgresUrl: `postgres://postgres@${loopback}:${port}`,
      natsUrl: nats === undefined ? given : `nats://${loopback}:${nats.port}`,
      redisUrl: `redis://${loopback}:${ports.redis}`,
      started,
    };
  } catch (error) {
    for (const server of started) await server.stop();
    throw error;
  }
}
