import { DecodeError, hashBytes, Reader, Writer } from "./bytes.ts";
import { type ClientKey, type Command, commandKinds, keyForms, type PlaceOrder } from "./commands.ts";

/** A command before its hashes are known. */
type Draft<C> = C extends unknown ? Omit<C, "keyHigh" | "keyLow" | "bodyHash" | "targetHigh" | "targetLow"> : never;
export type CommandDraft = Draft<Command>;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const noWords = { w0: 0, w1: 0, w2: 0, w3: 0 };

export const noKey: ClientKey = { form: keyForms.none, ...noWords, text: "" };

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

/** The text of a key that does not pack, from the words of four characters that an `order_key` row carries. */
export function longKeyText(length: number, words: readonly number[]): string {
  let text = "";
  for (let i = 0; i < length; i += 1) text += String.fromCharCode((words[i >> 2]! >>> ((i & 3) * 8)) & 255);
  return text;
}

function writeKey(out: Writer, key: ClientKey): void {
  if (key.form === keyForms.long) out.text(key.text);
  else if (key.form === keyForms.uuid || key.form === keyForms.short) {
    const at = out.reserve(16);
    out.view.setInt32(at, key.w0, true);
    out.view.setInt32(at + 4, key.w1, true);
    out.view.setInt32(at + 8, key.w2, true);
    out.view.setInt32(at + 12, key.w3, true);
  } else if (key.form === keyForms.made) {
    out.i32(key.w0);
    out.i32(key.w1);
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
      if (text.length < 17) throw new DecodeError("a short key in the long form");
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

const flagsOf = (c: Draft<PlaceOrder>): number =>
  c.side |
  (c.orderType << 1) |
  (c.tif << 3) |
  ((c.postOnly ? 1 : 0) << 5) |
  (c.stp << 6) |
  (c.product << 8) |
  ((c.quoteAmount > 0 ? 1 : 0) << 11);

// Fields of the rare commands, in the order they stand on disk. The frequent ones are written out by hand below.
type FieldKind = "u8" | "u16" | "u32" | "u48" | "u53" | "i32" | "i64" | "text" | "weights";
const rareFields: Record<string, readonly (readonly [string, FieldKind])[]> = {
  credit_deposit: [
    ["uid", "u32"],
    ["asset", "u16"],
    ["amount", "i64"],
    ["reference", "text"],
  ],
  source_price_set: [
    ["market", "u16"],
    ["source", "u8"],
    ["price", "u53"],
  ],
  set_vip_level: [
    ["uid", "u32"],
    ["level", "u8"],
  ],
  set_account_status: [
    ["uid", "u32"],
    ["product", "u8"],
    ["status", "u8"],
  ],
  configure_asset: [
    ["asset", "u16"],
    ["code", "text"],
    ["scale", "u8"],
    ["displayDecimals", "u8"],
    ["maxHeld", "i64"],
  ],
  configure_market: [
    ["market", "u16"],
    ["symbol", "text"],
    ["kind", "u8"],
    ["base", "u16"],
    ["quote", "u16"],
    ["product", "u8"],
    ["tick", "u53"],
    ["lot", "u53"],
    ["minQty", "u53"],
    ["maxQty", "u53"],
    ["maxMarketQty", "u53"],
    ["minNotional", "u53"],
    ["maxNotional", "u53"],
    ["minPrice", "u53"],
    ["maxPrice", "u53"],
    ["band", "u32"],
    ["farBand", "u32"],
    ["marketProtection", "u32"],
    ["indexCap", "u32"],
    ["maxOpenOrders", "u32"],
    ["weights", "weights"],
  ],
  set_market_status: [
    ["market", "u16"],
    ["status", "u8"],
  ],
  configure_fees: [
    ["level", "u8"],
    ["spotMaker", "i32"],
    ["spotTaker", "i32"],
    ["perpMaker", "i32"],
    ["perpTaker", "i32"],
  ],
  upgrade: [
    ["to", "u16"],
    ["migration", "text"],
    ["codeHash", "text"],
  ],
};

function writeField(out: Writer, kind: FieldKind, value: unknown): void {
  if (kind === "text") out.text(value as string);
  else if (kind === "i64") out.i64(value as bigint);
  else if (kind === "weights") {
    const weights = value as number[];
    out.u8(weights.length);
    for (const weight of weights) out.u8(weight);
  } else out[kind](value as number);
}

function readField(reader: Reader, kind: FieldKind): unknown {
  if (kind !== "weights") return reader[kind]();
  const count = reader.u8();
  return Array.from({ length: count }, () => reader.u8());
}

/** The bytes of one command; a place with a key of at most 16 packed bytes takes 42. */
export function encodeCommand(command: CommandDraft, out: Writer): void {
  const { kind } = commandKinds[command.type];
  out.u8(kind);
  switch (command.type) {
    case "place_order": {
      out.u8(command.key.form);
      const at = out.reserve(8);
      out.view.setUint32(at, command.uid, true);
      out.view.setUint16(at + 4, command.market, true);
      out.view.setUint16(at + 6, flagsOf(command), true);
      out.u53(command.price);
      out.u53(command.quoteAmount > 0 ? command.quoteAmount : command.qty);
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
    case "cancel_all":
      out.u8(command.key.form);
      out.u32(command.uid);
      out.u16(command.market);
      out.u8(command.product);
      return writeKey(out, command.key);
    case "amend_order":
      out.u8(command.key.form);
      out.u32(command.uid);
      out.u48(command.orderId);
      out.u53(command.price);
      out.u53(command.qty);
      return writeKey(out, command.key);
    case "transfer":
      out.u8(command.key.form);
      out.u32(command.uid);
      out.u8(command.fromProduct);
      out.u16(command.fromSub);
      out.u8(command.toProduct);
      out.u16(command.toSub);
      out.u16(command.asset);
      out.i64(command.amount);
      return writeKey(out, command.key);
    default: {
      out.u16(command.producer);
      out.u48(command.number);
      const fields = command as unknown as Record<string, unknown>;
      for (const [name, fieldKind] of rareFields[command.type]!) writeField(out, fieldKind, fields[name]);
    }
  }
}

const typeByKind = new Map<number, Command["type"]>(
  Object.entries(commandKinds).map(([type, { kind }]) => [kind, type as Command["type"]]),
);

/** The class that may give the command whose first byte this is, or undefined for a number nobody has. */
export function classOfKind(kind: number): string | undefined {
  const type = typeByKind.get(kind);
  return type === undefined ? undefined : commandKinds[type].by;
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
      };
    }
    case "cancel_order":
    case "cancel_by_key":
    case "cancel_all":
    case "amend_order":
    case "transfer":
      return readUserCommand(reader, type, start);
    default: {
      const producer = reader.u16();
      const number = reader.u48();
      const command: Record<string, unknown> = { type, producer, number };
      for (const [name, fieldKind] of rareFields[type]!) command[name] = readField(reader, fieldKind);
      command.bodyHash = hashBytes(reader.bytes, start, reader.at, 1).low;
      return command as unknown as Command;
    }
  }
}

