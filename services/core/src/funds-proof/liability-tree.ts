import { hash } from "node:crypto";
import { leafBytes, ownerBytes, type SumNode, sumLimit } from "@tidemark/contracts";

/** What an account has in one asset. */
export type Liability = { readonly uid: number; readonly nonce: Uint8Array; readonly balance: bigint };

/** A node takes 48 bytes: its hash, then its sum as two 64-bit numbers, the high one first. */
const width = 48;
const sumAt = 32;

const sha256 = (bytes: Uint8Array): Buffer => hash("sha256", bytes, "buffer");

const readSum = (nodes: Buffer, at: number): bigint =>
  (nodes.readBigUInt64BE(at + sumAt) << 64n) | nodes.readBigUInt64BE(at + sumAt + 8);

function writeSum(nodes: Buffer, at: number, sum: bigint): void {
  nodes.writeBigUInt64BE(sum >> 64n, at + sumAt);
  nodes.writeBigUInt64BE(sum & 0xffff_ffff_ffff_ffffn, at + sumAt + 8);
}

const nodeAt = (nodes: Buffer, index: number): SumNode => ({
  hash: nodes.subarray(index * width, index * width + sumAt),
  sum: readSum(nodes, index * width),
});

/** So many hashes are some milliseconds: then a process with other duties may turn to them. */
const hashesPerSlice = 2_000;

/** A place that nobody has: zeros, of which no leaf is known, and a sum of nothing. */
const emptyNode = Buffer.alloc(width);

/** One level up. A last node without a neighbour is paired with the empty node of its level. */
function* levelAbove(below: Buffer, empty: Buffer): Generator<undefined, Buffer> {
  const pairs = Math.ceil(below.length / width / 2);
  const above = Buffer.allocUnsafe(pairs * width);
  const content = Buffer.alloc(1 + 2 * width, 0);
  content[0] = 1;
  for (let i = 0; i < pairs; i += 1) {
    const left = i * 2 * width;
    const hasRight = left + width < below.length;
    below.copy(content, 1, left, left + width);
    if (hasRight) below.copy(content, 1 + width, left + width, left + 2 * width);
    else empty.copy(content, 1 + width);
    const sum = readSum(content, 1) + readSum(content, 1 + width);
    if (sum >= sumLimit) throw new RangeError("a sum of liabilities left 128 bits");
    sha256(content).copy(above, i * width);
    writeSum(above, i * width, sum);
    if (i % hashesPerSlice === hashesPerSlice - 1) yield undefined;
  }
  return above;
}

/** The leaves in the order in which they came. */
function* hashing(asset: string, liabilities: Iterable<Liability>): Generator<undefined, Buffer> {
  let leaves = Buffer.allocUnsafe(1_024 * width);
  let count = 0;
  for (const { uid, nonce, balance } of liabilities) {
    if (balance < 0n || balance >= sumLimit) throw new RangeError("a liability must be 0 or more, within 128 bits");
    if ((count + 1) * width > leaves.length) leaves = Buffer.concat([leaves], leaves.length * 2);
    sha256(leafBytes(asset, sha256(ownerBytes(uid, nonce)), balance)).copy(leaves, count * width);
    writeSum(leaves, count * width, balance);
    count += 1;
    if (count % hashesPerSlice === 0) yield undefined;
  }
  return leaves.subarray(0, count * width);
}

/** The order of the leaves by their hashes, so that the order says nothing about the accounts. */
function* orderingByHash(leaves: Buffer): Generator<undefined, Uint32Array> {
  const count = leaves.length / width;
  const order = new Uint32Array(count);
  const starts = new Uint32Array(65_537);
  const prefix = (index: number): number => leaves.readUInt16BE(index * width);
  for (let i = 0; i < count; i += 1) starts[prefix(i) + 1]! += 1;
  for (let i = 0; i < 65_536; i += 1) starts[i + 1]! += starts[i]!;
  const next = starts.slice();
  for (let i = 0; i < count; i += 1) order[next[prefix(i)]!++] = i;
  yield undefined;
  const compare = (a: number, b: number): number =>
    leaves.compare(leaves, b * width, b * width + sumAt, a * width, a * width + sumAt);
  for (let i = 0; i < 65_536; i += 1) {
    if (starts[i + 1]! - starts[i]! > 1) order.subarray(starts[i], starts[i + 1]).sort(compare);
    if (i % hashesPerSlice === hashesPerSlice - 1) yield undefined;
  }
  return order;
}

/** The Merkle sum tree of what is owed in one asset. The verifier is `checkPath` of the contracts. */
export class LiabilityTree {
  readonly asset: string;
  /** Leaves first, root last. */
  private readonly levels: readonly Buffer[];
  /** The empty node of each level. */
  private readonly empties: readonly Buffer[];
  /** Where each liability stands among the leaves, by its place in the list that it came in. */
  private readonly places: Uint32Array;

  private constructor(asset: string, levels: readonly Buffer[], empties: readonly Buffer[], places: Uint32Array) {
    this.asset = asset;
    this.levels = levels;
    this.empties = empties;
    this.places = places;
  }

  /** Builds a tree at once. */
  static of(asset: string, liabilities: Iterable<Liability>): LiabilityTree {
    const building = LiabilityTree.building(asset, liabilities);
    for (;;) {
      const { done, value } = building.next();
      if (done === true) return value;
    }
  }

  /** Builds a tree in slices. */
  static *building(asset: string, liabilities: Iterable<Liability>): Generator<undefined, LiabilityTree> {
    const unordered = yield* hashing(asset, liabilities);
    const order = yield* orderingByHash(unordered);
    const leaves = order.length === 0 ? Buffer.from(emptyNode) : Buffer.allocUnsafe(unordered.length);
    const places = new Uint32Array(order.length);
    order.forEach((from, to) => {
      unordered.copy(leaves, to * width, from * width, (from + 1) * width);
      places[from] = to;
    });
    const levels: Buffer[] = [leaves];
    const empties: Buffer[] = [emptyNode];
    while (levels.at(-1)!.length > width) {
      const empty = empties.at(-1)!;
      levels.push(yield* levelAbove(levels.at(-1)!, empty));
      empties.push(yield* levelAbove(Buffer.concat([empty, empty]), emptyNode));
    }
    return new LiabilityTree(asset, levels, empties, places);
  }

  get leafCount(): number {
    return this.places.length;
  }

  get root(): SumNode {
    return nodeAt(this.levels.at(-1)!, 0);
  }

  /** Where the n-th liability stands, and its siblings from the lowest to the one below the root. */
  pathOf(nth: number): { readonly index: number; readonly siblings: readonly SumNode[] } {
    const index = this.places[nth];
    if (index === undefined) throw new RangeError("no such liability");
    const siblings: SumNode[] = [];
    let place = index;
    for (let level = 0; level < this.levels.length - 1; level += 1) {
      const nodes = this.levels[level]!;
      const sibling = place % 2 === 0 ? place + 1 : place - 1;
      siblings.push((sibling + 1) * width <= nodes.length ? nodeAt(nodes, sibling) : nodeAt(this.empties[level]!, 0));
      place = Math.floor(place / 2);
    }
    return { index, siblings };
  }
}
