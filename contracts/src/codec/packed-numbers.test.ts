import fc from "fast-check";
import { expect, test } from "vitest";
import { DecodeError, Reader, Writer } from "./index.ts";
import { packedNumberBytesMax, readNumbers, writeNumbers } from "./packed-numbers.ts";

const packed = (numbers: Float64Array): Uint8Array => {
  const out = new Writer(1);
  writeNumbers(numbers, out);
  return out.done();
};
const bits = (numbers: Float64Array): BigUint64Array => new BigUint64Array(numbers.slice().buffer);

const one = fc.oneof(
  fc.nat(300),
  fc.nat(70_000),
  fc.double(),
  fc.maxSafeInteger(),
  fc.constantFrom(0, -0, NaN, Infinity, 255, 256, 65_535, 65_536, 2 ** 32 - 1, 2 ** 32, -1, 0.5),
);

test("numbers are read to the bit as they were written, within the bound of a part", () => {
  fc.assert(
    fc.property(fc.array(one, { maxLength: 40 }), (list) => {
      const numbers = Float64Array.from(list);
      const bytes = packed(numbers);
      expect(bytes.length).toBeLessThanOrEqual(Math.ceil(list.length * packedNumberBytesMax + 0.75));
      const reader = new Reader(bytes);
      expect(bits(readNumbers(reader, list.length))).toEqual(bits(numbers));
      expect(reader.at).toBe(bytes.length);
    }),
  );
});

test("small whole numbers take a byte and a quarter each", () => {
  expect(packed(new Float64Array(400).fill(255)).length).toBe(500);
});

test("numbers that are cut short, too many or have codes without a number are a DecodeError", () => {
  const bytes = packed(Float64Array.from([1, 300, 70_000, 0.5, 7]));
  for (let length = 0; length < bytes.length; length += 1)
    expect(() => readNumbers(new Reader(bytes, 0, length), 5)).toThrow(DecodeError);
  expect(() => readNumbers(new Reader(bytes), 2 ** 32 - 1)).toThrow(DecodeError);
  expect(() => readNumbers(new Reader(Uint8Array.of(0b100, 9, 9)), 1)).toThrow(DecodeError);
});
