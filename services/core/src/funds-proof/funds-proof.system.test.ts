import { checkPath, type OwnLeaf as Leaf, type PublishedFunds as Published } from "@tidemark/contracts";
import { type CommandDraft, keyOf } from "@tidemark/contracts/codec";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openingOf, usdt } from "../../sim/opening.ts";
import { SystemCore, until } from "../testing/system-core.ts";
import { LiabilityTree } from "./liability-tree.ts";
import { liabilitiesIn, packLeaves } from "./packed-leaves.ts";
import { fullPublicationsMax, writePublication } from "./publication-store.ts";

const one = 100_000_000n;
let core: SystemCore;
let deposits = 0;
const deposit = (uid: number, amount: bigint): CommandDraft => ({
  type: "credit_deposit",
  producer: 2,
  number: (deposits += 1),
  uid,
  asset: usdt,
  amount: amount * one,
  reference: `tx ${deposits}`,
});
const published = (stateSeq?: number): Promise<Published> =>
  core.ask("fundsProof", 0, stateSeq === undefined ? {} : { stateSeq });
const leafOf = (uid: number, stateSeq: number): Promise<Leaf> => core.ask("ownLeaf", uid, { stateSeq, asset: "USDT" });

const bytes = (text: string): Uint8Array => Buffer.from(text, "hex");
async function problemOf(
  { assets }: Published,
  leaf: Leaf,
  balance = BigInt(leaf.balance),
): Promise<string | undefined> {
  const { root, sum } = assets.find(({ asset }) => asset === "USDT")!;
  const siblings = leaf.siblings.map((node) => ({ hash: bytes(node.hash), sum: BigInt(node.sum) }));
  const { asset, uid, index } = leaf;
  const path = { asset, uid, index, balance, siblings, nonce: bytes(leaf.nonce) };
  return (await checkPath(path, { hash: bytes(root), sum: BigInt(sum) })).problem;
}

beforeAll(async () => {
  core = await SystemCore.start();
  await core.done("operator", ...openingOf(1));
  await core.startFundsProof(1_000);
  await core.done("wallet", deposit(7, 10_000n), deposit(8, 500n), deposit(9, 1n));
  const toSpot = { fromProduct: 1, fromSub: 0, toProduct: 2, toSub: 0, asset: usdt, amount: 4_000n * one };
  await core.done("user", { type: "transfer", uid: 7, key: keyOf("a"), ...toSpot });
});
afterAll(() => core?.stop());

/** The first publication that has everything; a journal without commands does not cross an hour. */
async function settled(): Promise<Published> {
  let found: Published | undefined;
  await until(async () => {
    await core.done("wallet", deposit(10, 1n));
    found = await published().catch(() => undefined);
    return found?.assets.some(({ asset, leaves }) => asset === "USDT" && leaves >= 4) ?? false;
  }, 20_000);
  return found!;
}

test("every account finds its leaf in what was published, and no account is given another's", async () => {
  const publication = await settled();
  const { stateSeq, assets } = publication;
  const { sum, custody, customers, uncovered } = assets.find(({ asset }) => asset === "USDT")!;
  expect([BigInt(custody), BigInt(sum) + BigInt(uncovered)]).toEqual([BigInt(customers), BigInt(customers)]);
  const leaf = await leafOf(7, stateSeq);
  expect([leaf.uid, leaf.balance]).toEqual([7, String(10_000n * one)]);
  expect(await problemOf(publication, leaf)).toBeUndefined();
  expect(await problemOf(publication, leaf, BigInt(leaf.balance) + 1n)).toBe("root_differs");
  const other = await leafOf(8, stateSeq);
  expect(other.nonce).not.toBe(leaf.nonce);
  expect(await problemOf(publication, other)).toBeUndefined();
  expect(await problemOf(publication, { ...other, uid: 7 })).toBe("root_differs");
  await expect(leafOf(77, stateSeq)).rejects.toThrow("40400");
  await expect(leafOf(0, stateSeq)).rejects.toThrow("40400");
});

test("the ledger's lines say the same balance at the same sequence, whatever came later", async () => {
  const { stateSeq } = await settled();
  const [last] = await core.done("wallet", deposit(7, 5n));
  const { rows } = (await core.ask("balancesAt", 7, { stateSeq, asset: "USDT" }, last!.seq)) as {
    rows: { product: number; bucket: string; amount: string }[];
  };
  const shown = rows.map(({ product, bucket, amount }) => `${product} ${bucket} ${amount}`);
  expect(shown.toSorted((a, b) => a.localeCompare(b))).toEqual(["1 avail 6000", "2 avail 4000"]);
});

test("after a restart older publications are answered from their leaves", async () => {
  const before = await settled();
  await core.fundsProof!.stop();
  await core.startFundsProof(3_600_000);
  await until(async () => (await leafOf(7, before.stateSeq).catch(() => undefined)) !== undefined);
  expect(await published(before.stateSeq)).toMatchObject({ stateHash: before.stateHash, assets: before.assets });
  expect(await problemOf(before, await leafOf(7, before.stateSeq))).toBeUndefined();
});

test("leaves and nonces go after a day of publications, roots stay", async () => {
  const { list, everyMs } = (await core.ask("fundsProofList", 0, {})) as {
    list: { stateSeq: number; at: number }[];
    everyMs: number;
  };
  expect(everyMs).toBe(3_600_000);
  const [newest] = list;
  const nonceKey = Buffer.alloc(32, 1);
  const packed = packLeaves({ users: new Map([[7, 3n]]), system: new Map() });
  const tree = LiabilityTree.of("USDT", liabilitiesIn(packed, nonceKey, "USDT"));
  const { hash: root, sum } = tree.root;
  const sums = { root, sum, leaves: 1, customers: 3n, system: {}, custody: 3n, uncovered: 0n };
  for (let i = 1; i <= fullPublicationsMax; i += 1)
    await writePublication(core.reader, {
      stateSeq: newest!.stateSeq + i * 1_000_000,
      stateHash: Buffer.alloc(40, i),
      at: newest!.at + i * 3_600_000,
      nonceKey,
      assets: [{ asset: usdt, code: "USDT", scale: 8, ...sums, packed, tree }],
    });
  expect(await published(newest!.stateSeq)).toMatchObject({ hasLeaves: false });
  await expect(leafOf(7, newest!.stateSeq)).rejects.toThrow("40400");
  expect(await leafOf(7, newest!.stateSeq + 1_000_000)).toMatchObject({ balance: "3" });
});
