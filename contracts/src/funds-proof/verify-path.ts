// This code imports nothing: the page runs it, and it is handed out as the verifier that anybody can read and run (see docs/proof-of-funds.md).

/** A node of a Merkle sum tree: a SHA-256 hash and what all leaves below it come to, in units of the asset. */
export type SumNode = { readonly hash: Uint8Array; readonly sum: bigint };

/** What one account is given: its leaf's parts, and the sibling of every node on the way to the root, lowest first. */
export type OwnPath = {
  readonly asset: string;
  readonly uid: number;
  /** 32 bytes that only this account is given; without them a leaf cannot be matched to an account. */
  readonly nonce: Uint8Array;
  readonly balance: bigint;
  /** Place of the leaf among all leaves, from 0. Its bits say on which side each sibling stands. */
  readonly index: number;
  readonly siblings: readonly SumNode[];
};

export type PathProblem =
  | "balance_out_of_range"
  | "sibling_out_of_range"
  | "sum_out_of_range"
  | "root_differs"
  | "sum_differs";
export type PathCheck = {
  /** From the leaf to the root, as far as they could be computed. */
  readonly nodes: readonly SumNode[];
  readonly problem: PathProblem | undefined;
};

// In browsers and in Node; the contracts are compiled without the types of either.
declare const crypto: { subtle: { digest(name: "SHA-256", bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> } };
declare const TextEncoder: new () => { encode(text: string): Uint8Array };

const hashBytes = 32;
const sumBytes = 16;
/** Sums are 128 bits without a sign. A tree that hides a negative leaf must leave this range somewhere, and is refused there. */
export const sumLimit = 1n << 128n;

const isInRange = (sum: bigint): boolean => sum >= 0n && sum < sumLimit;

/** Big-endian, in as many bytes as are asked for. */
function bytesOf(value: bigint, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let rest = value;
  for (let at = length - 1; at >= 0; at -= 1) {
    bytes[at] = Number(rest & 255n);
    rest >>= 8n;
  }
  return bytes;
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/** What an account's number is hidden behind: H(uid ‖ nonce). */
export const ownerBytes = (uid: number, nonce: Uint8Array): Uint8Array<ArrayBuffer> =>
  joined(bytesOf(BigInt(uid), 8), nonce);

/** H(0 ‖ length of the asset's code ‖ code ‖ owner ‖ balance). The first byte keeps leaves and nodes apart. */
export const leafBytes = (asset: string, owner: Uint8Array, balance: bigint): Uint8Array<ArrayBuffer> => {
  const code = new TextEncoder().encode(asset);
  return joined(Uint8Array.of(0, code.length), code, owner, bytesOf(balance, sumBytes));
};

/** H(1 ‖ left hash ‖ left sum ‖ right hash ‖ right sum). Both sums are inside: a node cannot claim less than its children have. */
export const nodeBytes = (left: SumNode, right: SumNode): Uint8Array<ArrayBuffer> =>
  joined(Uint8Array.of(1), left.hash, bytesOf(left.sum, sumBytes), right.hash, bytesOf(right.sum, sumBytes));

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at]);

/** Computes the way from an account's own balance to the root, and says what is wrong with it if anything is. */
export async function checkPath(path: OwnPath, root: SumNode): Promise<PathCheck> {
  const nodes: SumNode[] = [];
  if (!isInRange(path.balance)) return { nodes, problem: "balance_out_of_range" };
  const owner = await sha256(ownerBytes(path.uid, path.nonce));
  let node: SumNode = { hash: await sha256(leafBytes(path.asset, owner, path.balance)), sum: path.balance };
  nodes.push(node);
  // Division, not a shift: a place may stand beyond 32 bits.
  let place = path.index;
  for (const sibling of path.siblings) {
    if (sibling.hash.length !== hashBytes || !isInRange(sibling.sum)) return { nodes, problem: "sibling_out_of_range" };
    const isRight = place % 2 === 1;
    const hash = await sha256(isRight ? nodeBytes(sibling, node) : nodeBytes(node, sibling));
    node = { hash, sum: node.sum + sibling.sum };
    if (!isInRange(node.sum)) return { nodes, problem: "sum_out_of_range" };
    nodes.push(node);
    place = Math.floor(place / 2);
  }
  if (!isSame(node.hash, root.hash) || place !== 0) return { nodes, problem: "root_differs" };
  return { nodes, problem: node.sum === root.sum ? undefined : "sum_differs" };
}
