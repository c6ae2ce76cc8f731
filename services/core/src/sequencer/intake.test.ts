import { refusals } from "@tidemark/contracts";
import { encodeCommand, keyOf, messageTag, packCommands, Writer } from "@tidemark/contracts/codec";
import { type CommandClass, noKey } from "@tidemark/contracts/journal";
import { phrase } from "@tidemark/contracts/phrases";
import { coreKeysOf, coreSignerOf, type MessageChecks, sealsOf } from "@tidemark/kit-node";
import { beforeEach, expect, test } from "vitest";
import { beginBatchPayload, endBatchPayload, readPayload } from "../journal/row.ts";
import { batchCommandsMax, Intake, queueCancelsMax, queueCommandsMax } from "./intake.ts";

const seals = sealsOf("", "development");
const coreKeys = coreKeysOf({ core: "t", publicKeys: "", mode: "development" });
const signer = coreSignerOf("", "t", "core-a", "development");
const checks: MessageChecks = { of: (by) => (by === "core" ? coreKeys : seals.of(by)) };
let now = 1_000_000;
const clock = { now: () => now, nowUs: () => now * 1000, steady: () => now, sleep: async () => undefined };
let refused: [string, number, number][] = [];
let intake: Intake;
/** What every node of the core knows. */
const versionMax = 2;
let logicVersion = 2;

const encoded = (draft: Parameters<typeof encodeCommand>[0]): Uint8Array => {
  const out = new Writer();
  encodeCommand(draft, out);
  return out.done();
};
const cancel = encoded({ type: "cancel_order", uid: 1, key: noKey, orderId: 5 });
const cancelAll = encoded({
  type: "cancel_all",
  uid: 1,
  key: noKey,
  market: 65_535,
  product: 0,
  posSide: 0,
  includeTriggers: true,
  includeTpsl: false,
});
const deposit = encoded({
  type: "credit_deposit",
  producer: 1,
  number: 1,
  uid: 1,
  asset: 1,
  amount: 5n,
  reference: "a",
});
const order = encoded({
  type: "place_order",
  uid: 1,
  key: keyOf("k"),
  market: 1,
  product: 2,
  side: 0,
  orderType: 0,
  tif: 0,
  postOnly: false,
  stp: 0,
  price: 1,
  qty: 1,
  quoteAmount: 0,
  posSide: 0,
});

const receive = (by: CommandClass, commands: Uint8Array[], sentAt = now): boolean =>
  intake.receive(
    packCommands(
      { by, sender: `${by}.gate`, sentAt, commands: commands.map((bytes, i) => ({ request: i + 1, bytes })) },
      by === "core" ? signer : seals.of(by)!,
    ),
    by,
  );
const take = () => {
  const out = new Writer();
  beginBatchPayload(out, "single");
  const gathered = intake.take(out);
  return { gathered, payload: readPayload(endBatchPayload(out, gathered.commands.length)) };
};

beforeEach(() => {
  now = 1_000_000;
  refused = [];
  const refuse = (sender: string, request: number, _tag: number, code: number) => refused.push([sender, request, code]);
  intake = new Intake(
    clock,
    checks,
    refuse,
    (to) => to <= versionMax,
    () => logicVersion,
  );
});

test("a message with a broken seal is neither queued nor answered", () => {
  const message = packCommands({ by: "user", sender: "user.gate", sentAt: now, commands: [] }, seals.of("user")!);
  message[5]! ^= 1;
  expect(intake.receive(message, "user")).toBe(false);
  expect(intake.receive(new Uint8Array(3), "user")).toBe(false);
  expect(refused).toEqual([]);
});

const messageOf = (by: CommandClass, sender: string, commands: Uint8Array[] = []): Uint8Array => {
  const list = commands.map((bytes, i) => ({ request: i + 1, bytes }));
  return packCommands({ by, sender, sentAt: now, commands: list }, seals.of(by)!);
};

test("H4: a message counts only at the subject of its class, and a sender bears the name of its class", () => {
  expect(intake.receive(messageOf("user", "user.gate"), "user")).toBe(true);
  expect(intake.receive(messageOf("wallet", "wallet.gate", [deposit]), "user")).toBe(false);
  for (const sender of [
    "gate",
    "wallet.gate",
    "user.",
    "user.a.b",
    "user.*",
    "user.>",
    "user.a b",
    `user.${"a".repeat(65)}`,
  ])
    expect([sender, intake.receive(messageOf("user", sender), "user")]).toEqual([sender, false]);
  expect([refused, intake.count]).toEqual([[], 0]);
});

test("H4: a message of more than 64 KB is not opened", () => {
  const long = Array.from({ length: 2_000 }, () => order);
  expect(messageOf("user", "user.gate", long).length).toBeGreaterThan(64 * 1024);
  expect(intake.receive(messageOf("user", "user.gate", long), "user")).toBe(false);
});

test("a gateway cannot credit a deposit", () => {
  receive("user", [deposit]);
  expect(refused).toEqual([["user.gate", 1, refusals.CLASS_FORBIDDEN.code]]);
  receive("wallet", [deposit]);
  expect(intake.count).toBe(1);
});

test("what does not decode never reaches the journal", () => {
  receive("user", [order.subarray(0, 9), new Uint8Array([99]), new Uint8Array(0)]);
  expect(refused.map(([, , code]) => code)).toEqual(Array(3).fill(refusals.REQUEST_INVALID.code));
  expect(intake.count).toBe(0);
});

