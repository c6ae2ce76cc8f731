// `pnpm chaos leader|pause|postgres|standby|crash|attack|messages|coupons`: a whole exchange of real processes under load, real kills, and a checker that believes only
// the journal; in a crash it is the market that falls, and nobody else may; under attack nobody else may wait. Everything is started here and ended by its own id; databases and folders are thrown away afterwards. A figure fails at its
// bound; in the short form (--short, or CI with its noisy machine) a takeover only beyond twice it, the load only below half. A broken invariant always fails.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type Exchange } from "../../tools/dev/exchange.ts";
import { freePort } from "../../tools/dev/processes/ports.ts";
import { type Window, writtenAndAcked } from "./acknowledged-rows.ts";
import { reportAttacks } from "./attack-report.ts";
import { killUnderDistributions } from "./coupon-kills.ts";
import { Crash } from "./crash.ts";
import { reportCrash } from "./crash-report.ts";
import { leaderOf } from "./leader.ts";
import { killUnderEvents, problemsOf } from "./message-kills.ts";
import { judge, type Verdict } from "./model.ts";
import { fillHistories, AttackLoad, startGuardedBus } from "./attack-load.ts";
import { longestSilence, rateOutsideOutages } from "./outages.ts";
import { Postgres } from "./postgres.ts";
import {
  say,
  sleep,
  name,
  folder,
  pgFolder,
  leniency,
  offeredMin,
  type ChaosRun,
  open,
  lines,
  until,
  acksSince,
  recordOutage,
  values,
  positionals,
} from "./chaos-run.ts";

async function killLeaders(chaosRun: ChaosRun, kills: number): Promise<void> {
  for (let i = 0; i < kills; i += 1) {
    await sleep(1_500);
    const { node, epoch } = await leaderOf([chaosRun.exchange.databaseUrl]);
    await recordOutage(chaosRun, async () => {
      chaosRun.exchange.processes.get(node)!.kill("SIGKILL");
      await until("a new leader", async () => (await leaderOf([chaosRun.exchange.databaseUrl])).epoch > epoch);
    });
  }
}

/** SIGSTOP until somebody else leads, then SIGCONT: the sleeper must leave without a word. */
async function pauseLeaders(chaosRun: ChaosRun, times: number): Promise<void> {
  for (let i = 0; i < times; i += 1) {
    await sleep(1_000);
    const { node, epoch } = await leaderOf([chaosRun.exchange.databaseUrl]);
    const running = chaosRun.exchange.processes.get(node)!;
    const pid = running.pid;
    await recordOutage(chaosRun, async () => {
      running.kill("SIGSTOP");
      await until("a new leader", async () => (await leaderOf([chaosRun.exchange.databaseUrl])).epoch > epoch);
    });
    await sleep((i % 3) * 1_000);
    running.kill("SIGCONT");
    const woken = performance.now();
    await until("the end of the woken leader", () => running.pid !== pid, 5_000);
    say(
      `pause ${i + 1}: the woken leader of epoch ${epoch} left within ${(performance.now() - woken).toFixed(0)} ms (and was started again)`,
    );
  }
}

type Result = { readonly verdict: Verdict; readonly silences: readonly number[]; readonly offered: number };

async function finish(
  chaosRun: ChaosRun,
  databaseUrl: string,
  /** Where the takeover is something else than the silence around an outage. */
  silences?: readonly number[],
  historyWaitMaxMs?: number,
): Promise<Result> {
  await sleep(1_000);
  const offered = rateOutsideOutages(chaosRun.records(), chaosRun.outages, chaosRun.openedAt, performance.now());
  await chaosRun.load.stop();
  const records = chaosRun.records();
  const folders = [...chaosRun.exchange.processes.keys()].map((process) => join(folder, process));
  const seconds = ((records.at(-1)?.sentAt ?? 0) - (records[0]?.sentAt ?? 0)) / 1000;
  say(
    `load: ${records.length} commands, ${(records.length / seconds).toFixed(0)} a second over ${seconds.toFixed(0)} s; ` +
      `offered outside outages ${offered.toFixed(0)} a second (at least ${offeredMin})`,
  );
  // The projector may still be behind: it is judged before anything is stopped.
  const verdict = await judge(records, databaseUrl, folders, historyWaitMaxMs);
  return { verdict, silences: silences ?? chaosRun.outages.map((one) => longestSilence(records, one)), offered };
}

