import { hash } from "node:crypto";
import type { AssetLiabilities } from "@tidemark/engine";
import type { Liability } from "./liability-tree.ts";

/** A leaf without its nonce: the owner's number in 6 bytes, the balance in 16. */
const width = 22;
const numberBytes = 6;

/** System accounts are leaves under numbers that no user has: this, and the account's key. */
const systemNumber = 2 ** 32;
export const isSystemNumber = (number: number): boolean => number >= systemNumber;

/** In the order of the numbers, so that one is found by halving. */
export function packLeaves({ users, system }: Pick<AssetLiabilities, "users" | "system">): Buffer {
  const numbers = new Float64Array(users.size + system.size);
  let at = 0;
  for (const uid of users.keys()) numbers[at++] = uid;
  for (const key of system.keys()) numbers[at++] = systemNumber + key;
  numbers.sort();
  const packed = Buffer.allocUnsafe(numbers.length * width);
  numbers.forEach((number, i) => {
    const balance = isSystemNumber(number) ? system.get(number - systemNumber)! : users.get(number)!;
    packed.writeUIntBE(number, i * width, numberBytes);
    packed.writeBigUInt64BE(balance >> 64n, i * width + numberBytes);
    packed.writeBigUInt64BE(balance & 0xffff_ffff_ffff_ffffn, i * width + numberBytes + 8);
  });
  return packed;
}

const numberAt = (packed: Buffer, nth: number): number => packed.readUIntBE(nth * width, numberBytes);
const balanceAt = (packed: Buffer, nth: number): bigint =>
  (packed.readBigUInt64BE(nth * width + numberBytes) << 64n) | packed.readBigUInt64BE(nth * width + numberBytes + 8);

const blockBytes = 64;
const hashBytes = 32;

/**
 * Nonces of an asset in a publication: HMAC-SHA256 of the number in 8 bytes and the asset's code, so that nobody without the key can guess
 * one, and who is given one of an account finds no leaf of it in another asset. Two plain hashes, for an Hmac object takes Node twenty times
 * as long, a million times.
 */
export function noncesOf(key: Uint8Array, asset: string): (number: number) => Buffer {
  if (key.length > blockBytes) throw new RangeError("the key is longer than a block");
  const code = Buffer.from(asset);
  const inner = Buffer.concat([Buffer.alloc(blockBytes, 0x36), Buffer.alloc(8), code]);
  const outer = Buffer.alloc(blockBytes + hashBytes, 0x5c);
  key.forEach((byte, i) => {
    inner[i] = byte ^ 0x36;
    outer[i] = byte ^ 0x5c;
  });
  return (number) => {
    inner.writeUIntBE(number, blockBytes + 8 - numberBytes, numberBytes);
    hash("sha256", inner, "buffer").copy(outer, blockBytes);
    return hash("sha256", outer, "buffer");
  };
}

/** The leaves of an asset's tree, with their nonces. */
export function* liabilitiesIn(packed: Buffer, key: Uint8Array, asset: string): Generator<Liability> {
  const nonceOf = noncesOf(key, asset);
  for (let nth = 0; nth < packed.length / width; nth += 1) {
    const uid = numberAt(packed, nth);
    yield { uid, nonce: nonceOf(uid), balance: balanceAt(packed, nth) };
  }
}

/** Where a number stands, and its balance; undefined where it has no leaf. */
export function findLeaf(
  packed: Buffer,
  number: number,
): { readonly nth: number; readonly balance: bigint } | undefined {
  let [low, high] = [0, packed.length / width];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (numberAt(packed, middle) < number) low = middle + 1;
    else high = middle;
  }
  if (low === packed.length / width || numberAt(packed, low) !== number) return undefined;
  return { nth: low, balance: balanceAt(packed, low) };
}
