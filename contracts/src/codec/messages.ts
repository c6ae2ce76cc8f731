import { DecodeError, Reader, Writer } from "./bytes.ts";
import { type CommandClass, commandClasses, type CommandResult } from "../journal/index.ts";

/**
 * What crosses the bus between gateways and a core, packed: never one message per order. Every message ends with a MAC over all bytes
 * before it; the reader checks it before it reads. `Seal` is the keyed hash of one class, given by whoever holds the key.
 */
export type Seal = (bytes: Uint8Array) => Uint8Array;
export const sealLength = 16;
const version = 1;

/** At most this much of one message (NATS is set to 64 KB). */
export const messageBytesMax = 60_000;

export type PackedCommand = { readonly request: number; readonly bytes: Uint8Array };
/** `sentAt` is the sender's clock in ms: a command older than ten seconds is refused before it is journaled. */
export type CommandMessage = {
  readonly by: CommandClass;
  readonly sender: string;
  readonly sentAt: number;
  readonly commands: readonly PackedCommand[];
};
export type PackedAnswer = { readonly request: number; readonly result: CommandResult };
export type AnswerMessage = { readonly epoch: number; readonly answers: readonly PackedAnswer[] };
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
function sealed(out: Writer, seal: Seal): Uint8Array<ArrayBuffer> {
  out.raw(seal(out.bytes.subarray(0, out.length)));
  return out.bytes.subarray(0, out.length);
}

function opened(bytes: Uint8Array, seal: Seal, kind: number): Reader {
  if (bytes.length < sealLength + 2) throw new DecodeError("message too short");
  const end = bytes.length - sealLength;
  const expected = seal(bytes.subarray(0, end));
  let difference = 0;
  for (let i = 0; i < sealLength; i += 1) difference |= expected[i]! ^ bytes[end + i]!;
  if (difference !== 0) throw new DecodeError("the seal does not fit");
  const reader = new Reader(bytes, 0, end);
  if (reader.u8() !== version || reader.u8() !== kind) throw new DecodeError("another kind of message");
  return reader;
}

/** The class a message claims, read before its seal can be checked: it decides which key must fit. */
export function claimedClass(bytes: Uint8Array): CommandClass {
  const by = commandClasses[bytes[2] ?? 255];
  if (by === undefined) throw new DecodeError("no such class");
  return by;
}

export function packCommands(message: CommandMessage, seal: Seal): Uint8Array<ArrayBuffer> {
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
  return sealed(out, seal);
}

export function unpackCommands(bytes: Uint8Array, seal: Seal): CommandMessage {
  const reader = opened(bytes, seal, 1);
  const by = commandClasses[reader.u8()];
  if (by === undefined) throw new DecodeError("no such class");
  const sender = reader.text();
  const sentAt = reader.f64();
  const commands: PackedCommand[] = [];
  for (let left = reader.u16(); left > 0; left -= 1) {
    const request = reader.u32();
    commands.push({ request, bytes: reader.raw(reader.u16()) });
  }
  return { by, sender, sentAt, commands };
}

