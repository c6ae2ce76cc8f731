import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  accountKeyOf,
  accountParts,
  classOfKind,
  type CommandDraft,
  decodeCommand,
  DecodeError,
  encodeCommand,
  keyOf,
  keyText,
  madeKey,
  packAlive,
  packAnnouncement,
  packAnswers,
  packCommands,
  packMismatch,
  packQuestion,
  packReply,
  readEvent,
  type Seal,
  sealOf,
  signatureLength,
  type Signer,
  unpackAlive,
  unpackAnnouncement,
  unpackAnswers,
  unpackCommands,
  unpackMismatch,
  unpackQuestion,
  unpackReply,
  type Verifier,
  Writer,
} from "./index.ts";
import { journalCommands, journalEvents, noKey } from "../journal/index.ts";

const bytesOf = (draft: CommandDraft): Uint8Array => {
  const out = new Writer();
  encodeCommand(draft, out);
  return out.done();
};
const place = (key: string): CommandDraft => ({
  type: "place_order",
  uid: 4_000_000_000,
  key: key === "" ? noKey : keyOf(key),
  market: 4_095,
  product: 2,
  side: 1,
  orderType: 0,
  tif: 2,
  postOnly: true,
  stp: 2,
  price: Number.MAX_SAFE_INTEGER,
  qty: 123_456_789,
  quoteAmount: 0,
  posSide: 0,
});
const seal: Seal = (bytes) => new Uint8Array(16).fill(bytes.reduce((sum, byte) => (sum * 31 + byte) % 251, 7));
const signedBy = (node: string, bytes: Uint8Array): Uint8Array =>
  new Uint8Array(signatureLength).fill(seal(bytes)[0]! ^ node.charCodeAt(1), 0, signatureLength - 2);
const signerOf = (node: string): Signer => ({
  node,
  sign: (bodies) => bodies.map((bytes) => signedBy(node, bytes)),
});
const [n1, n2] = [signerOf("n1"), signerOf("n2")];
const verifier: Verifier = {
  signerOf: (bytes, signature) => ["n1", "n2"].find((node) => signedBy(node, bytes)[0] === signature[0]),
};

describe("commands", () => {
  test("a place whose key packs takes 42 bytes, a cancel 20, a longer key its length more", () => {
    expect(bytesOf(place("00000000-0000-4000-8000-0123456789ab"))).toHaveLength(42);
    expect(bytesOf(place("sixteen-letters!"))).toHaveLength(42);
    expect(bytesOf(place("x".repeat(36)))).toHaveLength(26 + 1 + 36);
    expect(bytesOf({ type: "cancel_order", uid: 1, key: madeKey(1, 2), orderId: 2 ** 47 })).toHaveLength(20);
  });

  test("what goes in comes out, whatever the key", () => {
    const key = fc.oneof(
      fc.uuid(),
      fc.string({
        minLength: 1,
        maxLength: 36,
        unit: fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code)),
      }),
    );
    fc.assert(
      fc.property(key, (text) => {
        const bytes = bytesOf(place(text));
        const back = decodeCommand(bytes, 0, bytes.length);
        if (back.type !== "place_order") throw new Error("another command");
        const { form, w0, w1, w2, w3 } = back.key;
        expect(back.key.text === "" ? keyText(form, w0, w1, w2, w3) : back.key.text).toBe(text);
        expect(back).toMatchObject({
          uid: 4_000_000_000,
          price: Number.MAX_SAFE_INTEGER,
          qty: 123_456_789,
          side: 1,
          tif: 2,
          stp: 2,
          postOnly: true,
        });
      }),
    );
  });

  test("keys of two users never meet, and the body's hash does not see the key", () => {
    const [a, b] = [place("same"), { ...place("same"), uid: 5 } as CommandDraft].map((draft) =>
      decodeCommand(bytesOf(draft), 0, 42),
    );
    const c = decodeCommand(bytesOf(place("other")), 0, 42);
    if (a!.type !== "place_order" || b!.type !== "place_order" || c.type !== "place_order")
      throw new Error("another command");
    expect([a!.keyHigh, a!.keyLow]).not.toEqual([b!.keyHigh, b!.keyLow]);
    expect(c.bodyHash).toBe(a!.bodyHash);
  });

  test("[Z5] spoiled bytes are a DecodeError or another command, never another exception", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 90 }), (bytes) => {
        try {
          decodeCommand(bytes, 0, bytes.length);
        } catch (error) {
          expect(error).toBeInstanceOf(DecodeError);
        }
      }),
      { numRuns: 5_000 },
    );
  });

  test("every command has a number of its own and a class", () => {
    const kinds = Object.values(journalCommands).map(({ kind }) => kind);
    expect(new Set(kinds).size).toBe(kinds.length);
    for (const { kind, by } of Object.values(journalCommands)) expect(classOfKind(kind)).toBe(by);
    expect(classOfKind(255)).toBeUndefined();
  });
});

