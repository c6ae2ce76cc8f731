/** Bytes that do not decode are a value for the caller to refuse, never a surprise of another type. */
export class DecodeError extends Error {}

const two32 = 4_294_967_296;
const two48 = 281_474_976_710_656;

/** What a reader would refuse or read as another number must not be written: a row that nobody can read stops every node. */
function checkWhole(value: number, min: number, max: number): void {
  if (!Number.isInteger(value) || value < min || value > max)
    throw new RangeError(`${value} is not a whole number from ${min} to ${max}`);
}

/** A growing little-endian writer. It throws RangeError for a value that a reader would not give back. */
export class Writer {
  bytes: Uint8Array<ArrayBuffer>;
  view: DataView<ArrayBuffer>;
  length = 0;

  constructor(capacity = 256) {
    this.bytes = new Uint8Array(capacity);
    this.view = new DataView(this.bytes.buffer);
  }

  /** Makes room first: `bytes` and `view` may be other ones afterwards, so nobody may hold them across a call. */
  reserve(more: number): number {
    const at = this.length;
    const needed = at + more;
    if (needed > this.bytes.length) {
      const grown = new Uint8Array(Math.max(needed, this.bytes.length * 2));
      grown.set(this.bytes.subarray(0, at));
      this.bytes = grown;
      this.view = new DataView(grown.buffer);
    }
    this.length = needed;
    return at;
  }

  u8(value: number): void {
    checkWhole(value, 0, 255);
    const at = this.reserve(1);
    this.bytes[at] = value;
  }
  u16(value: number): void {
    checkWhole(value, 0, 65_535);
    const at = this.reserve(2);
    this.view.setUint16(at, value, true);
  }
  u32(value: number): void {
    checkWhole(value, 0, two32 - 1);
    const at = this.reserve(4);
    this.view.setUint32(at, value, true);
  }
  i32(value: number): void {
    checkWhole(value, -2_147_483_648, 2_147_483_647);
    const at = this.reserve(4);
    this.view.setInt32(at, value, true);
  }
  /** A whole number below 2^53 in eight bytes. */
  u53(value: number): void {
    checkWhole(value, 0, Number.MAX_SAFE_INTEGER);
    const at = this.reserve(8);
    this.view.setUint32(at, value % two32, true);
    this.view.setUint32(at + 4, Math.floor(value / two32), true);
  }
  /** An id below 2^48 in six bytes. */
  u48(value: number): void {
    checkWhole(value, 0, two48 - 1);
    const at = this.reserve(6);
    this.view.setUint32(at, value % two32, true);
    this.view.setUint16(at + 4, Math.floor(value / two32), true);
  }
  /** A time: what is no number would be neither early nor late. */
  f64(value: number): void {
    if (!Number.isFinite(value)) throw new RangeError(`${value} is no time`);
    const at = this.reserve(8);
    this.view.setFloat64(at, value, true);
  }
  i64(value: bigint): void {
    if (BigInt.asIntN(64, value) !== value) throw new RangeError(`${value} does not fit 64 bits`);
    const at = this.reserve(8);
    this.view.setBigInt64(at, value, true);
  }
  raw(bytes: Uint8Array): void {
    const at = this.reserve(bytes.length);
    this.bytes.set(bytes, at);
  }
  /** At most 255 characters, each of one byte. */
  text(value: string): void {
    if (value.length > 255) throw new RangeError("text too long");
    for (let i = 0; i < value.length; i += 1)
      if (value.charCodeAt(i) > 255) throw new RangeError("a character of more than one byte");
    const at = this.reserve(1 + value.length);
    this.bytes[at] = value.length;
    for (let i = 0; i < value.length; i += 1) this.bytes[at + 1 + i] = value.charCodeAt(i);
  }
  done(): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(0, this.length);
  }
}

/** A bounded little-endian reader: running off the end is a DecodeError. */
export class Reader {
  readonly bytes: Uint8Array;
  at: number;
  readonly end: number;

  constructor(bytes: Uint8Array, at = 0, end = bytes.length) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  take(count: number): number {
    const at = this.at;
    if (count < 0 || at + count > this.end)
      throw new DecodeError(`${count} bytes wanted at ${at}, ${this.end} is the end`);
    this.at = at + count;
    return at;
  }

  // Byte by byte: making a DataView costs more than all the fields of a command.
  u8(): number {
    return this.bytes[this.take(1)]!;
  }
  u16(): number {
    const at = this.take(2);
    return this.bytes[at]! | (this.bytes[at + 1]! << 8);
  }
  u32(): number {
    return wordAt(this.bytes, this.take(4)) >>> 0;
  }
  i32(): number {
    return wordAt(this.bytes, this.take(4));
  }
  u53(): number {
    const at = this.take(8);
    const high = wordAt(this.bytes, at + 4) >>> 0;
    if (high >= 2_097_152) throw new DecodeError("number above 2^53");
    return high * two32 + (wordAt(this.bytes, at) >>> 0);
  }
  u48(): number {
    const at = this.take(6);
    return (this.bytes[at + 4]! | (this.bytes[at + 5]! << 8)) * two32 + (wordAt(this.bytes, at) >>> 0);
  }
  f64(): number {
    const value = this.#view(this.take(8)).getFloat64(0, true);
    if (!Number.isFinite(value)) throw new DecodeError("not a time");
    return value;
  }
  i64(): bigint {
    return this.#view(this.take(8)).getBigInt64(0, true);
  }
  #view(at: number): DataView {
    return new DataView(this.bytes.buffer, this.bytes.byteOffset + at, 8);
  }
  raw(count: number): Uint8Array {
    const at = this.take(count);
    return this.bytes.subarray(at, at + count);
  }
  text(): string {
    const length = this.u8();
    const at = this.take(length);
    let out = "";
    for (let i = 0; i < length; i += 1) out += String.fromCharCode(this.bytes[at + i]!);
    return out;
  }
}

/** Four bytes as one signed word. */
const wordAt = (bytes: Uint8Array, at: number): number =>
  bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);

/**
 * Two 32-bit lanes over bytes, four at a time: fast, the same on every machine, and part of the journal's meaning, so never to be
 * changed once a journal is kept.
 */
export function hashBytes(bytes: Uint8Array, from: number, to: number, seed: number): { high: number; low: number } {
  let a = (seed ^ 0x9e3779b9 ^ (to - from)) | 0;
  let b = (Math.imul(seed, 0x85ebca6b) ^ 0x2545f491) | 0;
  let at = from;
  for (; at + 4 <= to; at += 4) {
    const word = wordAt(bytes, at);
    a = Math.imul(a ^ word, 0x9e3779b1);
    a ^= a >>> 15;
    b = Math.imul(b + word, 0x5bd1e995) ^ (b >>> 13);
  }
  for (; at < to; at += 1) {
    a = Math.imul(a ^ bytes[at]!, 0x01000193);
    b = Math.imul(b + bytes[at]!, 0x5bd1e995) ^ (b >>> 13);
  }
  a = Math.imul(a ^ (a >>> 16) ^ b, 0x7feb352d);
  b = Math.imul(b ^ (b >>> 13) ^ a, 0x846ca68b);
  return { high: (a ^ (a >>> 15)) | 0, low: (b ^ (b >>> 16)) | 0 };
}
