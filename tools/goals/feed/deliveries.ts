import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { calls, instrumentsOf } from "@tidemark/contracts";
import { createClient } from "@tidemark/kit-client";
import { systemClock } from "@tidemark/kit-node";
import { type Exchange, throwAwayExchange } from "../../dev/exchange.ts";
import { seededUids } from "../../dev/seed/people.ts";
import { type Figure, firstWord, inRounds, isShort, median } from "../measure.ts";
import type { BareReport, BareWish } from "./bare.ts";
import type { CrowdReport } from "./crowd.ts";

const symbol = "BTC/USDT";
const subscription = JSON.stringify({ op: "subscribe", topic: "market.depth", symbol });
const clockTicksPerSecond = 100;
const settleMs = 2_000;
const pingEveryMs = 20_000;

const script = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

async function openCrowd(address: string, size: number, asks: string): Promise<ChildProcess> {
  const crowd = fork(script("./crowd.ts"), [address, String(size), asks]);
  await firstWord(crowd, crowd, "message");
  return crowd;
}

async function reportOf(crowd: ChildProcess): Promise<CrowdReport> {
  const said = once(crowd, "message") as Promise<[CrowdReport]>;
  crowd.send("report");
  return (await said)[0];
}

/** CPU time that a process has used, its threads included. */
function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / clockTicksPerSecond;
}

const at = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!;

/** How long after each number's time the last reader had it. */
function lagsOf({ lastAt }: CrowdReport, sentAt: ReadonlyMap<number, number>): number[] {
  return lastAt.flatMap(([seq, last]) => {
    const sent = sentAt.get(seq);
    return sent === undefined ? [] : [Math.max(0, last - sent)];
  });
}

type Pace = { readonly updates: number; readonly everyMs: number };
type Taken = { readonly perCpuSecond: number; readonly lags: readonly number[]; readonly bytes: number };

/** Orders that rest and are cancelled, one change of the book each, sent past the gateway: it only has to deliver. */
async function throughGateway(exchange: Exchange, crowd: ChildProcess, pace: Pace): Promise<Taken> {
  const directory = await createClient({ baseUrl: exchange.url }).call("marketInstruments", {});
  if (!directory.ok) throw new Error(directory.message);
  const context = { uid: seededUids.firstBot, instruments: instrumentsOf(directory.value) };
  const order = calls.placeOrder.command!.make(
    calls.placeOrder.ask.parse({ symbol, side: "BUY", type: "LIMIT", price: "60000", qty: "0.01" }),
    context,
  );
  const cancel = calls.cancelAll.command!.make(calls.cancelAll.ask.parse({ symbol }), context);
  const pid = exchange.processes.get("gateway-1")!.pid!;
  const appliedAt = new Map<number, number>();
  // A reader that says nothing for a minute is cut off; the answers are not counted.
  crowd.send("ping");
  await systemClock.sleep(settleMs);
  crowd.send("begin");
  const cpuBefore = cpuMsOf(pid);
  for (let i = 0; i < pace.updates / 2; i += 1) {
    for (const command of [order, cancel]) {
      const [result] = await exchange.link.send("user", [command]);
      appliedAt.set(result!.seq, performance.timeOrigin + performance.now());
      await systemClock.sleep(pace.everyMs);
    }
  }
  await systemClock.sleep(1_000);
  const cpuMs = cpuMsOf(pid) - cpuBefore;
  const report = await reportOf(crowd);
  if (report.messages === 0) throw new Error("no reader got anything: were they cut off?");
  return {
    perCpuSecond: (report.messages * 1_000) / Math.max(1, cpuMs),
    lags: lagsOf(report, appliedAt),
    bytes: Math.round(report.bytes / Math.max(1, report.messages)),
  };
}

async function bareBroadcast(bare: ChildProcess, crowd: ChildProcess, wish: BareWish): Promise<Taken> {
  crowd.send("begin");
  const said = once(bare, "message") as Promise<[BareReport]>;
  bare.send(wish);
  const [{ cpuMs, sentAt }] = await said;
  await systemClock.sleep(1_000);
  const report = await reportOf(crowd);
  return {
    perCpuSecond: (report.messages * 1_000) / Math.max(1, cpuMs),
    lags: lagsOf(report, new Map(sentAt)),
    bytes: wish.bytes,
  };
}

/** The same messages to as many clients, by the gateway and by the bare library, one after the other in every round. */
async function atSize(exchange: Exchange, size: number, pace: Pace): Promise<Figure[]> {
  const bare = fork(script("./bare.ts"));
  const [{ port }] = (await once(bare, "message")) as [{ port: number }];
  const ours = await openCrowd(`${exchange.url.replace(/^http/, "ws")}/ws`, size, subscription);
  const theirs = await openCrowd(`ws://127.0.0.1:${port}`, size, "");
  const goals = [
    { name: `feed.deliveries_over_bare_${size}`, goal: 3, floor: 0.8, better: "more" },
    { name: `feed.lag_p99_over_bare_p50_${size}`, goal: 4, floor: 10, better: "less" },
  ] as const;
  try {
    return await inRounds(5, goals, async () => {
      const through = await throughGateway(exchange, ours, pace);
      // On a busy machine the other half of a round takes longer than the gateway keeps a silent reader.
      const pinging = setInterval(() => ours.send("ping"), pingEveryMs);
      const direct = await bareBroadcast(bare, theirs, {
        rounds: pace.updates,
        everyMs: pace.everyMs,
        bytes: through.bytes,
      });
      clearInterval(pinging);
      return [through.perCpuSecond / direct.perCpuSecond, at(through.lags, 0.99) / median(direct.lags)];
    });
  } finally {
    for (const child of [ours, theirs, bare]) child.disconnect();
  }
}

export async function deliveryGoals(): Promise<Figure[]> {
  const exchange = await throwAwayExchange({
    // All readers are of one address, and opening a connection costs a read.
    gatewayEnv: {
      SOCKETS_MAX: "20000",
      SOCKETS_PER_ADDRESS_MAX: "20000",
      CONNECTIONS_PER_ADDRESS_MAX: "30000",
      RATE_READ_PER_SECOND: "20000",
    },
    nodes: 1,
  });
  try {
    const small = await atSize(exchange, 1_000, { updates: isShort ? 60 : 200, everyMs: 25 });
    if (isShort) return small;
    // Fewer for the larger crowd: its readers send nothing while they count, and the gateway cuts them off after a minute of that.
    return [...small, ...(await atSize(exchange, 5_000, { updates: 60, everyMs: 100 }))];
  } finally {
    await exchange.remove();
  }
}