test("an old order and an old sweep are refused, an old cancel by id is not", () => {
  receive("user", [order, cancelAll, cancel], now - 10_001);
  expect(refused).toEqual([
    ["user.gate", 1, refusals.TOO_OLD.code],
    ["user.gate", 2, refusals.TOO_OLD.code],
  ]);
  expect(intake.count).toBe(1);
});

test("L5: an order that says it was sent in the future is refused: it would never be late", () => {
  receive("user", [order, cancelAll, cancel], now + 2_001);
  expect(refused).toEqual([
    ["user.gate", 1, refusals.TOO_OLD.code],
    ["user.gate", 2, refusals.TOO_OLD.code],
  ]);
  expect(intake.count).toBe(1);
  receive("user", [order], now + 2_000);
  expect(intake.count).toBe(2);
});

test("what grew too old in the queue is refused when its turn comes, and the others close ranks", () => {
  receive("user", [order, cancel], now);
  now += 6_000;
  receive("user", [order], now);
  now += 6_000;
  const { gathered, payload } = take();
  expect(refused).toEqual([["user.gate", 1, refusals.TOO_OLD.code]]);
  expect(gathered.commands.map(({ type }) => type)).toEqual(["cancel_order", "place_order"]);
  expect(gathered.requests).toEqual([2, 1]);
  expect(payload).toEqual({ kind: "batch", durability: "single", commands: [cancel, order] });
});

test("a full queue refuses orders and still takes cancels, up to a bound of their own", () => {
  const many = (bytes: Uint8Array): void =>
    void receive(
      "user",
      Array.from({ length: 1_000 }, () => bytes),
    );
  for (let i = 0; i < 9; i += 1) many(order);
  expect(intake.count).toBe(queueCommandsMax);
  expect(refused.every(([, , code]) => code === refusals.BUSY.code)).toBe(true);
  for (let i = 0; i < 9; i += 1) many(cancel);
  expect(intake.count).toBe(queueCancelsMax);
});

test("a batch ends at 512 commands and the rest waits", () => {
  receive(
    "user",
    Array.from({ length: 700 }, () => order),
  );
  expect(take().gathered.commands.length).toBe(batchCommandsMax);
  expect(intake.count).toBe(700 - batchCommandsMax);
});

test("[4.11] an upgrade that some node could not follow never reaches the journal", () => {
  const upgrade = (to: number) =>
    encoded({ type: "upgrade", producer: 1, number: 1, to, migration: "m", codeHash: "c" });
  receive("core", [upgrade(3), upgrade(2)]);
  expect(refused).toEqual([["core.gate", 1, refusals.CONFIG_INVALID.code]]);
  expect(take().gathered.commands).toMatchObject([{ type: "upgrade", to: 2 }]);
  receive("operator", [upgrade(2)]);
  expect(refused.at(-1)).toEqual(["operator.gate", 1, refusals.CLASS_FORBIDDEN.code]);
});

test("C2: an upgrade under the key of a class, or of a process that is not the core's, is not even answered", () => {
  const upgrade = encoded({ type: "upgrade", producer: 0, number: 0, to: 2, migration: "m", codeHash: "c" });
  const message = { by: "core", sender: "core.gate", sentAt: now, commands: [{ request: 1, bytes: upgrade }] } as const;
  const ofAnotherCore = coreSignerOf("", "another core", "core-a", "development");
  for (const key of [
    ...(["user", "wallet", "oracle", "platform", "operator"] as const).map((by) => seals.of(by)!),
    ofAnotherCore,
  ])
    expect(intake.receive(packCommands(message, key), "core")).toBe(false);
  expect([refused, intake.count]).toEqual([[], 0]);
  expect(intake.receive(packCommands(message, signer), "core")).toBe(true);
  expect(intake.count).toBe(1);
});

test("C2: an answer can name the message of its command, not only a number that the sender chose", () => {
  const own = packCommands(
    { by: "user", sender: "user.gate", sentAt: now, commands: [{ request: 1, bytes: order }] },
    seals.of("user")!,
  );
  intake.receive(own, "user");
  intake.receive(
    packCommands(
      { by: "user", sender: "user.gate", sentAt: now, commands: [{ request: 1, bytes: cancel }] },
      seals.of("user")!,
    ),
    "user",
  );
  const { gathered } = take();
  expect(gathered.requests).toEqual([1, 1]);
  expect(gathered.tags[0]).toBe(messageTag(own));
  expect(gathered.tags[1]).not.toBe(messageTag(own));
});

test("M7: a command that the journal's logic version does not have is refused with these words, and taken after the upgrade", () => {
  const head = { producer: 1, number: 1 };
  const newer = [
    encoded({ ...head, type: "lift_producer", stopped: 3, next: 9 }),
    encoded({ ...head, type: "replace_withdrawal_lock", uid: 1, until: 0 }),
  ];
  const set = encoded({ ...head, type: "set_withdrawal_lock", uid: 1, until: 5 });
  logicVersion = 1;
  receive("operator", newer);
  receive("platform", [set]);
  expect(refused).toEqual([1, 2].map((request) => ["operator.gate", request, refusals.COMMAND_TOO_NEW.code]));
  expect(take().gathered.commands.map(({ type }) => type)).toEqual(["set_withdrawal_lock"]);
  expect(phrase("COMMAND_TOO_NEW", {})).toContain("upgraded");
  logicVersion = 2;
  receive("operator", newer);
  expect(take().gathered.commands.map(({ type }) => type)).toEqual(["lift_producer", "replace_withdrawal_lock"]);
});
