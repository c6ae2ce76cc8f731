import { expect, test } from "vitest";
import { rowsBeforeBoundary } from "./funds-proof.ts";
import { LiabilityTree } from "./liability-tree.ts";
import { type CachedTree, TreeCache } from "./tree-cache.ts";

const hour = 3_600_000;
const rowAt = (ms: number) => ({ tsUs: ms * 1_000 });

test("a publication stands behind the last row before the full hour", () => {
  const rows = [rowAt(10 * hour - 2), rowAt(10 * hour - 1), rowAt(10 * hour), rowAt(10 * hour + 5)];
  expect(rowsBeforeBoundary(rows, (10 * hour - 3) * 1_000, hour)).toBe(2);
  expect(rowsBeforeBoundary(rows.slice(2), (10 * hour - 1) * 1_000, hour)).toBe(0);
  expect(rowsBeforeBoundary(rows.slice(2), 10 * hour * 1_000, hour)).toBe(2);
});

test("before the first row of a journal there is nothing to publish", () => {
  expect(rowsBeforeBoundary([rowAt(10 * hour), rowAt(11 * hour)], 0, hour)).toBe(1);
  expect(rowsBeforeBoundary([], 0, hour)).toBe(0);
});

const treeOf = (leaves: number): CachedTree => {
  const all = Array.from({ length: leaves }, (_, i) => ({ uid: i + 1, nonce: Buffer.alloc(32), balance: 1n }));
  return { tree: LiabilityTree.of("BTC", all), packed: Buffer.alloc(0), nonceKey: Buffer.alloc(32) };
};
const btc = (stateSeq: number) => ({ stateSeq, code: "BTC" });
const cacheOf = (newest = 9, leavesMax = 100) => new TreeCache({ buildsMax: 1, leavesMax, newest: () => newest });
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Counts its builds; they end when `end` is called. */
function source(hasLeaf = true) {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const counted = {
    builds: 0,
    end,
    hasLeaf: async () => hasLeaf,
    build: async (): Promise<CachedTree> => {
      counted.builds += 1;
      await ended;
      return treeOf(1);
    },
  };
  return counted;
}

test("two who ask for the same older tree wait for one build; beyond the bound they are asked to come back", async () => {
  const trees = cacheOf();
  const one = source();
  const [first, second] = [trees.get(1, btc(1), one), trees.get(2, btc(1), one)];
  expect(await trees.get(3, btc(2), one)).toBe("later");
  one.end();
  expect(await first).toBe(await second);
  await nextTurn();
  expect(trees.find(btc(1))).toBe(await first);
  expect(one.builds).toBe(1);
  expect(await trees.get(3, btc(2), one)).toBeDefined();
  expect(one.builds).toBe(2);
});

test("no tree is built for an account without a leaf in it", async () => {
  const trees = cacheOf();
  const none = source(false);
  expect(await trees.get(1, btc(1), none)).toBeUndefined();
  expect(none.builds).toBe(0);
  expect(trees.find(btc(1))).toBeUndefined();
});

test("an account waits for one older tree at a time", async () => {
  const trees = new TreeCache({ buildsMax: 8, newest: () => 9 });
  const one = source();
  const first = trees.get(1, btc(1), one);
  expect(await trees.get(1, btc(2), one)).toBe("later");
  const other = trees.get(2, btc(2), one);
  one.end();
  expect([await first, await other]).not.toContain("later");
  expect(await trees.get(1, btc(3), one)).not.toBe("later");
});

test("a build that fails is tried again by the next who asks", async () => {
  const trees = cacheOf();
  const away = { ...source(), build: () => Promise.reject(new Error("away")) };
  await expect(trees.get(1, btc(1), away)).rejects.toThrow("away");
  await nextTurn();
  const one = source();
  one.end();
  const again = await trees.get(1, btc(1), one);
  expect(again).toBeDefined();
  expect(trees.find(btc(1))).toBe(again);
});

test("older trees make room for each other, and none of the newest publication goes", () => {
  const trees = cacheOf(9, 10);
  trees.keep({ stateSeq: 9, code: "USDT" }, treeOf(4));
  trees.keep(btc(9), treeOf(4));
  for (const stateSeq of [1, 2]) trees.keep(btc(stateSeq), treeOf(2));
  expect([trees.find(btc(1)), trees.find(btc(2))].map((found) => found !== undefined)).toEqual([false, true]);
  trees.keep(btc(3), treeOf(50));
  expect([trees.find(btc(2)), trees.find(btc(3))].map((found) => found !== undefined)).toEqual([false, true]);
  expect([trees.find({ stateSeq: 9, code: "USDT" }), trees.find(btc(9))]).not.toContain(undefined);
});

test("trees of publications without leaves are dropped, also one whose build was running", async () => {
  const trees = cacheOf();
  const one = source();
  trees.keep(btc(2), treeOf(1));
  trees.keep(btc(3), treeOf(1));
  const building = trees.get(1, btc(1), one);
  await nextTurn();
  trees.dropBefore(3);
  one.end();
  await building;
  const isThere = [1, 2, 3].map((stateSeq) => trees.find(btc(stateSeq)) !== undefined);
  expect(isThere).toEqual([false, false, true]);
});
