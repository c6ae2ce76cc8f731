import { DecodeError, hashBytes, Reader, Writer } from "./bytes.ts";
import { readExits, readFields, readTrigger, writeExits, writeFields, writeTrigger } from "./command-fields.ts";
import { type Command, type CommandOf, type CommandType, journalCommands } from "../journal/commands.ts";
import { type ClientKey, keyForms, noKey } from "../journal/define.ts";

/** A command before its hashes are known. */
type Draft<C> = C extends unknown ? Omit<C, "keyHigh" | "keyLow" | "bodyHash" | "targetHigh" | "targetLow"> : never;
export type CommandDraft = Draft<Command>;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const noWords = { w0: 0, w1: 0, w2: 0, w3: 0 };

/** A key as the client wrote it, in the shortest form that gives the same text back. */
export function keyOf(text: string): ClientKey {
  if (text === "") return noKey;
  if (uuid.test(text)) {
    const hex = text.replaceAll("-", "");
    const word = (i: number): number => Number.parseInt(hex.slice(i * 8, i * 8 + 8), 16) | 0;
    return { form: keyForms.uuid, w0: word(0), w1: word(1), w2: word(2), w3: word(3), text };
  }
  if (text.length > 16) return { form: keyForms.long, ...noWords, text };
  const word = (i: number): number => {
    let value = 0;
    for (let j = 3; j >= 0; j -= 1)
      value = (value << 8) | (i * 4 + j < text.length ? text.charCodeAt(i * 4 + j) & 255 : 0);
    return value;
  };
  return { form: keyForms.short, w0: word(0), w1: word(1), w2: word(2), w3: word(3), text };
}

/** Eight bytes that a gateway makes up for a client that sent no key of its own. */
export const madeKey = (w0: number, w1: number): ClientKey => ({
  form: keyForms.made,
  w0: w0 | 0,
  w1: w1 | 0,
  w2: 0,
  w3: 0,
  text: "",
});

/** The text of a packed key, as the client wrote it; empty where it wrote none. */
export function keyText(form: number, w0: number, w1: number, w2: number, w3: number): string {
  const words = [w0, w1, w2, w3];
  if (form === keyForms.uuid) {
    const hex = words.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  }
  if (form !== keyForms.short) return "";
  let text = "";
  for (const word of words)
    for (let j = 0; j < 4; j += 1) if ((word >>> (j * 8)) & 255) text += String.fromCharCode((word >>> (j * 8)) & 255);
  return text;
}

/** A text from words of four characters, the first one lowest, as events carry keys that do not pack and references of deposits. */
export function wordsText(length: number, words: readonly number[]): string {
  let text = "";
  for (let i = 0; i < length; i += 1) text += String.fromCharCode((words[i >> 2]! >>> ((i & 3) * 8)) & 255);
  return text;
}

/** Shorter ones have a form of their own, and one text must not have two. */
const longKeyMin = 17;

function writeKey(out: Writer, key: ClientKey): void {
  switch (key.form) {
    case keyForms.none:
      return;
    case keyForms.long:
      if (key.text.length < longKeyMin) throw new RangeError("a short key in the long form");
      return out.text(key.text);
    case keyForms.uuid:
    case keyForms.short:
      for (const word of [key.w0, key.w1, key.w2, key.w3]) out.i32(word);
      return;
    case keyForms.made:
      out.i32(key.w0);
      return out.i32(key.w1);
    default:
      throw new RangeError(`key form ${key.form}`);
  }
}

function readKey(reader: Reader, form: number): ClientKey {
  switch (form) {
    case keyForms.none:
      return noKey;
    case keyForms.uuid:
    case keyForms.short: {
      const w0 = reader.i32();
      return { form, w0, w1: reader.i32(), w2: reader.i32(), w3: reader.i32(), text: "" };
    }
    case keyForms.made: {
      const w0 = reader.i32();
      return { form, w0, w1: reader.i32(), w2: 0, w3: 0, text: "" };
    }
    case keyForms.long: {
      const text = reader.text();
      if (text.length < longKeyMin) throw new DecodeError("a short key in the long form");
      return { form, w0: 0, w1: 0, w2: 0, w3: 0, text };
    }
    default:
      throw new DecodeError(`key form ${form}`);
  }
}

/** Bytes of a key from `from` on: the same text always hashes alike, and never like another user's. */
function keyHash(bytes: Uint8Array, from: number, to: number, uid: number): { high: number; low: number } {
  return hashBytes(bytes, from, to, uid);
}

/** A number that must not reach into the bits beside its own. */
function bits(value: number, count: number): number {
  if (!Number.isInteger(value) || value < 0 || value >= 1 << count)
    throw new RangeError(`${value} takes more than ${count} bits`);
  return value;
}

const flagsOf = (c: Draft<CommandOf<"place_order">>): number =>
  bits(c.side, 1) |
  (bits(c.orderType, 2) << 1) |
  (bits(c.tif, 2) << 3) |
  ((c.postOnly ? 1 : 0) << 5) |
  (bits(c.stp, 2) << 6) |
  (bits(c.product, 3) << 8) |
  ((c.quoteAmount > 0 ? 1 : 0) << 11) |
  (bits(c.posSide, 2) << 12) |
  ((c.trigger === undefined ? 0 : 1) << 14) |
  ((c.tp === undefined && c.sl === undefined ? 0 : 1) << 15);

