import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { findLeaf, isSystemNumber, liabilitiesIn, noncesOf, packLeaves } from "./packed-leaves.ts";

const key = Buffer.alloc(32, 7);
const packed = packLeaves({
  users: new Map([
    [9, 5n],
    [2, 2n ** 100n],
    [4_000_000_000, 1n],
  ]),
  system: new Map([[19, 8n]]),
});

test("leaves come back as they were packed, users by number and the exchange's own behind them", () => {
  const all = [...liabilitiesIn(packed, key, "BTC")];
  expect(all.map(({ uid, balance }) => [isSystemNumber(uid), uid % 2 ** 32, balance])).toEqual([
    [false, 2, 2n ** 100n],
    [false, 9, 5n],
    [false, 4_000_000_000, 1n],
    [true, 19, 8n],
  ]);
});

test("a number is found at its place, and one that has no leaf is not", () => {
  expect(findLeaf(packed, 9)).toEqual({ nth: 1, balance: 5n });
  expect(findLeaf(packed, 4_000_000_000)).toEqual({ nth: 2, balance: 1n });
  for (const absent of [0, 1, 3, 19, 5_000_000_000]) expect(findLeaf(packed, absent)).toBeUndefined();
  expect(findLeaf(Buffer.alloc(0), 9)).toBeUndefined();
});

test("a nonce is the HMAC of number and asset under the publication's key", () => {
  const other = Buffer.alloc(32, 8);
  const hmacOf = (by: Buffer, number: bigint, asset: string): string => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE(number);
    return createHmac("sha256", by).update(bytes).update(asset).digest("hex");
  };
  const nonceOf = noncesOf(key, "BTC");
  const nonces = [
    nonceOf(9),
    nonceOf(2 ** 32 + 19),
    nonceOf(9),
    noncesOf(other, "BTC")(9),
    noncesOf(key, "USDT")(9),
  ].map((nonce) => nonce.toString("hex"));
  expect(nonces).toEqual([
    hmacOf(key, 9n, "BTC"),
    hmacOf(key, 2n ** 32n + 19n, "BTC"),
    hmacOf(key, 9n, "BTC"),
    hmacOf(other, 9n, "BTC"),
    hmacOf(key, 9n, "USDT"),
  ]);
  expect(new Set(nonces).size).toBe(4);
});

test("an account has another nonce in every asset", () => {
  const [inBtc, inUsdt] = ["BTC", "USDT"].map((asset) => [...liabilitiesIn(packed, key, asset)]);
  for (const [nth, { uid, nonce }] of inBtc!.entries()) {
    expect(inUsdt![nth]!.uid).toBe(uid);
    expect(inUsdt![nth]!.nonce).not.toEqual(nonce);
  }
});
