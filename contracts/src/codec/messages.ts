import { DecodeError, Reader, Writer } from "./bytes.ts";
import { packedNumberBytesMax, readNumbers, writeNumbers } from "./packed-numbers.ts";
import { type CommandClass, commandClasses, type CommandResult } from "../journal/index.ts";

/**
 * What crosses the bus between gateways and a core, packed: never one message per order. Every message ends with a seal or a signature
 * over all bytes before it; the reader checks it before it reads. `Seal` is the keyed hash of one class, given by the holder of the key.
 */
export type Seal = (bytes: Uint8Array) => Uint8Array;
export const sealLength = 16;

/**
 * What one process of a core sends and many check is signed: a process that can check it cannot make it. `node` is the process's name.
 * Several messages may share one signature: each then carries the hashes of the others, and can still be checked alone.
 */
export type Signer = {
  readonly node: string;
  /** What stands behind each of these bodies, at most `signedTogetherMax`. */
  sign(bodies: readonly Uint8Array[]): Uint8Array[];
};
export type Verifier = {
  /** The name of the core's process that signed these bytes; undefined where none of them did. */
  signerOf(bytes: Uint8Array, signature: Uint8Array): string | undefined;
};
/** A signature says which key made it, then the 64 bytes of Ed25519, the message's place among those it was signed with, and their number. */
export const keyIdLength = 8;
export const signatureLength = keyIdLength + 64 + 2;
export const signedHashLength = 32;
export const signedTogetherMax = 8;
/** Of a message that was signed with as many others as may be. */
export const signatureLengthMax = signatureLength + (signedTogetherMax - 1) * signedHashLength;
const version = 1;

/** Kind 3 was the same with eight bytes for each number. */
const announcementKind = 8;

/** At most this much of one message (NATS is set to 64 KB). */
export const messageBytesMax = 60_000;
/** Numbers that always fit one part of an announcement, beside its head and signature. */
export const announcedNumbersMax: number = Math.floor(
  (messageBytesMax - 256 - signatureLengthMax) / packedNumberBytesMax,
);

export type PackedCommand = { readonly request: number; readonly bytes: Uint8Array };
/** `sentAt` is the sender's clock in ms: a command older than ten seconds is refused before it is journaled. */
export type CommandMessage = {
  readonly by: CommandClass;
  readonly sender: string;
  readonly sentAt: number;
  readonly commands: readonly PackedCommand[];
};
/** `tag` names the message that carried the command: senders choose request numbers, and another one may have sent the same. */
export type PackedAnswer = { readonly request: number; readonly tag: number; readonly result: CommandResult };
/** `to` is the sender that these answers are for; published to another one they are not his. */
export type AnswerMessage = {
  readonly epoch: number;
  readonly to: string;
  readonly answers: readonly PackedAnswer[];
};
/**
 * Every batch is announced once after its clean commit, in parts, also empty ones; the events are those of the batch, whole rows in
 * each part. `at` is the batch's time in ms.
 */
export type Announcement = {
  readonly epoch: number;
  readonly seq: number;
  readonly batchId: string;
  readonly at: number;
  readonly part: number;
  readonly parts: number;
  readonly events: Float64Array;
};

/**
 * A question about the state now or about the history. Its body is JSON, for it is not on the order path. `sentAt` as in commands: one
 * that was kept and said again later is not answered.
 */
export type QuestionMessage = {
  readonly by: CommandClass;
  readonly sender: string;
  readonly sentAt: number;
  readonly body: Uint8Array;
};
/** An answer names its question by the question's seal: nobody can hand the answer of one to the asker of another. */
export type ReplyMessage = { readonly question: Uint8Array; readonly body: Uint8Array };
/** A node's sign of life: whether it answers questions about now, and the newest logic version that its build knows. */
export type AliveMessage = {
  readonly node: string;
  readonly sentAt: number;
  readonly answersNow: boolean;
  readonly logicVer: number;
};

/** A follower's word that its state behind batch `seq` is not what the leader of `epoch` wrote about its own. */
export type MismatchMessage = {
  readonly node: string;
  readonly epoch: number;
  readonly seq: number;
  readonly stateHash: Uint8Array;
};

/** The writer is the message's own and is not used again, so its bytes need not be copied once more. */
function sealed(out: Writer, by: Seal | Signer): Uint8Array<ArrayBuffer> {
  const bytes = out.bytes.subarray(0, out.length);
  out.raw(typeof by === "function" ? by(bytes) : by.sign([bytes])[0]!);
  return out.bytes.subarray(0, out.length);
}

function readerOf(bytes: Uint8Array, end: number, kind: number): Reader {
  const reader = new Reader(bytes, 0, end);
  if (reader.u8() !== version || reader.u8() !== kind) throw new DecodeError("another kind of message");
  return reader;
}