function report(what: string, count: number, { verdict, silences, offered }: Result, silenceMaxMs: number): boolean {
  const longest = Math.max(0, ...silences);
  const sorted = [...silences].sort((a, b) => a - b);
  say(
    `${what} ×${count}: ${verdict.acked} acknowledged, ${verdict.unknown} unknown, ${verdict.lost} lost, ${verdict.doubled} doubled, ` +
      `${verdict.rows} rows, ${verdict.commands} commands, ${verdict.epochs} epochs, ${verdict.snapshots} snapshots compared; C1–C8: ${verdict.broken.length} violations; ` +
      `takeover median ${(sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(0)} ms, longest ${longest.toFixed(0)} ms (goal ${silenceMaxMs})`,
  );
  // A node whose snapshots are all refused goes on without a word but in its log, until it has to start again.
  if (verdict.snapshots === 0) verdict.broken.push("C6 no node has kept a single snapshot to compare");
  for (const line of verdict.broken.slice(0, 12)) say(`  ${line}`);
  const isQuick = longest <= silenceMaxMs * leniency;
  const isLoaded = offered >= offeredMin;
  if (!isQuick) say(`  FAILED: a takeover took longer than ${silenceMaxMs * leniency} ms`);
  if (!isLoaded) say(`  FAILED: fewer than ${offeredMin} commands a second were offered outside outages`);
  return verdict.broken.length === 0 && isQuick && isLoaded;
}

async function leader(): Promise<boolean> {
  const chaosRun = await open({ nodes: 3 });
  try {
    await killLeaders(chaosRun, Number(values.kills));
    const result = await finish(chaosRun, chaosRun.exchange.databaseUrl);
    return report("leader kill", chaosRun.outages.length, result, 2_500);
  } finally {
    await chaosRun.exchange.remove();
  }
}

async function pause(): Promise<boolean> {
  const chaosRun = await open({ nodes: 3 });
  try {
    await pauseLeaders(chaosRun, Number(values.times));
    const result = await finish(chaosRun, chaosRun.exchange.databaseUrl);
    return report("leader pause", chaosRun.outages.length, result, 2_500);
  } finally {
    await chaosRun.exchange.remove();
  }
}

async function postgres(): Promise<boolean> {
  const server = new Postgres(pgFolder, "single", await freePort());
  await server.create(false);
  await server.start();
  const chaosRun = await open({ nodes: 2, postgresUrl: server.url });
  try {
    for (let i = 0; i < Number(values.kills); i += 1) {
      await sleep(1_500);
      await recordOutage(chaosRun, async () => {
        server.crash();
        await server.start();
      });
    }
    const result = await finish(chaosRun, chaosRun.exchange.databaseUrl);
    return report("PostgreSQL kill", chaosRun.outages.length, result, 3_000);
  } finally {
    await chaosRun.exchange.stop();
    await server.stop("immediate");
  }
}

