import { DecodeError, hashBytes, Reader, Writer } from "./bytes.ts";
import {
  type ClientKey,
  type Command,
  commandKinds,
  type ContractTier,
  type Exit,
  keyForms,
  type PlaceOrder,
  type Trigger,
} from "./commands.ts";

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
  ((c.quoteAmount > 0 ? 1 : 0) << 11) |
  (c.posSide << 12) |
  ((c.trigger === undefined ? 0 : 1) << 14) |
  ((c.tp === undefined && c.sl === undefined ? 0 : 1) << 15);

function writeTrigger(out: Writer, trigger: Trigger): void {
  out.u53(trigger.price);
  out.u8(trigger.by);
}

function writeExits(out: Writer, tp: Exit | undefined, sl: Exit | undefined): void {
  out.u8((tp === undefined ? 0 : 1) + (sl === undefined ? 0 : 2));
  for (const exit of [tp, sl]) {
    if (exit === undefined) continue;
    writeTrigger(out, exit);
    out.u53(exit.limit);
  }
}

const readTrigger = (reader: Reader): Trigger => ({ price: reader.u53(), by: reader.u8() });

function readExits(reader: Reader): { tp: Exit | undefined; sl: Exit | undefined } {
  const which = reader.u8();
  const exit = (): Exit => ({ ...readTrigger(reader), limit: reader.u53() });
  const tp = which % 2 === 1 ? exit() : undefined;
  return { tp, sl: which >= 2 ? exit() : undefined };
}

// Fields of the rare commands, in the order they stand on disk. The frequent ones are written out by hand below.
type FieldKind = "u8" | "u16" | "u32" | "u48" | "u53" | "i32" | "i64" | "text" | "flag" | "weights" | "tiers" | "exits";
type Fields = readonly (readonly [string, FieldKind])[];

/** Of users: these stand between who gives the command and its key. */
const userFields: Partial<Record<Command["type"], Fields>> = {
  cancel_all: [
    ["market", "u16"],
    ["product", "u8"],
    ["posSide", "u8"],
    ["includeTriggers", "flag"],
    ["includeTpsl", "flag"],
  ],
  amend_order: [
    ["orderId", "u48"],
    ["price", "u53"],
    ["qty", "u53"],
    ["trigger", "u53"],
  ],
  transfer: [
    ["fromProduct", "u8"],
    ["fromSub", "u16"],
    ["toProduct", "u8"],
    ["toSub", "u16"],
    ["asset", "u16"],
    ["amount", "i64"],
  ],
  set_tpsl: [
    ["market", "u16"],
    ["posSide", "u8"],
    ["qty", "u53"],
    ["exits", "exits"],
  ],
  flash_close: [
    ["market", "u16"],
    ["posSide", "u8"],
  ],
  close_all: [["product", "u8"]],
  set_margin_mode: [
    ["market", "u16"],
    ["mode", "u8"],
  ],
  set_leverage: [
    ["market", "u16"],
    ["posSide", "u8"],
    ["leverage", "u8"],
  ],
  change_margin: [
    ["market", "u16"],
    ["posSide", "u8"],
    ["amount", "i64"],
  ],
  cancel_after: [
    ["ms", "u32"],
    ["market", "u16"],
    ["product", "u8"],
  ],
  earn_subscribe: [
    ["asset", "u16"],
    ["amount", "i64"],
  ],
  earn_redeem: [
    ["asset", "u16"],
    ["amount", "i64"],
  ],
  borrow: [
    ["market", "u16"],
    ["asset", "u16"],
    ["amount", "i64"],
  ],
  repay: [
    ["market", "u16"],
    ["asset", "u16"],
    ["amount", "i64"],
  ],
};