export function packAnswers(message: AnswerMessage, seal: Seal): Uint8Array<ArrayBuffer> {
  const out = new Writer(32 + message.answers.length * 32);
  out.u8(version);
  out.u8(2);
  out.u53(message.epoch);
  out.u16(message.answers.length);
  for (const { request, result } of message.answers) {
    out.u32(request);
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
  return sealed(out, seal);
}

const noFacts: readonly [bigint, bigint] = [0n, 0n];

export function unpackAnswers(bytes: Uint8Array, seal: Seal): AnswerMessage {
  const reader = opened(bytes, seal, 2);
  const epoch = reader.u53();
  const answers: PackedAnswer[] = [];
  for (let left = reader.u16(); left > 0; left -= 1) {
    const request = reader.u32();
    const code = reader.u32();
    const seq = reader.u53();
    const ref = reader.u53();
    const facts: readonly [bigint, bigint] = reader.u8() === 1 ? [reader.i64(), reader.i64()] : noFacts;
    answers.push({ request, result: { code, seq, ref, facts } });
  }
  return { epoch, answers };
}

export function packAnnouncement(message: Announcement, seal: Seal): Uint8Array<ArrayBuffer> {
  const out = new Writer(128 + message.events.byteLength);
  out.u8(version);
  out.u8(3);
  out.u53(message.epoch);
  out.u53(message.seq);
  out.text(message.batchId);
  out.f64(message.at);
  out.u16(message.part);
  out.u16(message.parts);
  out.u32(message.events.length);
  out.raw(new Uint8Array(message.events.buffer, message.events.byteOffset, message.events.byteLength));
  return sealed(out, seal);
}

export function unpackAnnouncement(bytes: Uint8Array, seal: Seal): Announcement {
  const reader = opened(bytes, seal, 3);
  const epoch = reader.u53();
  const seq = reader.u53();
  const batchId = reader.text();
  const at = reader.f64();
  const part = reader.u16();
  const parts = reader.u16();
  const count = reader.u32();
  if (count > (reader.end - reader.at) / 8) throw new DecodeError("events cut short");
  // Copied by hand: `slice` of what a socket hands over (a Buffer) would share the socket's memory and its odd offset.
  const events = new Float64Array(count);
  new Uint8Array(events.buffer).set(reader.raw(count * 8));
  return { epoch, seq, batchId, at, part, parts, events };
}

/** The seal at the end of a message. */
export const sealOf = (bytes: Uint8Array): Uint8Array => bytes.subarray(bytes.length - sealLength);

export function packQuestion(message: QuestionMessage, seal: Seal): Uint8Array<ArrayBuffer> {
  const out = new Writer(128 + message.body.length);
  out.u8(version);
  out.u8(4);
  out.u8(commandClasses.indexOf(message.by));
  out.text(message.sender);
  out.f64(message.sentAt);
  out.raw(message.body);
  return sealed(out, seal);
}

export function unpackQuestion(bytes: Uint8Array, seal: Seal): QuestionMessage {
  const reader = opened(bytes, seal, 4);
  const by = commandClasses[reader.u8()];
  if (by === undefined) throw new DecodeError("no such class");
  const sender = reader.text();
  const sentAt = reader.f64();
  return { by, sender, sentAt, body: reader.raw(reader.end - reader.at) };
}

export function packReply(message: ReplyMessage, seal: Seal): Uint8Array<ArrayBuffer> {
  const out = new Writer(64 + message.body.length);
  out.u8(version);
  out.u8(5);
  out.raw(message.question);
  out.raw(message.body);
  return sealed(out, seal);
}

export function unpackReply(bytes: Uint8Array, seal: Seal): ReplyMessage {
  const reader = opened(bytes, seal, 5);
  const question = reader.raw(sealLength);
  return { question, body: reader.raw(reader.end - reader.at) };
}

export function packAlive(message: AliveMessage, seal: Seal): Uint8Array<ArrayBuffer> {
  const out = new Writer(96);
  out.u8(version);
  out.u8(6);
  out.text(message.node);
  out.f64(message.sentAt);
  out.u8(message.answersNow ? 1 : 0);
  out.u32(message.logicVer);
  return sealed(out, seal);
}

export function unpackAlive(bytes: Uint8Array, seal: Seal): AliveMessage {
  const reader = opened(bytes, seal, 6);
  const node = reader.text();
  const sentAt = reader.f64();
  const answersNow = reader.u8() === 1;
  return { node, sentAt, answersNow, logicVer: reader.u32() };
}

export function packMismatch(message: MismatchMessage, seal: Seal): Uint8Array<ArrayBuffer> {
  const out = new Writer(160);
  out.u8(version);
  out.u8(7);
  out.text(message.node);
  out.u53(message.epoch);
  out.u53(message.seq);
  out.raw(message.stateHash);
  return sealed(out, seal);
}

export function unpackMismatch(bytes: Uint8Array, seal: Seal): MismatchMessage {
  const reader = opened(bytes, seal, 7);
  const node = reader.text();
  const epoch = reader.u53();
  const seq = reader.u53();
  return { node, epoch, seq, stateHash: reader.raw(reader.end - reader.at) };
}