function openedSealed(bytes: Uint8Array, seal: Seal, kind: number): Reader {
  if (bytes.length < sealLength + 2) throw new DecodeError("message too short");
  const end = bytes.length - sealLength;
  const expected = seal(bytes.subarray(0, end));
  let difference = 0;
  for (let i = 0; i < sealLength; i += 1) difference |= expected[i]! ^ bytes[end + i]!;
  if (difference !== 0) throw new DecodeError("the seal does not fit");
  return readerOf(bytes, end, kind);
}

function openedSigned(bytes: Uint8Array, verifier: Verifier, kind: number): { reader: Reader; node: string } {
  const others = bytes[bytes.length - 1] ?? 0;
  const end = bytes.length - signatureLength - others * signedHashLength;
  if (end < 2 || others >= signedTogetherMax) throw new DecodeError("message too short for its signature");
  const node = verifier.signerOf(bytes.subarray(0, end), bytes.subarray(end));
  if (node === undefined) throw new DecodeError("no process of the core has signed it");
  return { reader: readerOf(bytes, end, kind), node };
}

/** A process speaks of itself only under its own key. */
function openedOfItself(bytes: Uint8Array, verifier: Verifier, kind: number): { reader: Reader; node: string } {
  const { reader, node: signer } = openedSigned(bytes, verifier, kind);
  const node = reader.text();
  if (node !== signer) throw new DecodeError(`signed by ${signer} in the name of another`);
  return { reader, node };
}

const opened = (bytes: Uint8Array, check: Seal | Verifier, kind: number): Reader =>
  typeof check === "function" ? openedSealed(bytes, check, kind) : openedSigned(bytes, check, kind).reader;

const tagBytes = 16;

/** 53 bits of the seal or signature at a message's end. Nobody finds another message with the same ones while its sender waits. */
export function messageTag(bytes: Uint8Array): number {
  const reader = new Reader(bytes, Math.max(0, bytes.length - tagBytes));
  const low = reader.u32();
  return (reader.u32() >>> 11) * 4_294_967_296 + low;
}

/** The class a message claims, read before its seal can be checked: it decides which key must fit. */
export function claimedClass(bytes: Uint8Array): CommandClass {
  const by = commandClasses[bytes[2] ?? 255];
  if (by === undefined) throw new DecodeError("no such class");
  return by;
}

export function packCommands(message: CommandMessage, by: Seal | Signer): Uint8Array<ArrayBuffer> {
  const out = new Writer(64 + message.commands.length * 64);
  out.u8(version);
  out.u8(1);
  out.u8(commandClasses.indexOf(message.by));
  out.text(message.sender);
  out.f64(message.sentAt);
  out.u16(message.commands.length);
  for (const command of message.commands) {
    out.u32(command.request);
    out.u16(command.bytes.length);
    out.raw(command.bytes);
  }
  return sealed(out, by);
}

/** With the tag that its answers must carry. */
export function unpackCommands(bytes: Uint8Array, check: Seal | Verifier): CommandMessage & { readonly tag: number } {
  const reader = opened(bytes, check, 1);
  const by = commandClasses[reader.u8()];
  if (by === undefined) throw new DecodeError("no such class");
  const sender = reader.text();
  const sentAt = reader.f64();
  const commands: PackedCommand[] = [];
  for (let left = reader.u16(); left > 0; left -= 1) {
    const request = reader.u32();
    commands.push({ request, bytes: reader.raw(reader.u16()) });
  }
  return { by, sender, sentAt, commands, tag: messageTag(bytes) };
}

export function packAnswers(message: AnswerMessage, signer: Signer): Uint8Array<ArrayBuffer> {
  const out = new Writer(32 + message.answers.length * 32);
  out.u8(version);
  out.u8(2);
  out.u53(message.epoch);
  out.text(message.to);
  out.u16(message.answers.length);
  for (const { request, tag, result } of message.answers) {
    out.u32(request);
    out.u53(tag);
    out.u32(result.code);
    out.u53(result.seq);
    out.u53(result.ref);
    const [first, second] = result.facts;
    const withFacts = first !== 0n || second !== 0n;
    out.u8(withFacts ? 1 : 0);
    if (withFacts) {
      out.i64(first);
      out.i64(second);
    }
  }
  return sealed(out, signer);
}

const noFacts: readonly [bigint, bigint] = [0n, 0n];

export function unpackAnswers(bytes: Uint8Array, verifier: Verifier): AnswerMessage {
  const { reader } = openedSigned(bytes, verifier, 2);
  const epoch = reader.u53();
  const to = reader.text();
  const answers: PackedAnswer[] = [];
  for (let left = reader.u16(); left > 0; left -= 1) {
    const request = reader.u32();
    const tag = reader.u53();
    const code = reader.u32();
    const seq = reader.u53();
    const ref = reader.u53();
    const facts: readonly [bigint, bigint] = reader.u8() === 1 ? [reader.i64(), reader.i64()] : noFacts;
    answers.push({ request, tag, result: { code, seq, ref, facts } });
  }
  return { epoch, to, answers };
}

