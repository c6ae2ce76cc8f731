import { keyOf } from "@tidemark/contracts/codec";
import { subjects } from "@tidemark/kit-node";
import { beforeEach, expect, test } from "vitest";
import { readPayload } from "../src/journal/row.ts";
import { Asker, askSealed } from "./asker.ts";
import { checkCalls, checkStates, replayModel } from "./checks.ts";
import { Client } from "./clients.ts";
import { Cluster, coreName, keys } from "./cluster.ts";
import { Actor } from "./stage.ts";

/** One batch that runs for many seconds, in slices: nobody may take it for a leader's death. */
const sliceMs = 20;
const busy = 50_002;
const queueMax = 8_192;
const cancelsMax = 16_384;

let cluster: Cluster;
let client: Client;
let asker: Asker;
const gate = new Actor("gate");

const play = (ms: number): Promise<void> => cluster.stage.play(cluster.stage.now + ms);
const leader = () => cluster.hosts.find((host) => host.node?.isServing === true)!;
const followers = () => cluster.hosts.filter((host) => host !== leader());
const rows = () => cluster.primary.rows;
const codes = (requests: readonly number[]) => requests.map((request) => asker.answers.get(request)?.code);

/** An order that takes this long wherever it is applied by a slow node. */
function sendLong(seconds: number): number {
  const order = {
    type: "place_order",
    uid: 7,
    key: keyOf(`long-${cluster.stage.now}`),
    market: 1,
    product: 2,
    side: 0,
    orderType: 0,
    tif: 0,
    postOnly: false,
    stp: 0,
    price: 1,
    qty: (seconds * 1_000) / sliceMs,
    quoteAmount: 0,
    posSide: 0,
  } as const;
  return asker.send([asker.encode(order)], "user")[0]!;
}

function expectTruth(): void {
  const model = replayModel(rows());
  expect(model.problems).toEqual([]);
  expect(checkCalls(client.calls, model, () => false)).toEqual([]);
  expect(checkStates(cluster.sighted, model, () => false)).toEqual([]);
}

/** The longest time between two rows of the journal from row `seq` on. */
function longestSilenceMs(seq: number): number {
  const times = rows()
    .slice(seq)
    .map((row) => row.tsUs / 1_000);
  return Math.max(...times.slice(1).map((time, i) => time - times[i]!));
}

beforeEach(async () => {
  cluster = new Cluster(42, "single");
  client = new Client(101, coreName, cluster.stage, cluster.bus, cluster.chance, keys);
  client.start();
  asker = new Asker(coreName, "gate", cluster.bus.of(gate), cluster.stage.timeOf(gate), keys);
  await play(3_000);
});

test("[A4.9.4] heartbeats go out between the slices of one batch of twelve seconds, and nobody stands for election", async () => {
  for (const { actor } of cluster.hosts) actor.sliceMs = sliceMs;
  const began = rows().length;
  const long = sendLong(12);
  await play(11_000);
  expect(codes([long])).toEqual([undefined]);
  expect(longestSilenceMs(began - 1)).toBeLessThan(400);
  // One may have been on its way before the long one, and one may wait behind it; all others are empty.
  const carried = rows()
    .slice(began)
    .filter(({ payload }) => (readPayload(payload) as { commands?: unknown[] }).commands?.length !== 0);
  expect(carried.length).toBeLessThanOrEqual(3);
  await play(5_000);
  expect(codes([long])).toEqual([200]);
  await play(2_000);
  expect([rows().at(-1)!.epoch, cluster.ends.size]).toEqual([1, 0]);
  expect(cluster.hosts.map(({ actor }) => actor.isDead)).toEqual([false, false, false]);
  expect(client.calls.filter(({ answeredAt }) => answeredAt! > cluster.stage.now - 1_000).length).toBeGreaterThan(10);
  expectTruth();
});

