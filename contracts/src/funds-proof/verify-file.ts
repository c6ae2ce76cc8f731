import { checkPath, type PathCheck } from "./verify-path.ts";

/** What an account saves: its leaf, its siblings and the published root, as the calls give them. Bytes in hex, units as text. */
export type ProofFile = {
  readonly stateSeq: number;
  readonly asset: string;
  readonly uid: number;
  readonly nonce: string;
  readonly balance: string;
  readonly index: number;
  readonly siblings: readonly { readonly hash: string; readonly sum: string }[];
  readonly root: string;
  readonly sum: string;
};

function bytesOfHex(text: string): Uint8Array {
  const pairs = text.match(/[0-9a-f]{2}/g) ?? [];
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
}

/** Checks a saved proof. The reader compares root and sum with what was published, and balance and uid with what they know. */
export function checkProofFile(file: ProofFile): Promise<PathCheck> {
  const { asset, uid, index } = file;
  const siblings = file.siblings.map(({ hash, sum }) => ({ hash: bytesOfHex(hash), sum: BigInt(sum) }));
  const path = { asset, uid, index, siblings, nonce: bytesOfHex(file.nonce), balance: BigInt(file.balance) };
  return checkPath(path, { hash: bytesOfHex(file.root), sum: BigInt(file.sum) });
}
