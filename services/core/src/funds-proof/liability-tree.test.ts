import { hash } from "node:crypto";
import { checkPath, type OwnPath, sumLimit } from "@tidemark/contracts";
import { describe, expect, test } from "vitest";
import { tamperings } from "../../sim/tamperings.ts";
import { type Liability, LiabilityTree } from "./liability-tree.ts";

const sha256 = (bytes: Uint8Array): Uint8Array => hash("sha256", bytes, "buffer");
const nonceOf = (uid: number): Uint8Array => sha256(Uint8Array.of(uid & 255, uid >> 8));
const liability = (uid: number, balance: bigint): Liability => ({ uid, nonce: nonceOf(uid), balance });
const sumOf = (all: readonly Liability[]): bigint => all.reduce((sum, { balance }) => sum + balance, 0n);

const ownPath = (tree: LiabilityTree, all: readonly Liability[], nth: number): OwnPath => ({
  asset: tree.asset,
  ...all[nth]!,
  ...tree.pathOf(nth),
});

describe("liability tree", () => {
  test("every account finds its own balance below the root, in trees of every shape", async () => {
    for (const count of [1, 2, 3, 4, 5, 7, 8, 9, 31, 100]) {
      const all = Array.from({ length: count }, (_, i) => liability(i + 1, BigInt(i) * 10n ** 20n));
      const tree = LiabilityTree.of("USDT", all);
      expect(tree.root.sum).toBe(sumOf(all));
      for (let nth = 0; nth < count; nth += 1)
        expect((await checkPath(ownPath(tree, all, nth), tree.root)).problem).toBeUndefined();
    }
  });

  test("an asset that nobody has is a tree of one empty leaf", () => {
    expect(LiabilityTree.of("BTC", []).root).toEqual({ hash: Buffer.alloc(32), sum: 0n });
  });

  test("a liability below zero or beyond 128 bits is not built", () => {
    expect(() => LiabilityTree.of("BTC", [liability(1, -1n)])).toThrow("0 or more");
    expect(() => LiabilityTree.of("BTC", [liability(1, sumLimit - 1n), liability(2, 1n)])).toThrow("128 bits");
  });

  test("the order of the leaves does not follow the order of the accounts", () => {
    const all = Array.from({ length: 64 }, (_, i) => liability(i + 1, 1n));
    const tree = LiabilityTree.of("BTC", all);
    const places = all.map((_, nth) => tree.pathOf(nth).index);
    expect(places).not.toEqual(places.toSorted((a, b) => a - b));
    expect(new Set(places).size).toBe(64);
  });
});

test("[D.94] a dishonest tree that omits, lowers or negates anything fails the check of some account: 1,000 of 1,000", async () => {
  expect(await tamperings(20_261_117, 1_000)).toEqual({ tried: 1_000, caught: 1_000 });
}, 120_000);
