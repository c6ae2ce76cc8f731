import { keccak256 } from "./keccak.ts";

/** A point of secp256k1 that is not the one at infinity. */
type Point = { readonly x: bigint; readonly y: bigint };

const field = (1n << 256n) - (1n << 32n) - 977n;
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const base: Point = {
  x: 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  y: 0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
};

const modulo = (value: bigint, by: bigint): bigint => ((value % by) + by) % by;

function inverse(value: bigint, by: bigint): bigint {
  let [a, b, x, y] = [modulo(value, by), by, 1n, 0n];
  while (a > 1n) {
    const times = b / a;
    [a, b, x, y] = [b % a, a, y - times * x, x];
  }
  return modulo(x, by);
}

function power(value: bigint, exponent: bigint): bigint {
  let [result, factor, rest] = [1n, value, exponent];
  while (rest > 0n) {
    if (rest % 2n === 1n) result = (result * factor) % field;
    factor = (factor * factor) % field;
    rest /= 2n;
  }
  return result;
}

/** Undefined is the point at infinity. */
function added(a: Point | undefined, b: Point | undefined): Point | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  if (a.x === b.x && a.y !== b.y) return undefined;
  const slope =
    a.x === b.x ? 3n * a.x * a.x * inverse(2n * a.y, field) : (b.y - a.y) * inverse(modulo(b.x - a.x, field), field);
  const x = modulo(slope * slope - a.x - b.x, field);
  return { x, y: modulo(slope * (a.x - x) - a.y, field) };
}

function multiplied(point: Point, by: bigint): Point | undefined {
  let result: Point | undefined;
  let double: Point | undefined = point;
  for (let rest = by; rest > 0n; rest /= 2n) {
    if (rest % 2n === 1n) result = added(result, double);
    double = added(double, double);
  }
  return result;
}

const numberOf = (bytes: Uint8Array): bigint => bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const asciiOf = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const pointBytes = ({ x, y }: Point): Uint8Array =>
  Uint8Array.from({ length: 64 }, (_, at) => Number(((at < 32 ? x : y) >> BigInt(8 * (31 - (at % 32)))) & 255n));

/** The public key that a signature of a digest is of. */
function recovered(digest: bigint, r: bigint, s: bigint, isOdd: boolean): Point | undefined {
  // A high s is the same signature in a second writing, which wallets do not make.
  if (r === 0n || r >= order || s === 0n || s > order / 2n) return undefined;
  const square = modulo(r * r * r + 7n, field);
  const root = power(square, (field + 1n) / 4n);
  if ((root * root) % field !== square) return undefined;
  const point = { x: r, y: (root % 2n === 1n) === isOdd ? root : field - root };
  const inverted = inverse(r, order);
  return added(multiplied(point, modulo(s * inverted, order)), multiplied(base, modulo(-digest * inverted, order)));
}

/** The digest that EIP-191 gives to a text of a person. It begins with byte 25, as no transaction does. */
const personalDigest = (text: string): Uint8Array =>
  keccak256(asciiOf(`\u0019Ethereum Signed Message:\n${text.length}${text}`));

/**
 * The address, in lower case, whose key signed a text by EIP-191; undefined where nobody's did. A signature is r, s and 27 or 28, in 130 hex
 * digits behind 0x. Nothing here is secret, so that nothing has to take the same time.
 */
export function recoverAddress(text: string, signature: string): string | undefined {
  const parts = /^0x([0-9a-f]{64})([0-9a-f]{64})(1b|1c)$/.exec(signature);
  // Letters beyond ASCII have several bytes; no statement has one.
  if (parts === null || !/^[\n -~]*$/.test(text)) return undefined;
  const [, r, s, parity] = parts;
  const key = recovered(numberOf(personalDigest(text)), BigInt(`0x${r}`), BigInt(`0x${s}`), parity === "1c");
  return key === undefined ? undefined : `0x${hexOf(keccak256(pointBytes(key)).subarray(12))}`;
}