function readUserCommand(
  reader: Reader,
  type: "cancel_order" | "cancel_by_key" | "cancel_all" | "amend_order" | "transfer",
  start: number,
): Command {
  const form = reader.u8();
  const uid = reader.u32();
  const body = readBody(reader, type, uid);
  const keyFrom = reader.at;
  const key = readKey(reader, form);
  const hash = keyHash(reader.bytes, keyFrom, reader.at, uid);
  const bodyHash = hashBytes(reader.bytes, start, keyFrom, 1).low;
  return { ...body, type, uid, key, keyHigh: hash.high, keyLow: hash.low, bodyHash } as Command;
}

function readBody(reader: Reader, type: Command["type"], uid: number): object {
  switch (type) {
    case "cancel_order":
      return { orderId: reader.u48() };
    case "cancel_by_key": {
      const form = reader.u8();
      const from = reader.at;
      const target = readKey(reader, form);
      const hash = keyHash(reader.bytes, from, reader.at, uid);
      return { target, targetHigh: hash.high, targetLow: hash.low };
    }
    case "cancel_all":
      return { market: reader.u16(), product: reader.u8() };
    case "amend_order":
      return { orderId: reader.u48(), price: reader.u53(), qty: reader.u53() };
    default:
      return {
        fromProduct: reader.u8(),
        fromSub: reader.u16(),
        toProduct: reader.u8(),
        toSub: reader.u16(),
        asset: reader.u16(),
        amount: reader.i64(),
      };
  }
}
