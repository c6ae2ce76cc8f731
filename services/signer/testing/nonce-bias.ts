import { createHash } from "node:crypto";
import { mnemonicToAccount } from "viem/accounts";
import { testKeys, testWords } from "./fixture.ts";

export type NonceReport = {
  readonly count: number;
  /** Signatures whose nonce was used before. */
  readonly repeated: number;
  /** Of the bits of all nonces, how far from chance: the chance that a fair source gives as much or more. */
  readonly p: number;
};

/** The order of secp256k1. */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const bits = 256;
const mod = (value: bigint): bigint => ((value % order) + order) % order;

function inverse(value: bigint): bigint {
  let [a, b, x, y] = [mod(value), order, 1n, 0n];
  while (a > 1n) {
    const quotient = a / b;
    [a, b, x, y] = [b, a % b, y, x - quotient * y];
  }
  return mod(x);
}

/** Of a chi-squared sum with so many degrees, by Wilson and Hilferty; good to a few percent of p where p is above 1e-6. */
export function chanceOf(sum: number, degrees: number): number {
  const part = 2 / (9 * degrees);
  const z = (Math.cbrt(sum / degrees) - (1 - part)) / Math.sqrt(part);
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const tail =
    (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return z > 0 ? tail : 1 - tail;
}

/** Of the words of tests. */
export const hotKey: bigint = BigInt(
  `0x${Buffer.from(mnemonicToAccount(testWords).getHdKey().privateKey!).toString("hex")}`,
);

/** With the key the nonce can be found from a signature: k = (digest + r · key) / s. Its bits are counted. */
export async function nonceBias(
  count: number,
  seed: number,
  sign: typeof testKeys.sign = testKeys.sign,
): Promise<NonceReport> {
  const ones = new Float64Array(bits);
  const seen = new Set<string>();
  for (let i = 0; i < count; i += 1) {
    const digest = createHash("sha256").update(`${seed} ${i}`).digest();
    const { r, s } = await sign("hot", digest);
    seen.add(r.toString(36));
    let nonce = mod((BigInt(`0x${digest.toString("hex")}`) + r * hotKey) * inverse(s));
    // A low s may have turned its sign: of each pair one is taken, by chance of the digest.
    if (digest[0]! % 2 === 1) nonce = order - nonce;
    const text = nonce.toString(2).padStart(bits, "0");
    for (let bit = 0; bit < bits; bit += 1) if (text.charCodeAt(bit) === 49) ones[bit]! += 1;
  }
  const sum = ones.reduce((total, one) => total + (one - count / 2) ** 2 / (count / 4), 0);
  return { count, repeated: count - seen.size, p: chanceOf(sum, bits) };
}
