import { refusals } from "@tidemark/contracts";
import { encodeCommand, keyOf, packCommands, Writer } from "@tidemark/contracts/codec";
import { type CommandClass, noKey } from "@tidemark/contracts/journal";
import { sealsOf } from "@tidemark/kit-node";
import { beforeEach, expect, test } from "vitest";
import { beginBatchPayload, endBatchPayload, readPayload } from "../journal/row.ts";
import { batchCommandsMax, Intake, queueCancelsMax, queueCommandsMax } from "./intake.ts";

const seals = sealsOf("", "development");
let now = 1_000_000;
const clock = { now: () => now, nowUs: () => now * 1000, steady: () => now, sleep: async () => undefined };
let refused: [string, number, number][] = [];
let intake: Intake;
/** What every node of the core knows. */
const versionMax = 2;

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
      { by, sender: "gate", sentAt, commands: commands.map((bytes, i) => ({ request: i + 1, bytes })) },
      seals.of(by)!,
    ),
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
  const refuse = (sender: string, request: number, code: number) => refused.push([sender, request, code]);
  intake = new Intake(clock, seals, refuse, (to) => to <= versionMax);
});

test("a message with a broken seal is neither queued nor answered", () => {
  const message = packCommands({ by: "user", sender: "gate", sentAt: now, commands: [] }, seals.of("user")!);
  message[5]! ^= 1;
  expect(intake.receive(message)).toBe(false);
  expect(intake.receive(new Uint8Array(3))).toBe(false);
  expect(
    intake.receive(packCommands({ by: "user", sender: "a.b", sentAt: now, commands: [] }, seals.of("user")!)),
  ).toBe(false);
  expect(refused).toEqual([]);
});

test("a gateway cannot credit a deposit", () => {
  receive("user", [deposit]);
  expect(refused).toEqual([["gate", 1, refusals.CLASS_FORBIDDEN.code]]);
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
    ["gate", 1, refusals.TOO_OLD.code],
    ["gate", 2, refusals.TOO_OLD.code],
  ]);
  expect(intake.count).toBe(1);
});

test("what grew too old in the queue is refused when its turn comes, and the others close ranks", () => {
  receive("user", [order, cancel], now);
  now += 6_000;
  receive("user", [order], now);
  now += 6_000;
  const { gathered, payload } = take();
  expect(refused).toEqual([["gate", 1, refusals.TOO_OLD.code]]);
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
  expect(refused).toEqual([["gate", 1, refusals.CONFIG_INVALID.code]]);
  expect(take().gathered.commands).toMatchObject([{ type: "upgrade", to: 2 }]);
  receive("operator", [upgrade(2)]);
  expect(refused.at(-1)).toEqual(["gate", 1, refusals.CLASS_FORBIDDEN.code]);
});
