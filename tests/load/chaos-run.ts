// The exchange and the load of every kind of chaos run, and what the command line asked for.
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Exchange, startExchange } from "../../tools/dev/exchange.ts";
import { root } from "../../tools/dev/processes/root.ts";
import { markets } from "../../tools/dev/seed/listing.ts";
import { isAcked, type Load, type Recorded, startLoad } from "./load.ts";
import { messageKillWish } from "./message-kills.ts";
import { type Outage } from "./outages.ts";

export const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: "string", default: "20" },
    times: { type: "string", default: "10" },
    promotions: { type: "string", default: "3" },
    rate: { type: "string" },
    accounts: { type: "string", default: "10000" },
    seconds: { type: "string" },
    only: { type: "string" },
    foks: { type: "string", default: "50" },
    traders: { type: "string", default: "8" },
    short: { type: "boolean", default: (process.env.CI ?? "") !== "" },
  },
});

export const say = (line: string): void => void process.stdout.write(`${line}\n`);
export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
/** Commands a second of the ordinary traders. A crash and an attack bring work of their own; a brief attack is for machines that others use too. */
const usualRate: Record<string, string> = {
  messages: "300",
  coupons: "60",
  crash: "2100",
  attack: Number(values.seconds ?? 10) < 5 ? "600" : "2100",
};
/** The short form offers what its floor asks for: a machine that others use too takes over late when traders use all of it. */
const rate = Number(values.rate ?? usualRate[positionals[0] ?? ""] ?? (values.short ? "1300" : "2600"));
export const name = `chaos-${randomBytes(4).toString("hex")}`;
export const folder = join(root, ".run", name);
export const pgFolder = join("/tmp", name);
const natsUrl = "nats://127.0.0.1:4222";
const indexPrice = Number(markets.find((market) => market.symbol === "ETH/USDT")!.price);
const unlimited = {
  RATE_TRADE_PER_SECOND: "100000",
  RATE_CANCEL_PER_SECOND: "100000",
  RATE_READ_PER_SECOND: "100000",
  CONNECTIONS_PER_ADDRESS_MAX: "100000",
};

/** A machine that others use too may be half as fast before a figure counts; what must never happen counts everywhere. */
export const leniency = values.short ? 2 : 1;
/** Less than this says nothing about an exchange under load. */
export const offeredMin = 2_000 / leniency;

export type ChaosRun = {
  exchange: Exchange;
  load: Load;
  records: () => Recorded[];
  readonly openedAt: number;
  readonly outages: Outage[];
};

type Wish = {
  natsUrl?: string;
  postgresUrl?: string;
  standbyUrl?: string;
  nodes: number;
  prices?: "fixed" | "none";
  /** Often enough that every run has some to hold against the journal. */
  snapshotEveryRows?: string;
  /** What is to be there before the first trader comes. */
  prepare?: (exchange: Exchange) => Promise<void>;
  /** With the allowances of every day; then it takes more traders to make the load. */
  hasAllowances?: boolean;
  traders?: number;
};

export async function open(wish: Wish): Promise<ChaosRun> {
  const exchange = await startExchange({
    postgresUrl: wish.postgresUrl ?? "postgres://postgres@127.0.0.1:5432",
    natsUrl: wish.natsUrl ?? natsUrl,
    database: name.replace("-", "_"),
    core: name,
    gatewayPorts: [0, 0],
    nodes: wish.nodes,
    prices: wish.prices ?? "fixed",
    gatewayEnv: wish.hasAllowances === true ? {} : unlimited,
    coreEnv: { SNAPSHOT_EVERY_ROWS: wish.snapshotEveryRows ?? "40" },
    folder,
    isFresh: false,
    onLine: note,
    ...messageKillWish,
    ...(wish.standbyUrl === undefined ? {} : { standbyUrl: wish.standbyUrl }),
  });
  try {
    await wish.prepare?.(exchange);
  } catch (error) {
    await exchange.remove();
    throw error;
  }
  const load = await startLoad(exchange.urls, rate, wish.traders ?? Number(values.traders), indexPrice);
  await until("the load", () => load.acked() > rate / 2);
  return { exchange, load, records: load.records, openedAt: performance.now(), outages: [] };
}

export const lines: string[] = [];
function note(process: string, line: string): void {
  lines.push(`${process}: ${line}`);
  if (lines.length > 400) lines.shift();
}

export async function until(what: string, isTrue: () => boolean | Promise<boolean>, waitMaxMs = 30_000): Promise<void> {
  const giveUpAt = performance.now() + waitMaxMs;
  while (!(await isTrue())) {
    if (performance.now() > giveUpAt) throw new Error(`${what} did not come within ${waitMaxMs / 1000} s`);
    await sleep(20);
  }
}

export const acksSince = (records: readonly Recorded[], at: number): number =>
  records.filter((record) => record.answeredAt > at && isAcked(record)).length;

async function flows(chaosRun: ChaosRun): Promise<void> {
  const at = performance.now();
  await until("acknowledgements", () => acksSince(chaosRun.records(), at) > rate / 10);
}

/** What is done here begins an outage, which lasts until acknowledgements flow again. */
export async function recordOutage(chaosRun: ChaosRun, run: () => Promise<void>): Promise<void> {
  const from = performance.now();
  await run();
  await flows(chaosRun);
  chaosRun.outages.push({ from, to: performance.now() });
}
