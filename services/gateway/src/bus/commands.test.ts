import { type PackedCommand, packAnswers, type Seal, type Signer, unpackCommands } from "@tidemark/contracts/codec";
import { coreKeysOf, coreSignerOf, createLog, subjects } from "@tidemark/kit-node";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type CommandOutcome, createCommands } from "./commands.ts";
import { memoryBus } from "../testing/memory-bus.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Messages of different bytes have different seals, as real ones have. */
const seal: Seal = (bytes) => new Uint8Array(16).fill(bytes.reduce((sum, byte) => (sum * 31 + byte) % 251, 7));
const coreKeys = coreKeysOf({ core: "x", publicKeys: "", mode: "development" });
const signer = coreSignerOf("", "x", "core-a", "development");
const log = createLog("test");
log.level = "silent";

function sending(inFlightMax = 1_000) {
  const bus = memoryBus();
  const clock = { now: () => Date.now(), steady: () => Date.now(), nowUs: () => 0, sleep: async () => undefined };
  const commands = createCommands({ bus, core: "x", userSeal: seal, coreKeys, clock, log, inFlightMax });
  const messages: {
    bytes: number;
    sentAt: number;
    sender: string;
    tag: number;
    commands: readonly PackedCommand[];
  }[] = [];
  const receive = (epoch: number): void =>
    void bus.subscribe(subjects("x").commands(epoch, "user"), (bytes) => {
      messages.push({ bytes: bytes.length, ...unpackCommands(bytes, seal) });
    });
  receive(1);
  receive(2);
  const outcomes: CommandOutcome[] = [];
  const send = (size = 40, kind: "trade" | "cancel" = "trade"): void =>
    void commands.send(new Uint8Array(size), kind).then((outcome) => outcomes.push(outcome));
  const answer = (
    request: number,
    by: Signer = signer,
    code = 200,
    changes: { to?: string; tag?: number } = {},
  ): void => {
    const result = { code, seq: 5, ref: request, facts: [0n, 0n] as const };
    const [{ sender, tag }] = messages as [(typeof messages)[0]];
    const answers = [{ request, tag: changes.tag ?? tag, result }];
    bus.publish(subjects("x").answers(sender), packAnswers({ epoch: 1, to: changes.to ?? sender, answers }, by));
  };
  return { commands, messages, outcomes, send, answer };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test("what gathers in one turn leaves in one message, and in more only where it must", async () => {
  const { commands, messages, send } = sending();
  commands.lead(1);
  for (let i = 0; i < 10; i += 1) send();
  await pass(1);
  expect(messages.map((message) => message.commands.length)).toEqual([10]);
  for (let i = 0; i < 100; i += 1) send(1_000);
  await pass(1);
  expect(messages.length).toBe(3);
  expect(messages.every(({ bytes }) => bytes <= 60_000)).toBe(true);
  commands.close();
});

test("C2: an answer is matched by its number and its message; one of nobody, to another or of another is not believed", async () => {
  const { commands, messages, outcomes, send, answer } = sending();
  commands.lead(1);
  send();
  send();
  await pass(1);
  const { request } = messages[0]!.commands[1]!;
  answer(request, coreSignerOf("", "another core", "core-a", "development"));
  answer(request, coreSignerOf("", "x", "core-z", "development"));
  // A true answer to another gateway, published to this one.
  answer(request, signer, 200, { to: "gw-other" });
  // A true answer to a command that somebody else sent under this gateway's name and number.
  answer(request, signer, 200, { tag: 7 });
  await pass(1);
  expect(outcomes).toHaveLength(0);
  answer(messages[0]!.commands[1]!.request);
  answer(99_999);
  await pass(1);
  expect(outcomes).toMatchObject([{ code: 200, ref: messages[0]!.commands[1]!.request }]);
  commands.close();
});

test("a command is tried three times with its first stamp, then its result is unknown", async () => {
  const { commands, messages, outcomes, send } = sending();
  commands.lead(1);
  send();
  await pass(6_000);
  expect(messages).toHaveLength(3);
  expect(new Set(messages.map(({ sentAt }) => sentAt)).size).toBe(1);
  expect(outcomes).toEqual(["unknown"]);
  expect(commands.inFlight).toBe(0);
});

test("a new epoch gets what is unanswered at once; an older one changes nothing", async () => {
  const { commands, messages, send } = sending();
  commands.lead(1);
  send();
  await pass(10);
  commands.lead(2);
  expect(messages).toHaveLength(2);
  commands.lead(1);
  send();
  await pass(10);
  expect(messages).toHaveLength(3);
  commands.close();
});

test("a take-over of three seconds still finds a try left", async () => {
  const { commands, messages, send } = sending();
  commands.lead(1);
  send();
  await pass(3_000);
  expect(messages).toHaveLength(2);
  commands.lead(2);
  expect(messages).toHaveLength(3);
  commands.close();
});

test("without a leader commands wait, and go out together when one is known", async () => {
  const { commands, messages, outcomes, send } = sending();
  send();
  await pass(3_000);
  send();
  commands.lead(1);
  await pass(1);
  expect(messages.flatMap((message) => message.commands)).toHaveLength(2);
  expect(outcomes).toHaveLength(0);
  commands.close();
});

test("to a leader that has been silent for five seconds nothing is sent until it is heard again", async () => {
  const { commands, messages, send } = sending();
  commands.lead(1);
  await pass(5_000);
  expect(commands.hasLeader).toBe(false);
  send();
  await pass(100);
  expect(messages).toHaveLength(0);
  commands.lead(1);
  expect(messages).toHaveLength(1);
  commands.close();
});

test("without a leader for five seconds a command is busy: it was never sent", async () => {
  const { commands, messages, outcomes, send } = sending();
  send();
  await pass(5_200);
  commands.lead(1);
  await pass(100);
  expect([outcomes, messages.length]).toEqual([["busy"], 0]);
});

test("a full table refuses orders before it refuses cancels", async () => {
  const { commands, outcomes, send } = sending(10);
  commands.lead(1);
  for (let i = 0; i < 10; i += 1) send();
  send(40, "cancel");
  send(40, "cancel");
  await pass(1);
  expect(outcomes).toEqual(["busy", "busy"]);
  expect(commands.inFlight).toBe(10);
  commands.close();
});

test.each([50002, 50003])("%d is the end of a command that was sent once", async (code) => {
  const { commands, messages, outcomes, send, answer } = sending();
  commands.lead(1);
  send();
  await pass(1);
  answer(messages[0]!.commands[0]!.request, signer, code);
  await pass(1);
  expect(outcomes).toMatchObject([{ code }]);
  commands.close();
});

test.each([50002, 50003])("%d says nothing about the other copies of a command", async (code) => {
  const { commands, messages, outcomes, send, answer } = sending();
  commands.lead(1);
  send();
  send();
  await pass(1_200);
  expect(messages).toHaveLength(2);
  const [first, second] = messages[0]!.commands;
  answer(first!.request, signer, code);
  answer(second!.request, signer, code);
  await pass(1);
  expect(outcomes).toEqual([]);
  answer(second!.request);
  await pass(1);
  expect(outcomes).toMatchObject([{ code: 200, ref: second!.request }]);
  await pass(5_000);
  expect(outcomes.slice(1)).toEqual(["unknown"]);
});
