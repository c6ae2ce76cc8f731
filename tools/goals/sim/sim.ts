// `pnpm sim [--commands N] [--seed S] [--batches N]`: random stories with every invariant watched, and a crash at every batch boundary.
// `pnpm sim protocol [--seeds N] [--seed S]`: the real leader, candidate and follower on a simulated PostgreSQL and bus.
// `pnpm sim books [--operations N]`: the fast book against the plain one. `pnpm sim jitless`: the golden journals with and without a JIT.
// `pnpm sim model [--scenarios N] [--seed S] [--first I]`: the formulas of money against a model in exact fractions.
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { tellJitless } from "../engine/jitless.ts";
import { tellModel } from "./model.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    commands: { type: "string", default: "1000000" },
    batches: { type: "string", default: "2000" },
    ends: { type: "string", default: "20" },
    seeds: { type: "string", default: "2000" },
    scenarios: { type: "string", default: "1000000" },
    first: { type: "string", default: "0" },
    seed: { type: "string" },
    seconds: { type: "string", default: "0" },
    operations: { type: "string", default: "10000000" },
  },
});
const started = performance.now();
const seconds = (): string => ((performance.now() - started) / 1000).toFixed(1);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** What a story must bring about to say anything about it. */
const rareEvents = [
  "trigger_ended",
  "liquidation_started",
  "taken_over",
  "deleveraged",
  "pair_netted",
  "deficit_paid",
  "deficit_booked",
  "funding_settled",
  "funding_skipped",
  "voucher_ended",
  "pair_warned",
  "pair_liquidated",
  "breaker_tripped",
  "market_settled",
];

async function stories(seed: number): Promise<string[]> {
  const { crashEverywhere, simulate } = await import("@tidemark/engine/sim");
  const wanted = Number(values.commands);
  const report = simulate(seed, wanted, (done) => {
    if (process.stdout.isTTY) process.stdout.write(`\r${done} commands`);
  });
  say(
    `sim  seed ${seed}  ${report.commands} commands in ${report.batches} batches, ${report.counts.order_filled ?? 0} fills, ${report.broken.length} violations  ${seconds()} s`,
  );
  say(
    `     refusals met: ${Object.entries(report.refusals)
      .map(([code, count]) => `${code}×${count}`)
      .join(" ")}`,
  );
  say(
    `     rare events: ${rareEvents.map((name) => `${name.replaceAll("_", " ")} ${report.counts[name] ?? 0}`).join(", ")}`,
  );
  const crash = crashEverywhere(seed, Number(values.batches), Number(values.ends));
  say(
    `crash  seed ${seed}  ${crash.crashes} boundaries of ${crash.batches} batches, ${crash.toTheEnd} run to the end, ${crash.broken.length} differences  ${seconds()} s`,
  );
  return [...report.broken, ...crash.broken];
}

async function protocol(first: number): Promise<string[]> {
  const { runProtocolSim } = await import("@tidemark/core/sim");
  const broken: string[] = [];
  const count = Number(values.seeds);
  const limit = Number(values.seconds);
  let done = 0;
  for (let seed = first; done < count && (limit === 0 || performance.now() - started < limit * 1000); seed += 1) {
    const report = await runProtocolSim(seed);
    done += 1;
    for (const violation of report.violations) broken.push(`seed ${seed}: ${violation}`);
  }
  say(`protocol  seeds ${first}…${first + done - 1}  ${broken.length} violations  ${seconds()} s`);
  return broken;
}

async function books(first: number): Promise<string[]> {
  const { compareBooks } = await import("@tidemark/engine/sim");
  const perLife = 50_000;
  const lives = Math.ceil(Number(values.operations) / perLife);
  const broken: string[] = [];
  for (let i = 0; i < lives; i += 1) {
    const difference = compareBooks(first + i, perLife);
    if (difference !== undefined) broken.push(difference);
  }
  say(
    `books  seeds ${first}…${first + lives - 1}  ${lives * perLife} operations  ${broken.length} differences  ${seconds()} s`,
  );
  return broken;
}

const seed = values.seed === undefined ? randomInt(1, 1_000_000_000) : Number(values.seed);
const kinds: Readonly<Record<string, (seed: number) => Promise<string[]> | string[]>> = {
  stories,
  protocol,
  books,
  jitless: () => tellJitless(say),
  model: (first) => tellModel({ seed: first, scenarios: Number(values.scenarios), first: Number(values.first) }, say),
};
const kind = kinds[positionals[0] ?? "stories"];
if (kind === undefined)
  throw new Error(`no such simulation: ${positionals[0]}; there are ${Object.keys(kinds).join(", ")}`);
const broken = await kind(seed);
for (const line of broken.slice(0, 20)) say(`  ${line}`);
process.exit(broken.length === 0 ? 0 : 1);