/** A place has one size: its amount, or else its quantity. */
const sizeOf = ({ qty, quoteAmount }: Draft<CommandOf<"place_order">>): number =>
  quoteAmount === 0 ? qty : quoteAmount;

/** The bytes of one command; a place with a key of at most 16 packed bytes takes 42. */
export function encodeCommand(command: CommandDraft, out: Writer): void {
  const { kind } = journalCommands[command.type];
  out.u8(kind);
  switch (command.type) {
    case "place_order": {
      out.u8(command.key.form);
      out.u32(command.uid);
      out.u16(command.market);
      out.u16(flagsOf(command));
      out.u53(command.price);
      out.u53(sizeOf(command));
      if (command.trigger !== undefined) writeTrigger(out, command.trigger);
      if (command.tp !== undefined || command.sl !== undefined) writeExits(out, command.tp, command.sl);
      return writeKey(out, command.key);
    }
    case "cancel_order":
      out.u8(command.key.form);
      out.u32(command.uid);
      out.u48(command.orderId);
      return writeKey(out, command.key);
    case "cancel_by_key":
      out.u8(command.key.form);
      out.u32(command.uid);
      out.u8(command.target.form);
      writeKey(out, command.target);
      return writeKey(out, command.key);
    default:
      return encodeByFields(command, out);
  }
}

function encodeByFields(command: Exclude<CommandDraft, { type: "place_order" }>, out: Writer): void {
  if ("key" in command) {
    out.u8(command.key.form);
    out.u32(command.uid);
    writeFields(out, journalCommands[command.type].fields, command);
    writeKey(out, command.key);
  } else {
    out.u16(command.producer);
    out.u48(command.number);
    writeFields(out, journalCommands[command.type].fields, command);
  }
}

const typeByKind = new Map<number, CommandType>(
  Object.entries(journalCommands).map(([type, { kind }]) => [kind, type as CommandType]),
);

/** The class that may give the command whose first byte this is, or undefined for a number nobody has. */
export function classOfKind(kind: number): string | undefined {
  const type = typeByKind.get(kind);
  return type === undefined ? undefined : journalCommands[type].by;
}

/** One command from exactly `length` bytes. Throws DecodeError and nothing else. */
export function decodeCommand(bytes: Uint8Array, from: number, length: number): Command {
  const reader = new Reader(bytes, from, from + length);
  const command = readCommand(reader);
  if (reader.at !== reader.end) throw new DecodeError("bytes left over");
  return command;
}

function readCommand(reader: Reader): Command {
  const start = reader.at;
  const type = typeByKind.get(reader.u8());
  switch (type) {
    case undefined:
      throw new DecodeError("unknown command");
    case "place_order": {
      const form = reader.u8();
      const uid = reader.u32();
      const market = reader.u16();
      const flags = reader.u16();
      const price = reader.u53();
      const size = reader.u53();
      const trigger = ((flags >> 14) & 1) === 1 ? readTrigger(reader) : undefined;
      const exits = ((flags >> 15) & 1) === 1 ? readExits(reader) : noExits;
      const keyFrom = reader.at;
      const key = readKey(reader, form);
      const hash = keyHash(reader.bytes, keyFrom, reader.at, uid);
      const body = hashBytes(reader.bytes, start, keyFrom, 1).low;
      const byAmount = ((flags >> 11) & 1) === 1;
      return {
        type,
        uid,
        key,
        keyHigh: hash.high,
        keyLow: hash.low,
        bodyHash: body,
        market,
        product: (flags >> 8) & 7,
        side: flags & 1,
        orderType: (flags >> 1) & 3,
        tif: (flags >> 3) & 3,
        postOnly: ((flags >> 5) & 1) === 1,
        stp: (flags >> 6) & 3,
        price,
        qty: byAmount ? 0 : size,
        quoteAmount: byAmount ? size : 0,
        posSide: (flags >> 12) & 3,
        trigger,
        tp: exits.tp,
        sl: exits.sl,
      };
    }
    default: {
      if (journalCommands[type].by === "user") return readUserCommand(reader, type, start);
      const producer = reader.u16();
      const number = reader.u48();
      const fields = readFields(reader, journalCommands[type].fields);
      const bodyHash = hashBytes(reader.bytes, start, reader.at, 1).low;
      return { ...fields, type, producer, number, bodyHash } as unknown as Command;
    }
  }
}

const noExits = { tp: undefined, sl: undefined };

function readUserCommand(reader: Reader, type: CommandType, start: number): Command {
  const form = reader.u8();
  const uid = reader.u32();
  const body = readBody(reader, type, uid);
  const keyFrom = reader.at;
  const key = readKey(reader, form);
  const hash = keyHash(reader.bytes, keyFrom, reader.at, uid);
  const bodyHash = hashBytes(reader.bytes, start, keyFrom, 1).low;
  return { ...body, type, uid, key, keyHigh: hash.high, keyLow: hash.low, bodyHash } as Command;
}

function readBody(reader: Reader, type: CommandType, uid: number): object {
  if (type === "cancel_order") return { orderId: reader.u48() };
  if (type !== "cancel_by_key") return readFields(reader, journalCommands[type].fields);
  const form = reader.u8();
  const from = reader.at;
  const target = readKey(reader, form);
  const hash = keyHash(reader.bytes, from, reader.at, uid);
  return { target, targetHigh: hash.high, targetLow: hash.low };
}