async function standby(): Promise<boolean> {
  let primary = new Postgres(pgFolder, "pg_a", await freePort());
  let other = new Postgres(pgFolder, "pg_b", await freePort());
  await primary.create(true);
  await primary.start();
  await other.copyFrom(primary);
  await other.start();
  await primary.untilStreamed();
  const chaosRun = await open({ nodes: 2, postgresUrl: primary.url, standbyUrl: other.url });
  const urls = [primary, other].map((one) => `${one.url}/${name.replace("-", "_")}`);
  /** When nothing may be written and acknowledged. */
  const alone: Window[] = [];
  try {
    await recordOutage(chaosRun, async () => {
      alone.push(await withoutStandby(chaosRun, other));
      await other.start();
      await primary.untilStreamed();
    });
    // Nothing may be acknowledged before the old primary streams again, so the way back is counted from there.
    const silences: number[] = [];
    for (let i = 0; i < Number(values.promotions); i += 1) {
      await sleep(1_500);
      let streamsAt = 0;
      await recordOutage(chaosRun, async () => {
        primary.crash();
        const died = performance.now();
        await other.promote();
        say(`promotion ${i + 1}: the standby is primary after ${(performance.now() - died).toFixed(0)} ms`);
        [primary, other] = [other, primary];
        await sleep(2_000);
        await other.copyFrom(primary);
        // What was in flight at the kill may still have been acknowledged.
        alone.push({ from: died + 1_000, to: performance.now() });
        await other.start();
        await primary.untilStreamed();
        streamsAt = performance.now();
      });
      silences.push(performance.now() - streamsAt);
      say(
        `  the old primary is the new standby by base backup; acknowledged again ${silences.at(-1)!.toFixed(0)} ms after it streams`,
      );
    }
    const url = urls.find((one) => one.includes(`:${primary.port}/`))!;
    const result = await finish(chaosRun, url, silences);
    const early = await writtenAndAcked(url, chaosRun.records(), alone);
    if (early > 0) result.verdict.broken.push(`${early} acknowledgements while no standby was there`);
    return report("promotion", Number(values.promotions), result, 4_000);
  } finally {
    await chaosRun.exchange.stop();
    await primary.stop("immediate");
    await other.stop("immediate");
  }
}

/** With the standby gone for a while. */
async function withoutStandby(chaosRun: ChaosRun, other: Postgres): Promise<Window> {
  await other.stop("immediate");
  await sleep(1_000);
  const from = performance.now();
  await sleep(3_000);
  say(`standby gone: ${acksSince(chaosRun.records(), from)} acknowledgements arrived in 3 s`);
  return { from, to: performance.now() };
}

/** The replay and the projector are slower than the exchange, and judged when they are through. */
const crashHistoryMaxMs = 300_000;

async function crash(): Promise<boolean> {
  const [accounts, seconds, foksPerSecond] = [values.accounts, values.seconds ?? "60", values.foks].map(Number) as [
    number,
    number,
    number,
  ];
  const began = performance.now();
  let market: Crash | undefined;
  const prepare = async (exchange: Exchange): Promise<void> => {
    market = await Crash.prepare(exchange, { accounts, seconds, foksPerSecond });
    say(`${accounts} positions and ${accounts} stops stand after ${((performance.now() - began) / 1000).toFixed(0)} s`);
  };
  const chaosRun = await open({ nodes: 2, prices: "none", snapshotEveryRows: "400", prepare });
  try {
    const { attack } = market!;
    const from = performance.now();
    await market!.run();
    const to = performance.now();
    await attack.close();
    market!.stop();
    const traders = chaosRun.records();
    chaosRun.records = () => [...chaosRun.load.records(), ...attack.records];
    const { databaseUrl } = chaosRun.exchange;
    const { verdict, offered } = await finish(chaosRun, databaseUrl, [], crashHistoryMaxMs);
    const figures = await market!.figures(databaseUrl);
    const orders = traders.filter(({ kind, sentAt }) => kind === "place" && sentAt >= from && sentAt < to);
    const crashRun = { wish: { accounts, seconds }, figures, verdict, offered, offeredMin, leniency };
    return reportCrash({ ...crashRun, orders, foks: attack.records }, say);
  } finally {
    market?.stop();
    await chaosRun.exchange.remove();
  }
}

/** Each bot through both gateways: no account comes near its allowance. */
const tradersUnderAttack = 32;

