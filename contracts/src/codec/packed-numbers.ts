import { DecodeError, type Reader, type Writer } from "./bytes.ts";

/**
 * Numbers of events in as few bytes as most of them need: a third of eight each, so a batch is hashed, sent and checked three times as
 * fast. A byte of four codes stands before each four numbers: whole numbers of 1, 2 or 4 bytes, or all 8 bytes of anything else.
 */
const widths = [1, 2, 4, 8] as const;
const wide = 3;
export const packedNumberBytesMax = 8.25;

const bytesByCodes = Uint8Array.from(
  { length: 256 },
  (_, codes) => widths[codes & 3]! + widths[(codes >> 2) & 3]! + widths[(codes >> 4) & 3]! + widths[codes >> 6]!,
);

/** A zero with a sign is not the whole number 0. */
function codeOf(value: number, whole: number): number {
  if (whole !== value || (whole === 0 && Object.is(value, -0))) return wide;
  return whole < 256 ? 0 : whole < 65_536 ? 1 : 2;
}

export function writeNumbers(numbers: Float64Array, out: Writer): void {
  let at = out.reserve(Math.ceil(numbers.length / 4) + numbers.length * 8);
  const { bytes } = out;
  const raw = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  let codesAt = 0;
  for (let i = 0; i < numbers.length; i += 1) {
    const place = i & 3;
    if (place === 0) {
      codesAt = at++;
      bytes[codesAt] = 0;
    }
    const value = numbers[i]!;
    const whole = value >>> 0;
    const code = codeOf(value, whole);
    bytes[codesAt]! |= code << (2 * place);
    if (code === wide) for (let k = 0; k < 8; k += 1) bytes[at++] = raw[i * 8 + k]!;
    else {
      bytes[at++] = whole;
      if (code > 0) bytes[at++] = whole >>> 8;
      if (code > 1) {
        bytes[at++] = whole >>> 16;
        bytes[at++] = whole >>> 24;
      }
    }
  }
  out.length = at;
}

export function readNumbers(reader: Reader, count: number): Float64Array<ArrayBuffer> {
  if (count > (reader.end - reader.at) * 4) throw new DecodeError("events cut short");
  const { bytes } = reader;
  const numbers = new Float64Array(count);
  const raw = new Uint8Array(numbers.buffer);
  for (let i = 0; i < count; i += 4) {
    const codes = reader.u8();
    const inGroup = Math.min(4, count - i);
    // Behind the last number stand codes of 0 and no bytes.
    let at = reader.take(bytesByCodes[codes]! - (4 - inGroup));
    for (let k = i; k < i + inGroup; k += 1) {
      const code = (codes >> (2 * (k - i))) & 3;
      if (code === wide) for (let byte = 0; byte < 8; byte += 1) raw[k * 8 + byte] = bytes[at++]!;
      else if (code === 0) numbers[k] = bytes[at++]!;
      else {
        let whole = bytes[at]! | (bytes[at + 1]! << 8);
        if (code === 2) whole |= (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
        numbers[k] = whole >>> 0;
        at += widths[code]!;
      }
    }
    if (at !== reader.at) throw new DecodeError("codes behind the last number");
  }
  return numbers;
}