/** Reused: a part is written to its longest form first, and most are a third of it. */
const announced = new Writer(64 * 1024);

/** What is signed of a part. */
export function announcementBody(message: Announcement): Uint8Array {
  const out = announced;
  out.length = 0;
  out.u8(version);
  out.u8(announcementKind);
  out.u53(message.epoch);
  out.u53(message.seq);
  out.text(message.batchId);
  out.f64(message.at);
  out.u16(message.part);
  out.u16(message.parts);
  out.u32(message.events.length);
  writeNumbers(message.events, out);
  return out.done();
}

/** A body that was signed, as it is sent. */
export function withSignature(body: Uint8Array, signature: Uint8Array): Uint8Array<ArrayBuffer> {
  const message = new Uint8Array(body.length + signature.length);
  message.set(body);
  message.set(signature, body.length);
  return message;
}

export function packAnnouncement(message: Announcement, signer: Signer): Uint8Array {
  const body = announcementBody(message);
  return withSignature(body, signer.sign([body])[0]!);
}

export function unpackAnnouncement(bytes: Uint8Array, verifier: Verifier): Announcement {
  const { reader } = openedSigned(bytes, verifier, announcementKind);
  const epoch = reader.u53();
  const seq = reader.u53();
  const batchId = reader.text();
  const at = reader.f64();
  const part = reader.u16();
  const parts = reader.u16();
  const events = readNumbers(reader, reader.u32());
  return { epoch, seq, batchId, at, part, parts, events };
}

/** The process that signed an announcement. */
export const announcerOf = (bytes: Uint8Array, verifier: Verifier): string =>
  openedSigned(bytes, verifier, announcementKind).node;

/** The seal at the end of a message. */
export const sealOf = (bytes: Uint8Array): Uint8Array => bytes.subarray(bytes.length - sealLength);

export function packQuestion(message: QuestionMessage, by: Seal | Signer): Uint8Array<ArrayBuffer> {
  const out = new Writer(128 + message.body.length);
  out.u8(version);
  out.u8(4);
  out.u8(commandClasses.indexOf(message.by));
  out.text(message.sender);
  out.f64(message.sentAt);
  out.raw(message.body);
  return sealed(out, by);
}

export function unpackQuestion(bytes: Uint8Array, check: Seal | Verifier): QuestionMessage {
  const reader = opened(bytes, check, 4);
  const by = commandClasses[reader.u8()];
  if (by === undefined) throw new DecodeError("no such class");
  const sender = reader.text();
  const sentAt = reader.f64();
  return { by, sender, sentAt, body: reader.raw(reader.end - reader.at) };
}

export function packReply(message: ReplyMessage, by: Seal | Signer): Uint8Array<ArrayBuffer> {
  const out = new Writer(64 + message.body.length);
  out.u8(version);
  out.u8(5);
  if (message.question.length !== sealLength) throw new RangeError("the question's seal has another length");
  out.raw(message.question);
  out.raw(message.body);
  return sealed(out, by);
}

export function unpackReply(bytes: Uint8Array, check: Seal | Verifier): ReplyMessage {
  const reader = opened(bytes, check, 5);
  const question = reader.raw(sealLength);
  return { question, body: reader.raw(reader.end - reader.at) };
}

export function packAlive(message: AliveMessage, signer: Signer): Uint8Array<ArrayBuffer> {
  const out = new Writer(96);
  out.u8(version);
  out.u8(6);
  out.text(message.node);
  out.f64(message.sentAt);
  out.u8(message.answersNow ? 1 : 0);
  out.u32(message.logicVer);
  return sealed(out, signer);
}

export function unpackAlive(bytes: Uint8Array, verifier: Verifier): AliveMessage {
  const { reader, node } = openedOfItself(bytes, verifier, 6);
  const sentAt = reader.f64();
  const answersNow = reader.u8() === 1;
  return { node, sentAt, answersNow, logicVer: reader.u32() };
}

export function packMismatch(message: MismatchMessage, signer: Signer): Uint8Array<ArrayBuffer> {
  const out = new Writer(160);
  out.u8(version);
  out.u8(7);
  out.text(message.node);
  out.u53(message.epoch);
  out.u53(message.seq);
  out.raw(message.stateHash);
  return sealed(out, signer);
}

export function unpackMismatch(bytes: Uint8Array, verifier: Verifier): MismatchMessage {
  const { reader, node } = openedOfItself(bytes, verifier, 7);
  const epoch = reader.u53();
  const seq = reader.u53();
  return { node, epoch, seq, stateHash: reader.raw(reader.end - reader.at) };
}