async function attack(): Promise<boolean> {
  const seconds = Number(values.seconds ?? "10");
  const isBrief = seconds < 5; // Half a turn says little about a p99: only what must never happen counts.
  const prepare = (exchange: Exchange): Promise<void> => fillHistories(exchange, isBrief ? 60_000 : 400_000);
  const bus = await startGuardedBus();
  const wish = { nodes: 2, hasAllowances: true, traders: tradersUnderAttack, snapshotEveryRows: "400", prepare };
  const chaosRun = await open({ ...wish, natsUrl: `nats://${bus.address}` });
  let attackLoad: AttackLoad | undefined;
  try {
    attackLoad = await AttackLoad.start(chaosRun.exchange, `nats://${bus.address}`);
    const turns = isBrief ? 1 : 2;
    const duringMs = (seconds * 1_000) / turns;
    const runs = await attackLoad.run({ turns, duringMs, withoutMs: isBrief ? 500 : duringMs }, values.only, say);
    attackLoad.close();
    const { verdict } = await finish(chaosRun, chaosRun.exchange.databaseUrl, [], crashHistoryMaxMs);
    return reportAttacks(runs, chaosRun.records(), verdict, isBrief || values.short, say);
  } finally {
    attackLoad?.close();
    await chaosRun.exchange.remove();
    await bus.end();
  }
}

/** The platform is killed and the core is not: every event makes one message, and every message is pushed. */
async function messages(): Promise<boolean> {
  const chaosRun = await open({ nodes: 1 });
  try {
    const result = await killUnderEvents(chaosRun.exchange, Number(values.kills));
    await chaosRun.load.stop();
    const { causes, pushes, midway } = result;
    const counts = Object.entries(causes).map(([name, { events }]) => `${events} ${name}`);
    const problems = problemsOf(result);
    say(`platform kill ×${values.kills}, ${midway} of them midway: ${counts.join(", ")}; ${pushes} pushes arrived`);
    for (const line of problems) say(`  ${line}`);
    if (problems.length === 0) say("  every event is in the bell once, in order, and was pushed");
    return problems.length === 0;
  } finally {
    await chaosRun.exchange.remove();
  }
}

/** The platform is killed while it distributes: every coupon is paid, and paid once. */
async function coupons(): Promise<boolean> {
  const chaosRun = await open({ nodes: 1 });
  try {
    const began = performance.now();
    const { coupons: count, midway, ...faults } = await killUnderDistributions(chaosRun.exchange, Number(values.kills));
    await chaosRun.load.stop();
    const { missing, doubled, wrong, recordedTwice, left } = faults;
    say(
      `platform kill ×${values.kills}, ${midway} of them midway: ${count} coupons in ${((performance.now() - began) / 1000).toFixed(0)} s, ` +
        `${missing} not paid, ${doubled} paid twice, ${wrong} wrong lines, ${recordedTwice} recorded twice, ${left} left in the campaigns' accounts`,
    );
    return Object.values(faults).every((fault) => fault === 0);
  } finally {
    await chaosRun.exchange.remove();
  }
}

const scenes: Record<string, () => Promise<boolean>> = {
  leader,
  pause,
  postgres,
  standby,
  crash,
  attack,
  messages,
  coupons,
};
const scene = scenes[positionals[0] ?? ""];
if (scene === undefined) {
  say(`pnpm chaos ${Object.keys(scenes).join(" | ")}`);
  process.exit(2);
}
// Who ends it early leaves nobody behind: children are ended when this process exits.
process.once("SIGTERM", () => process.exit(1));
let isGood = false;
try {
  isGood = await scene();
} catch (error) {
  say(`chaos ended early: ${error instanceof Error ? error.stack : String(error)}`);
  for (const line of lines.slice(-60)) say(`  ${line}`);
}
rmSync(folder, { recursive: true, force: true });
rmSync(pgFolder, { recursive: true, force: true });
process.exit(isGood ? 0 : 1);
