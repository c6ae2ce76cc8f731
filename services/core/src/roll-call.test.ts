import { packAlive } from "@tidemark/contracts/codec";
import type { Bus } from "@tidemark/kit-node";
import { beforeEach, expect, test } from "vitest";
import { seals } from "../sim/cluster.ts";
import { SimBus } from "../sim/sim-bus.ts";
import { Actor, chanceOf, Stage } from "../sim/stage.ts";
import type { Parts } from "./parts.ts";
import { RollCall } from "./roll-call.ts";

let stage: Stage;
let bus: Bus;
let roll: RollCall;
const now = (): number => stage.timeOf(new Actor("x")).now();

beforeEach(() => {
  stage = new Stage();
  const actor = new Actor("here");
  bus = new SimBus(stage, chanceOf(5)).of(actor);
  const parts = { core: "t", node: "here", bus, seals, time: stage.timeOf(actor), note: () => undefined };
  roll = new RollCall(parts as unknown as Parts);
  roll.start();
});

test("a node that was heard is there for a second", async () => {
  expect(roll.isAnybodyThere).toBe(false);
  bus.publish("tm.t.alive", packAlive({ node: "there", sentAt: now() }, seals.of("core")!));
  await stage.play(10);
  expect(roll.isAnybodyThere).toBe(true);
  await stage.play(1_100);
  expect(roll.isAnybodyThere).toBe(false);
});

test("a node does not take itself for another", async () => {
  roll.answer();
  await stage.play(10);
  expect(roll.isAnybodyThere).toBe(false);
});

test("a forged sign of life, and a true one that is said again, keep nobody from answering", async () => {
  const old = packAlive({ node: "there", sentAt: now() }, seals.of("core")!);
  bus.publish("tm.t.alive", Buffer.from("there"));
  bus.publish("tm.t.alive", packAlive({ node: "there", sentAt: now() }, seals.of("user")!));
  await stage.play(10);
  expect([roll.isAnybodyThere, roll.forged]).toEqual([false, 2]);
  bus.publish("tm.t.alive", old);
  await stage.play(20);
  expect(roll.isAnybodyThere).toBe(true);
  for (let at = 500; at < 3_000; at += 500) {
    await stage.play(at);
    bus.publish("tm.t.alive", old);
    await stage.play(at + 10);
    expect(roll.isAnybodyThere).toBe(at <= 1_000);
  }
});
