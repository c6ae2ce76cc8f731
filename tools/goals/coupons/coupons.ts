import { openDatabase, systemClock } from "@tidemark/kit-node";
import { startLoad } from "../../../tests/load/load.ts";
import { throwAwayExchange } from "../../dev/exchange.ts";
import { markets } from "../../dev/seed/listing.ts";
import { type Figure, isShort, median, optionOf } from "../measure.ts";
import { countDue, dropDay, endDay, endedCoupons, firstDue, insertCoupons } from "./rows.ts";

const users = Number(optionOf("size") ?? (isShort ? 60_000 : 1_000_000));
/** With and without take turns, so that both meet the same neighbours. */
const rounds = isShort ? 3 : 7;
const calmMs = isShort ? 6_000 : 30_000;
/** Commands a second of the ordinary traders, whose answers are timed. */
const tradedPerSecond = isShort ? 100 : 300;
const promised = 1_000_000;
/** A day that takes longer is judged by the users who are settled by then. */
const dayMaxMs = isShort ? 60_000 : 300_000;
const runMaxMs = 20 * 60_000;
const lookEveryMs = 250;
/** As the jobs of coupons are declared. */
const jobLooksEveryMs = 1_000;
const indexPrice = Number(markets.find((market) => market.symbol === "ETH/USDT")!.price);
const unlimited = { RATE_TRADE_PER_SECOND: "100000", RATE_CANCEL_PER_SECOND: "100000", RATE_READ_PER_SECOND: "100000" };

type Load = Awaited<ReturnType<typeof startLoad>>;
type Times = { readonly p50: number; readonly p99: number };

/** Milliseconds of the commands that were sent in a stretch of time. */
function timesOf(load: Load, from: number, to: number): Times {
  const sorted = load
    .records()
    .filter(({ sentAt, answeredAt }) => sentAt >= from && sentAt < to && answeredAt > 0)
    .map(({ sentAt, answeredAt }) => answeredAt - sentAt)
    .sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
  return { p50: at(0.5), p99: at(0.99) };
}

type Round = {
  readonly p50: number;
  readonly p99: number;
  /** How long a million users would take: their coupons that end, and their day of fees. */
  readonly endSeconds: number;
  readonly daySeconds: number;
};

type Work = { readonly ms: number; readonly left: number };

/** How long a job takes over what is due. */
async function watch(db: Parameters<typeof endDay>[0], kind: "end" | "day", maxMs: number): Promise<Work> {
  const began = performance.now();
  const isOver = (): boolean => performance.now() - began >= maxMs;
  while ((await firstDue(db, kind)) !== undefined && !isOver()) await systemClock.sleep(lookEveryMs);
  return { ms: performance.now() - began, left: await countDue(db, kind) };
}

/** With more users there is more work, but a job that has nothing to do looks once a second as before: that second is counted once and not multiplied. */
function secondsOf({ ms, left }: Work, count: number): number {
  const waitedMs = Math.min(ms, jobLooksEveryMs);
  const done = count - left;
  return done === 0 ? Number.POSITIVE_INFINITY : (waitedMs + (ms - waitedMs) * (promised / done)) / 1_000;
}

/** A calm stretch, then one in which a part of the users' coupons end and their day is settled: just as long as either takes. */
async function takeRound(db: Parameters<typeof endDay>[0], load: Load, from: number, count: number): Promise<Round> {
  const calmFrom = performance.now();
  await systemClock.sleep(calmMs);
  const calmTo = performance.now();
  await endDay(db, from, count);
  const began = performance.now();
  const [end, day] = await Promise.all([watch(db, "end", runMaxMs), watch(db, "day", dayMaxMs)]);
  const stoppedAt = performance.now();
  if (end.left > 0) throw new Error(`coupons of ${count} users did not end in time`);
  await dropDay(db);
  const [calm, busy] = [timesOf(load, calmFrom, calmTo), timesOf(load, began, stoppedAt)];
  return {
    p50: busy.p50 / calm.p50,
    p99: busy.p99 / calm.p99,
    endSeconds: secondsOf(end, count),
    daySeconds: secondsOf(day, count),
  };
}

const figureOf = (name: string, values: readonly number[], goal: number): Figure => ({
  name: `coupons.${name}`,
  figure: median(values),
  goal,
  floor: goal * 2,
  better: "less",
  note: values.map((value) => value.toFixed(2)).join(" "),
});

/** `pnpm goals coupons`: what the end of a day with a million users' coupons takes, and what traders notice of it. */
export async function couponGoals(): Promise<Figure[]> {
  const exchange = await throwAwayExchange({ nodes: 1, gatewayPorts: [0, 0], gatewayEnv: unlimited });
  const database = openDatabase(exchange.databaseUrl, 2);
  try {
    await insertCoupons(exchange.databaseUrl, users);
    const load = await startLoad(exchange.urls, tradedPerSecond, 8, indexPrice);
    await systemClock.sleep(calmMs);
    const taken: Round[] = [];
    const each = Math.floor(users / rounds);
    for (let number = 0; number < rounds; number += 1)
      taken.push(await takeRound(database.db, load, number * each, each));
    await load.stop();
    const ended = await endedCoupons(database.db);
    return [
      figureOf(
        "order_p50_ratio",
        taken.map(({ p50 }) => p50),
        1.2,
      ),
      figureOf(
        "order_p99_ratio",
        taken.map(({ p99 }) => p99),
        2,
      ),
      figureOf(
        "minutes_to_end_for_a_million_users",
        taken.map(({ endSeconds }) => endSeconds / 60),
        5,
      ),
      figureOf(
        "minutes_to_settle_a_day_for_a_million_users",
        taken.map(({ daySeconds }) => daySeconds / 60),
        5,
      ),
      {
        name: "coupons.not_ended",
        figure: 2 * each * rounds - ended,
        goal: 0,
        floor: 0,
        better: "less",
      },
    ];
  } finally {
    await database.close();
    await exchange.remove();
  }
}