describe("messages", () => {
  test("packed commands, answers and announcements come back as they were, and only under their seal or signature", () => {
    const commands = packCommands(
      { by: "user", sender: "g1", sentAt: 5, commands: [{ request: 7, bytes: bytesOf(place("a")) }] },
      seal,
    );
    expect(unpackCommands(commands, seal)).toMatchObject({
      by: "user",
      sender: "g1",
      sentAt: 5,
      commands: [{ request: 7 }],
    });
    const answers = [
      { request: 1, tag: 5, result: { code: 21040, seq: 9, ref: 0, facts: [5n, -7n] as const } },
      { request: 2, tag: 2 ** 53 - 1, result: { code: 200, seq: 9, ref: 2 ** 52, facts: [0n, 0n] as const } },
    ];
    const answered = { epoch: 3, to: "g1", answers };
    expect(unpackAnswers(packAnswers(answered, n1), verifier)).toEqual(answered);
    const events = new Float64Array([8, 1, 0, 500, 3]);
    const told = { epoch: 3, seq: 9, batchId: "b", at: 5, part: 0, parts: 1, events };
    expect(unpackAnnouncement(packAnnouncement(told, n1), verifier)).toEqual(told);
    const body = new Uint8Array([1, 2, 3]);
    const question = packQuestion({ by: "user", sender: "g1", sentAt: 5, body }, seal);
    expect(unpackQuestion(question, seal)).toEqual({ by: "user", sender: "g1", sentAt: 5, body });
    const reply = packReply({ question: sealOf(question), body }, seal);
    expect(unpackReply(reply, seal)).toEqual({ question: sealOf(question), body });
    const signed = packReply({ question: sealOf(question), body }, n1);
    expect(unpackReply(signed, verifier)).toEqual({ question: sealOf(question), body });
    const alive = { node: "n1", sentAt: 5, answersNow: true, logicVer: 2 };
    expect(unpackAlive(packAlive(alive, n1), verifier)).toEqual(alive);
    const objection = { node: "n1", epoch: 3, seq: 9, stateHash: body };
    expect(unpackMismatch(packMismatch(objection, n1), verifier)).toEqual(objection);
    // A message of one kind is never read as another.
    expect(() => unpackQuestion(reply, seal)).toThrow(DecodeError);
    const spoiled = commands.slice();
    spoiled[5] = spoiled[5]! ^ 1;
    expect(() => unpackCommands(spoiled, seal)).toThrow(DecodeError);
  });

  test("C2: what the core says is signed, and a process speaks of itself only under its own key", () => {
    const alive = { node: "n1", sentAt: 5, answersNow: true, logicVer: 2 };
    expect(() => unpackAlive(packAlive(alive, n2), verifier)).toThrow(DecodeError);
    const objection = { node: "n1", epoch: 3, seq: 9, stateHash: new Uint8Array(40) };
    expect(() => unpackMismatch(packMismatch(objection, n2), verifier)).toThrow(DecodeError);
    expect(() => unpackAlive(packAlive(alive, signerOf("n3")), verifier)).toThrow(DecodeError);
    // A seal is not a signature, nor the other way round.
    const body = new Uint8Array([1]);
    const reply = packReply({ question: new Uint8Array(16), body }, seal);
    expect(() => unpackReply(reply, verifier)).toThrow(DecodeError);
    expect(() => unpackReply(packReply({ question: new Uint8Array(16), body }, n1), seal)).toThrow(DecodeError);
  });
});

describe("events", () => {
  test("every event has a number of its own, and a row reads back by its fields", () => {
    const codes = Object.values(journalEvents).map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    const { event, next } = readEvent(new Float64Array([journalEvents.level_set.code, 1, 0, 500, 3]), 0);
    expect([event, next]).toEqual([{ type: "level_set", market: 1, side: 0, price: 500, total: 3 }, 5]);
    expect(() => readEvent(new Float64Array([99]), 0)).toThrow(DecodeError);
  });
});

test("the key of an account is made of its parts", () => {
  const parts = fc.record({
    product: fc.integer({ min: 0, max: 7 }),
    sub: fc.integer({ min: 0, max: 4_095 }),
    asset: fc.integer({ min: 0, max: 1_023 }),
    bucket: fc.integer({ min: 0, max: 31 }),
  });
  fc.assert(
    fc.property(parts, (one) => {
      expect(accountParts(accountKeyOf(one))).toEqual(one);
    }),
  );
});