const rareFields: Partial<Record<Command["type"], Fields>> = {
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
  configure_contract: [
    ["market", "u16"],
    ["settle", "u16"],
    ["flashBand", "u32"],
    ["markClamp", "u32"],
    ["liqFeeRate", "u32"],
    ["oiCap", "i64"],
    ["maxTriggers", "u16"],
    ["maxLeverage", "u8"],
    ["fundingIntervalMs", "u32"],
    ["interestRate", "i32"],
    ["fundingCap", "u32"],
    ["impactNotional", "i64"],
    ["tiers", "tiers"],
  ],
  configure_pair: [
    ["market", "u16"],
    ["leverage", "u8"],
    ["baseRate", "u32"],
    ["quoteRate", "u32"],
  ],
  settle_market: [
    ["market", "u16"],
    ["mark", "u53"],
  ],
  credit_house: [
    ["asset", "u16"],
    ["amount", "i64"],
  ],
  move_house: [
    ["product", "u8"],
    ["asset", "u16"],
    ["amount", "i64"],
  ],
  seed_fund: [
    ["fund", "u8"],
    ["product", "u8"],
    ["asset", "u16"],
    ["amount", "i64"],
  ],
  sweep_rounding: [
    ["product", "u8"],
    ["asset", "u16"],
  ],
  reverse_deposit: [
    ["uid", "u32"],
    ["asset", "u16"],
    ["amount", "i64"],
  ],
  set_trading_stop: [
    ["uid", "u32"],
    ["market", "u16"],
    ["stopped", "flag"],
  ],
  set_withdrawal_lock: [
    ["uid", "u32"],
    ["until", "u53"],
  ],
  set_kyc_level: [
    ["uid", "u32"],
    ["level", "u8"],
  ],
  fund_campaign: [
    ["campaign", "u32"],
    ["product", "u8"],
    ["asset", "u16"],
    ["amount", "i64"],
  ],
  grant_bonus: [
    ["uid", "u32"],
    ["grant", "u32"],
    ["campaign", "u32"],
    ["kind", "u8"],
    ["amount", "i64"],
    ["ratio", "u32"],
    ["endsAt", "u53"],
    ["market", "u16"],
    ["minLeverage", "u8"],
    ["maxLeverage", "u8"],
  ],
  recall_grant: [["grant", "u32"]],
  pay_coupon: [
    ["uid", "u32"],
    ["campaign", "u32"],
    ["asset", "u16"],
    ["amount", "i64"],
  ],
  pay_referral: [
    ["uid", "u32"],
    ["product", "u8"],
    ["asset", "u16"],
    ["amount", "i64"],
  ],
  pay_earn: [
    ["uid", "u32"],
    ["asset", "u16"],
    ["amount", "i64"],
  ],
  open_voucher: [
    ["uid", "u32"],
    ["voucher", "u32"],
    ["campaign", "u32"],
    ["market", "u16"],
    ["posSide", "u8"],
    ["leverage", "u8"],
    ["face", "i64"],
  ],
  upgrade: [
    ["to", "u16"],
    ["migration", "text"],
    ["codeHash", "text"],
  ],
};

function writeFields(out: Writer, fields: Fields, command: Readonly<Record<string, unknown>>): void {
  for (const [name, kind] of fields) {
    const value = command[name];
    if (kind === "text") out.text(value as string);
    else if (kind === "i64") out.i64(value as bigint);
    else if (kind === "flag") out.u8(value === true ? 1 : 0);
    else if (kind === "exits") writeExits(out, command.tp as Exit | undefined, command.sl as Exit | undefined);
    else if (kind === "tiers") writeTiers(out, value as ContractTier[]);
    else if (kind === "weights") {
      const weights = value as number[];
      out.u8(weights.length);
      for (const weight of weights) out.u8(weight);
    } else out[kind](value as number);
  }
}

function writeTiers(out: Writer, tiers: readonly ContractTier[]): void {
  out.u8(tiers.length);
  for (const tier of tiers) {
    out.i64(tier.cap);
    out.u8(tier.maxLeverage);
    out.u32(tier.mmr);
  }
}

function readFields(reader: Reader, fields: Fields): Record<string, unknown> {
  const command: Record<string, unknown> = {};
  for (const [name, kind] of fields) {
    if (kind === "exits") Object.assign(command, readExits(reader));
    else if (kind === "flag") command[name] = reader.u8() === 1;
    else if (kind === "weights") command[name] = Array.from({ length: reader.u8() }, () => reader.u8());
    else if (kind === "tiers")
      command[name] = Array.from({ length: reader.u8() }, () => {
        const cap = reader.i64();
        return { cap, maxLeverage: reader.u8(), mmr: reader.u32() };
      });
    else command[name] = reader[kind]();
  }
  return command;
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
      return encodeRare(command, out);
  }
}

function encodeRare(command: Exclude<CommandDraft, { type: "place_order" }>, out: Writer): void {
  if ("key" in command) {
    out.u8(command.key.form);
    out.u32(command.uid);
    writeFields(out, userFields[command.type]!, command);
    writeKey(out, command.key);
  } else {
    out.u16(command.producer);
    out.u48(command.number);
    writeFields(out, rareFields[command.type]!, command);
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
      if (commandKinds[type].by === "user") return readUserCommand(reader, type, start);
      const producer = reader.u16();
      const number = reader.u48();
      const fields = readFields(reader, rareFields[type]!);
      const bodyHash = hashBytes(reader.bytes, start, reader.at, 1).low;
      return { ...fields, type, producer, number, bodyHash } as unknown as Command;
    }
  }
}

const noExits = { tp: undefined, sl: undefined };

function readUserCommand(reader: Reader, type: Command["type"], start: number): Command {
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
  if (type === "cancel_order") return { orderId: reader.u48() };
  if (type !== "cancel_by_key") return readFields(reader, userFields[type]!);
  const form = reader.u8();
  const from = reader.at;
  const target = readKey(reader, form);
  const hash = keyHash(reader.bytes, from, reader.at, uid);
  return { target, targetHigh: hash.high, targetLow: hash.low };
}
