import { hash } from "node:crypto";
import { checkPath, leafBytes, nodeBytes, ownerBytes, type SumNode } from "@tidemark/contracts";
import { Random } from "@tidemark/engine/sim";
import type { Liability } from "../src/funds-proof/liability-tree.ts";

const kinds = ["omitted", "lowered", "negative", "node sum lowered", "leaf sum lowered"] as const;
type Kind = (typeof kinds)[number];

const asset = "BTC";
const leafCount = 32;
/** Accounts of the exchange itself, and one that stands in for an omitted account. */
const fillerUid = 50_000;
const standInUid = 60_000;

const sha256 = (bytes: Uint8Array): Uint8Array => hash("sha256", bytes, "buffer");
const liability = (uid: number, balance: bigint): Liability => ({
  uid,
  nonce: sha256(Uint8Array.of(uid & 255, uid >> 8)),
  balance,
});
const asUnsigned = (sum: bigint): bigint => BigInt.asUintN(128, sum);

const leafOf = ({ uid, nonce, balance }: Liability): SumNode => {
  const sum = asUnsigned(balance);
  return { hash: sha256(leafBytes(asset, sha256(ownerBytes(uid, nonce)), sum)), sum };
};

/**
 * A tree by somebody who wants to owe less: sums may be anything that 128 bits hold. What `claimed` makes of a node's true sum is what the
 * node above hashes.
 */
function dishonestTree(leaves: readonly SumNode[], claimed: (sum: bigint, level: number, at: number) => bigint) {
  const levels = [leaves];
  while (levels.at(-1)!.length > 1) {
    const below = levels.at(-1)!;
    const level = levels.length;
    levels.push(
      Array.from({ length: below.length / 2 }, (_, i) => {
        const [left, right] = [below[2 * i]!, below[2 * i + 1]!];
        const sum = claimed(asUnsigned(left.sum + right.sum), level, i);
        return { hash: sha256(nodeBytes(left, right)), sum: asUnsigned(sum) };
      }),
    );
  }
  const siblings = (index: number): SumNode[] =>
    levels.slice(0, -1).map((nodes, level) => nodes[Math.floor(index / 2 ** level) ^ 1]!);
  return { root: levels.at(-1)![0]!, siblings };
}

/** What the exchange builds in place of the honest tree, and where each account is sent to look for its leaf. */
function tampered(kind: Kind, honest: readonly Liability[], random: (below: number) => number) {
  const victim = random(honest.length);
  const { uid: victimUid, balance } = honest[victim]!;
  const cut = 1n + BigInt(random(Number(balance)));
  const shown = [...honest];
  if (kind === "omitted") shown[victim] = liability(standInUid, 0n);
  if (kind === "lowered") shown[victim] = liability(victimUid, balance - cut);
  const filler = Array.from({ length: leafCount - shown.length }, (_, i) => liability(fillerUid + i, 0n));
  if (kind === "negative") filler[random(filler.length)] = liability(fillerUid, -cut);
  const leaves = [...shown, ...filler].map((one) => ({ uid: one.uid, node: leafOf(one) }));
  for (let i = leaves.length - 1; i > 0; i -= 1) {
    const j = random(i + 1);
    [leaves[i], leaves[j]] = [leaves[j]!, leaves[i]!];
  }
  const levelAt = 1 + random(5);
  const nodeAt = random(leafCount >> levelAt);
  const lowered = (sum: bigint, level: number, at: number): bigint =>
    level === levelAt && at === nodeAt && sum >= cut ? sum - cut : sum;
  const indexOf = (uid: number): number => leaves.findIndex((leaf) => leaf.uid === uid);
  // The right hash beside a wrong sum.
  if (kind === "leaf sum lowered") {
    const at = indexOf(victimUid);
    leaves[at] = { ...leaves[at]!, node: { ...leaves[at]!.node, sum: 0n } };
  }
  const nodes = leaves.map(({ node }) => node);
  const tree = dishonestTree(nodes, kind === "node sum lowered" ? lowered : (sum) => sum);
  return { tree, indexOf: (uid: number) => Math.max(0, indexOf(uid)) };
}

/** Random trees that owe less than they should, and how many of them fail the check of at least one honest account. */
export async function tamperings(seed: number, count: number): Promise<{ tried: number; caught: number }> {
  const source = new Random(seed);
  const random = (below: number): number => source.below(below);
  let caught = 0;
  let tried = 0;
  while (tried < count) {
    const honest = Array.from({ length: 2 + random(20) }, (_, i) => liability(i + 1, BigInt(1 + random(1_000_000))));
    const kind = kinds[random(kinds.length)]!;
    const { tree, indexOf } = tampered(kind, honest, random);
    // A tampering that owes no less is none.
    const owed = honest.reduce((sum, { balance }) => sum + balance, 0n);
    if (tree.root.sum >= owed && kind !== "negative") continue;
    tried += 1;
    for (const own of honest) {
      const index = indexOf(own.uid);
      const { problem } = await checkPath({ asset, ...own, index, siblings: tree.siblings(index) }, tree.root);
      if (problem === undefined) continue;
      caught += 1;
      break;
    }
  }
  return { tried, caught };
}
