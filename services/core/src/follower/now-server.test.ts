import { type Bus, type Reply, sealQuestion } from "@tidemark/kit-node";
import { beforeEach, expect, test } from "vitest";
import { askSealed, type BusKeys } from "../../sim/asker.ts";
import { SimBus } from "../../sim/sim-bus.ts";
import { keys, signerOf } from "../../sim/cluster.ts";
import { Actor, chanceOf, dawnMs, Stage } from "../../sim/stage.ts";
import type { Machine } from "../machine.ts";
import type { Deps } from "../deps.ts";
import type { Replica } from "../replica.ts";
import { NowServer } from "./now-server.ts";

let stage: Stage;
let bus: Bus;
let replica: { position: { tsUs: number }; seq: number; isIdle: boolean; machine: Partial<Machine> };
let announced: number;
let server: NowServer;
let ask: (call: string, minSeq?: number, by?: "user" | "platform") => { reply: Reply | undefined };
let touched: number;

beforeEach(() => {
  stage = new Stage();
  const actor = new Actor("server");
  const own = new SimBus(stage, chanceOf(3)).of(actor);
  bus = own;
  replica = {
    position: { tsUs: 5_000_000 },
    seq: 10,
    isIdle: true,
    machine: { answer: () => ({ code: 200, data: { seen: replica.seq } }), accumulator: () => ({ high: 1, low: 2 }) },
  };
  announced = 12;
  touched = 0;
  const time = stage.timeOf(actor);
  const deps = {
    core: "t",
    node: "node-1",
    maker: { logicVer: 7 },
    bus: own,
    time,
    ...keys,
    signer: signerOf("node-1"),
    note: () => undefined,
  } as unknown as Deps;
  server = new NowServer(
    deps,
    () => replica as unknown as Replica,
    () => announced,
    () => (touched += 1),
    () => ({ leader: "node-2", epoch: 3, announcedSeq: announced, nodes: [] }),
  );
  server.open();
  ask = (call, minSeq, by) => {
    const asked: { reply: Reply | undefined } = { reply: undefined };
    const question = { call, uid: 1, ask: {}, ...(minSeq === undefined ? {} : { minSeq }) };
    askSealed(own, "tm.t.now", question, 5_000, keys, time.now(), by).then(
      (reply) => (asked.reply = reply),
      () => undefined,
    );
    return asked;
  };
});

test("a question is answered at the batch the state stands behind", async () => {
  const asked = ask("x", 10);
  await stage.play(10);
  expect(asked.reply).toEqual({ code: 200, data: { seen: 10 }, seq: 10 });
});

test("the state of the core is for the platform alone", async () => {
  const refusedTo = ask("core.state");
  await stage.play(10);
  expect(refusedTo.reply).toMatchObject({
    code: 40000,
    facts: { problem: "the state of the core is for the platform" },
  });
  const asked = ask("core.state", undefined, "platform");
  await stage.play(20);
  expect(asked.reply!.data).toEqual({
    node: "node-1",
    leader: "node-2",
    epoch: 3,
    announcedSeq: 12,
    appliedSeq: 10,
    appliedAt: 5_000,
    logicVer: 7,
    nodes: [],
  });
});

test("a reader who has seen a later batch waits for it, and gets it when it comes", async () => {
  const asked = ask("x", 12);
  await stage.play(100);
  expect(asked.reply).toBeUndefined();
  replica.seq = 12;
  server.advance();
  await stage.play(110);
  expect(asked.reply).toMatchObject({ seq: 12 });
  expect(asked.reply!.stale).toBeUndefined();
});

test("after 200 ms the answer comes all the same, and says that it is stale", async () => {
  const asked = ask("x", 11);
  await stage.play(205);
  expect(asked.reply).toMatchObject({ seq: 10, stale: true });
});

test("a number that nobody has announced is ignored", async () => {
  const asked = ask("x", 999);
  await stage.play(10);
  expect(asked.reply).toMatchObject({ seq: 10 });
});

test("nothing of a batch is readable before its last slice", async () => {
  replica.isIdle = false;
  const asked = ask("x");
  await stage.play(300);
  expect(asked.reply).toBeUndefined();
  replica.isIdle = true;
  server.advance();
  await stage.play(310);
  expect(asked.reply).toMatchObject({ seq: 10 });
});

test("[A4.9] many who ask while a batch runs are answered behind it, with a turn of the loop in between", async () => {
  replica.isIdle = false;
  const asked = Array.from({ length: 120 }, () => ask("x"));
  let turns = 0;
  let answers = 0;
  replica.machine.answer = () => ({ code: 200, data: { nth: (answers += 1) } });
  await stage.play(500);
  replica.isIdle = true;
  server.advance();
  const atOnce = answers;
  stage.watch = () => (turns += 1);
  await stage.play(510);
  expect([atOnce, answers, asked.every(({ reply }) => reply?.code === 200)]).toEqual([50, 120, true]);
  expect(turns).toBeGreaterThan(1);
});

test("[A4.9] who asks while a batch runs for seconds is told to come back, and so is whoever is one too many", async () => {
  replica.isIdle = false;
  const asked = Array.from({ length: 1_001 }, () => ask("x"));
  await stage.play(100);
  const told = () => asked.filter(({ reply }) => reply?.code === 50_002).length;
  expect(told()).toBe(1);
  await stage.play(2_010);
  expect(told()).toBe(1_001);
});

test("a preview that leaves a trace is reported", async () => {
  let low = 2;
  replica.machine.accumulator = () => ({ high: 1, low: (low += 1) });
  ask("trading.previewOrder");
  await stage.play(10);
  expect(touched).toBe(1);
});

test("what is no question is refused", async () => {
  const asked = ask(7 as unknown as string);
  await stage.play(10);
  expect(asked.reply).toMatchObject({ code: 40_000 });
});

test("a question without a fitting seal, or one that is said again later, is dropped and counted", async () => {
  const question = { call: "x", uid: 1, ask: {} };
  const stranger: BusKeys = { ...keys, seals: { of: () => keys.seals.of("wallet") } };
  let answers = 0;
  const count = (): void => void (answers += 1);
  askSealed(bus, "tm.t.now", question, 500, stranger, stage.timeOf(new Actor("a")).now()).then(count, () => undefined);
  askSealed(bus, "tm.t.now", question, 500, keys, dawnMs - 60_000).then(count, () => undefined);
  bus.request("tm.t.now", Buffer.from(JSON.stringify(question)), 500).then(count, () => undefined);
  await stage.play(600);
  expect([answers, server.forged]).toEqual([0, 3]);
});

test("H4: a sealed question whose answer should go to another subject than an inbox is not answered, and counted", async () => {
  const heard: string[] = [];
  const seal = keys.seals.of("user")!;
  const asked = sealQuestion({ call: "x", uid: 1, ask: {} }, { by: "user", sender: "a", seal }, dawnMs);
  const elsewhere = ["tm.t.ann", "tm.t.cmd.1.user", "tm.t.alive", "_INBOX.a", "tm.other.inbox.gateway.a"];
  for (const subject of [...elsewhere, "tm.t.inbox.gateway.a"]) {
    bus.subscribe(subject, () => heard.push(subject));
    bus.publish("tm.t.now", asked, subject);
  }
  await stage.play(1_000);
  expect(heard).toEqual(["tm.t.inbox.gateway.a"]);
  expect(server.forged).toBe(elsewhere.length);
});
