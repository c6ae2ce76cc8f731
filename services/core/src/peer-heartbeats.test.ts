import { packAlive } from "@tidemark/contracts/codec";
import type { Bus } from "@tidemark/kit-node";
import { beforeEach, expect, test } from "vitest";
import { seals } from "../sim/cluster.ts";
import { SimBus } from "../sim/sim-bus.ts";
import { Actor, chanceOf, Stage } from "../sim/stage.ts";
import type { Deps } from "./deps.ts";
import { PeerHeartbeats } from "./peer-heartbeats.ts";

let stage: Stage;
let bus: Bus;
let heartbeats: PeerHeartbeats;
const there = (changes = {}) => ({ node: "there", sentAt: now(), answersNow: true, logicVer: 1, ...changes });
const now = (): number => stage.timeOf(new Actor("x")).now();

beforeEach(() => {
  stage = new Stage();
  const actor = new Actor("here");
  bus = new SimBus(stage, chanceOf(5)).of(actor);
  const deps = {
    core: "t",
    node: "here",
    bus,
    seals,
    time: stage.timeOf(actor),
    maker: { logicVer: 2 },
    note: () => undefined,
  };
  heartbeats = new PeerHeartbeats(deps as unknown as Deps);
  heartbeats.start();
});

test("a node that was heard is there for a second", async () => {
  expect(heartbeats.isNowAnswered).toBe(false);
  bus.publish("tm.t.alive", packAlive(there(), seals.of("core")!));
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
  const old = packAlive(there(), seals.of("core")!);
  bus.publish("tm.t.alive", Buffer.from("there"));
  bus.publish("tm.t.alive", packAlive(there(), seals.of("user")!));
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

test("[4.11] a version counts as known when everybody who was heard of knows it", async () => {
  expect([heartbeats.whoLacks(2), heartbeats.whoLacks(3)]).toEqual([[], ["here"]]);
  bus.publish("tm.t.alive", packAlive(there({ answersNow: false }), seals.of("core")!));
  await stage.play(10);
  expect([heartbeats.isNowAnswered, heartbeats.whoLacks(2)]).toEqual([false, ["there"]]);
  await stage.play(5_000);
  expect(heartbeats.whoLacks(2)).toEqual(["there"]);
  bus.publish("tm.t.alive", packAlive(there({ logicVer: 2 }), seals.of("core")!));
  await stage.play(5_010);
  expect(heartbeats.whoLacks(2)).toEqual([]);
});