test("[A4.9.4] commands queue up to their bound while a batch runs, and beyond it are told to come back", async () => {
  for (const { actor } of cluster.hosts) actor.sliceMs = sliceMs;
  client.stop();
  sendLong(6);
  await play(300);
  const accounts = { fromProduct: 1, fromSub: 0, toProduct: 2, toSub: 0 };
  const transfers = Array.from({ length: queueMax + 1_500 }, (_, i) =>
    asker.encode({ type: "transfer", uid: 8, key: keyOf(`t-${i}`), ...accounts, asset: 1, amount: 1n }),
  );
  const send = (commands: Uint8Array[]): number[] => {
    const requests: number[] = [];
    for (let i = 0; i < commands.length; i += 500) requests.push(...asker.send(commands.slice(i, i + 500), "user"));
    return requests;
  };
  const requests = send(transfers);
  // The first of them goes out as the one batch that may wait behind the long one.
  await play(300);
  const refused = codes(requests).filter((code) => code === busy).length;
  expect(refused).toBeGreaterThanOrEqual(1_500 - 512);
  expect(refused).toBeLessThanOrEqual(1_500);
  const cancels = Array.from({ length: cancelsMax - queueMax + 500 }, (_, i) =>
    asker.encode({ type: "cancel_order", uid: 8, key: keyOf(`c-${i}`), orderId: 1 }),
  );
  const cancelled = send(cancels);
  await play(300);
  expect(codes(cancelled).filter((code) => code === busy).length).toBe(500);
  for (const { actor } of cluster.hosts) actor.sliceMs = 0.01;
  await play(4_000);
  expect(codes([...requests, ...cancelled]).filter((code) => code === undefined)).toEqual([]);
  expect(rows().at(-1)!.epoch).toBe(1);
  expectTruth();
});

test("[A4.9.4] a follower that is behind in a long batch neither stands nor ends, and is current again behind it", async () => {
  const led = leader();
  for (const { actor } of followers()) actor.sliceMs = sliceMs;
  sendLong(8);
  await play(500);
  expect(led.node!.replica!.isIdle).toBe(true);
  await play(6_500);
  for (const host of followers()) expect(host.node!.replica!.isIdle).toBe(false);
  // Meanwhile the leader answers about now: nobody else can.
  const question = { call: "x", uid: 101, ask: {} };
  const now = cluster.stage.timeOf(gate).now();
  const asked = askSealed(cluster.bus.of(gate), subjects(coreName).now, question, 2_000, keys, now);
  await play(50);
  expect((await asked).seq).toBeGreaterThan(rows().length - 20);
  for (const { actor } of followers()) actor.sliceMs = 0.01;
  await play(3_000);
  expect([rows().at(-1)!.epoch, cluster.ends.size]).toEqual([1, 0]);
  for (const host of followers()) expect(host.node!.replica!.seq).toBeGreaterThan(rows().length - 5);
  expectTruth();
});

test("[A4.9.4] questions in the middle of a long batch wait, and are told to come back while it lasts", async () => {
  for (const { actor } of cluster.hosts) actor.sliceMs = sliceMs;
  sendLong(6);
  await play(1_500);
  const bus = cluster.bus.of(gate);
  const ask = () => {
    const now = cluster.stage.timeOf(gate).now();
    return askSealed(bus, subjects(coreName).now, { call: "x", uid: 101, ask: {} }, 3_000, keys, now);
  };
  const early = ask();
  await play(2_000);
  expect((await early).code).toBe(busy);
  await play(1_200);
  const late = ask();
  await play(2_500);
  expect((await late).code).toBe(200);
});

test("[A4.9.4] a leader that dies in a long batch is followed by one that has run it to its end", async () => {
  for (const { actor } of cluster.hosts) actor.sliceMs = sliceMs;
  const long = sendLong(4);
  await play(1_000);
  cluster.kill(leader());
  await play(9_000);
  expect(rows().at(-1)!.epoch).toBe(2);
  expect(codes([long])).toEqual([undefined]);
  expect(client.calls.filter(({ answeredAt }) => answeredAt! > cluster.stage.now - 1_000).length).toBeGreaterThan(5);
  expectTruth();
});
