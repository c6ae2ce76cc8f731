import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Pipeline, signIn } from "../../../tests/load/pipeline.ts";
import { throwAwayExchange } from "../../dev/exchange.ts";
import { type Figure, firstWord, isShort, median } from "../measure.ts";
import type { StormReport, StormWish } from "./crowd.ts";

const rounds = isShort ? 1 : 5;
/** Calm and storm take turns, so that both meet the same neighbours; thirty seconds of each. */
const secondsOfEach = 6;
const attemptsPerSecond = 200;
const ordersPerSecond = 40;
const peoplePerRound = 4;
const inTimeMs = 10_000;
const wantedOf20 = 19;

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;

const instruments = Array.from({ length: rounds * peoplePerRound }, (_, i) => `bot${2 + i}`);

/** Milliseconds of orders that are placed at a steady rate, whatever else happens; each is cancelled again. */
async function orderTimes(trader: Pipeline, seconds: number): Promise<number[]> {
  const times: number[] = [];
  const order = { symbol: "BTC/USDT", side: "BUY", type: "LIMIT", price: "60000", qty: "0.01" };
  const count = seconds * ordersPerSecond;
  const all: Promise<void>[] = [];
  const began = performance.now();
  for (let i = 0; i < count; i += 1) {
    await sleep(Math.max(0, began + (i * 1_000) / ordersPerSecond - performance.now()));
    const sentAt = performance.now();
    all.push(
      new Promise((resolve) =>
        trader.post("/api/trade-api/order/place", order, (answer) => {
          times.push(performance.now() - sentAt);
          const orderId = answer?.data?.orderId;
          if (typeof orderId === "string") trader.post("/api/trade-api/order/cancel", { orderId }, () => undefined);
          resolve();
        }),
      ),
    );
  }
  await Promise.all(all);
  return times.sort((a, b) => a - b);
}

type Round = { readonly p50: number; readonly p99: number; readonly report: StormReport };

async function round(trader: Pipeline, crowd: ChildProcess, number: number): Promise<Round> {
  const calm = await orderTimes(trader, secondsOfEach);
  const people = instruments.slice(number * peoplePerRound, (number + 1) * peoplePerRound);
  crowd.send({ seconds: secondsOfEach, perSecond: attemptsPerSecond, people } satisfies StormWish);
  const said = once(crowd, "message") as Promise<[StormReport]>;
  const stormy = await orderTimes(trader, secondsOfEach);
  const [report] = await said;
  return { p50: at(stormy, 0.5) / at(calm, 0.5), p99: at(stormy, 0.99) / at(calm, 0.99), report };
}

/** Two hundred sign-ins a second: traders notice little of it, and people with the right password still come in. */
export async function stormGoals(): Promise<Figure[]> {
  const exchange = await throwAwayExchange({ gatewayEnv: { GATEWAY_BEHIND_PROXY: "yes" } });
  const crowd = fork(fileURLToPath(new URL("./crowd.ts", import.meta.url)), [exchange.url, ...instruments]);
  const trader = new Pipeline(Number(new URL(exchange.url).port), await signIn(exchange.url, "bot1"));
  try {
    await firstWord(crowd, crowd, "message");
    // What is measured has run before.
    await orderTimes(trader, 2);
    const taken: Round[] = [];
    for (let number = 0; number < rounds; number += 1) taken.push(await round(trader, crowd, number));
    const sum = (of: (report: StormReport) => number): number =>
      taken.reduce((total, { report }) => total + of(report), 0);
    const inTime = sum(({ inAfterMs }) => inAfterMs.filter((ms) => ms <= inTimeMs).length);
    const note = `${sum(({ attempts }) => attempts)} attempts, ${sum(({ busy }) => busy)} told BUSY`;
    const ratio = (name: string, values: readonly number[], goal: number): Figure => ({
      name,
      figure: median(values),
      goal,
      floor: goal * 2,
      better: "less",
      note: values.map((value) => value.toFixed(2)).join(" "),
    });
    return [
      ratio(
        "security.storm_order_p50_ratio",
        taken.map(({ p50 }) => p50),
        1.5,
      ),
      ratio(
        "security.storm_order_p99_ratio",
        taken.map(({ p99 }) => p99),
        2,
      ),
      {
        name: "security.storm_people_in_of_20",
        figure: (inTime * 20) / instruments.length,
        goal: wantedOf20,
        floor: 16,
        better: "more",
        note,
      },
    ];
  } finally {
    trader.close();
    crowd.disconnect();
    await exchange.remove();
  }
}
