import { packAlive } from "@tidemark/contracts/codec";
import type { Bus } from "@tidemark/kit-node";
import { beforeEach, expect, test } from "vitest";
import { keys, signerOf } from "../sim/cluster.ts";
import { SimBus } from "../sim/sim-bus.ts";
import { Actor, chanceOf, Stage } from "../sim/stage.ts";
import type { Deps } from "./deps.ts";
import { PeerHeartbeats } from "./peer-heartbeats.ts";

let stage: Stage;
let bus: Bus;
let heartbeats: PeerHeartbeats;
const there = (changes = {}) => ({ node: "node-2", sentAt: now(), answersNow: true, logicVer: 1, ...changes });
const now = (): number => stage.timeOf(new Actor("x")).now();

beforeEach(() => {
  stage = new Stage();
  const actor = new Actor("node-1");
  bus = new SimBus(stage, chanceOf(5)).of(actor);
  const deps = {
    core: "t",
    node: "node-1",
    bus,
    ...keys,
    signer: signerOf("node-1"),
    time: stage.timeOf(actor),
    maker: { logicVer: 2 },
    note: () => undefined,
  };
  heartbeats = new PeerHeartbeats(deps as unknown as Deps);
  heartbeats.start();
});

test("a node that was heard is there for a second", async () => {
  expect(heartbeats.isNowAnswered).toBe(false);
  bus.publish("tm.t.alive", packAlive(there(), signerOf("node-2")));
  await stage.play(10);
  expect(heartbeats.isNowAnswered).toBe(true);
  await stage.play(1_100);
  expect(heartbeats.isNowAnswered).toBe(false);
});

test("a node does not take itself for another", async () => {
  heartbeats.tell(true);
  await stage.play(10);
  expect(heartbeats.isNowAnswered).toBe(false);
});

test("a forged sign of life, and a true one that is said again, keep nobody from answering", async () => {
  const old = packAlive(there(), signerOf("node-2"));
  bus.publish("tm.t.alive", Buffer.from("node-2"));
  bus.publish("tm.t.alive", packAlive(there(), signerOf("node-3")));
  await stage.play(10);
  expect([heartbeats.isNowAnswered, heartbeats.forged]).toEqual([false, 2]);
  bus.publish("tm.t.alive", old);
  await stage.play(20);
  expect(heartbeats.isNowAnswered).toBe(true);
  for (let at = 500; at < 3_000; at += 500) {
    await stage.play(at);
    bus.publish("tm.t.alive", old);
    await stage.play(at + 10);
    expect(heartbeats.isNowAnswered).toBe(at <= 1_000);
  }
});

test("[4.11] a version counts as known when every configured process has it and is alive", async () => {
  const say = (node: string, logicVer: number): void =>
    bus.publish("tm.t.alive", packAlive({ ...there({ node, logicVer }), answersNow: false }, signerOf(node)));
  say("node-2", 1);
  say("node-3", 2);
  await stage.play(10);
  expect([heartbeats.isNowAnswered, heartbeats.whoLacks(2)]).toEqual([false, ["node-2"]]);
  expect(heartbeats.whoLacks(3)).toEqual(["node-1", "node-2", "node-3"]);
  say("node-2", 2);
  await stage.play(20);
  expect(heartbeats.whoLacks(2)).toEqual([]);
});

test("C2: a configured node that is down, or never started, keeps the others from an upgrade", async () => {
  expect(heartbeats.whoLacks(2)).toEqual(["node-2", "node-3"]);
  for (const node of ["node-2", "node-3"])
    bus.publish("tm.t.alive", packAlive(there({ node, logicVer: 2 }), signerOf(node)));
  await stage.play(10);
  expect(heartbeats.whoLacks(2)).toEqual([]);
  await stage.play(11_000);
  expect(heartbeats.whoLacks(2)).toEqual(["node-2", "node-3"]);
});

test("C2: a node's sign of life is its own: another's key makes none in its name", async () => {
  bus.publish("tm.t.alive", packAlive(there({ node: "node-2" }), signerOf("node-3")));
  bus.publish("tm.t.alive", packAlive(there({ node: "node-9" }), signerOf("node-2")));
  await stage.play(10);
  expect([heartbeats.isNowAnswered, heartbeats.forged]).toEqual([false, 2]);
});
