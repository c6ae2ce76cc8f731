import { BTCArray, RawTx } from "@scure/btc-signer/script.js";
import { sha256x2 } from "@scure/btc-signer/utils.js";

/** Blocks made by hand, also such as no miner makes. */
type MadeTransaction = Parameters<typeof RawTx.encode>[0];

const noWitness = { segwitFlag: undefined, witnesses: undefined };
const input = (txid: Uint8Array, index: number, script: readonly number[]) => ({
  txid,
  index,
  finalScriptSig: Uint8Array.from(script),
  sequence: 0xffff_ffff,
});

export const keyScript = (keyHash: Uint8Array): Uint8Array => Uint8Array.from([0x00, 0x14, ...keyHash]);

/** `script` is the miner's: it begins with the height. */
export const minedTo = (output: Uint8Array, amount: bigint, script: readonly number[]): MadeTransaction => ({
  version: 1,
  ...noWitness,
  inputs: [input(new Uint8Array(32), 0xffff_ffff, script)],
  outputs: [{ amount, script: output }],
  lockTime: 0,
});

/** Spends the first output of some transaction, of which only the number matters. */
export const paysTo = (
  outputs: readonly { readonly script: Uint8Array; readonly amount: bigint }[],
  from: number,
): MadeTransaction => ({
  version: 2,
  ...noWitness,
  inputs: [input(new Uint8Array(32).fill(from), 0, [])],
  outputs: [...outputs],
  lockTime: 0,
});

const idOf = (one: MadeTransaction): Uint8Array => sha256x2(RawTx.encode({ ...one, ...noWitness }));

/** The root of at most four ids. */
function rootOf(ids: readonly Uint8Array[]): Uint8Array {
  const pair = (first: Uint8Array, second = first): Uint8Array => sha256x2(first, second);
  const [one, two, three, four] = ids;
  if (two === undefined) return one!;
  return three === undefined ? pair(one!, two) : pair(pair(one!, two), pair(three, four));
}

const printed = (hash: Uint8Array): string => Buffer.from(hash).reverse().toString("hex");
export const txidOf = (one: MadeTransaction): string => printed(idOf(one));

type MadeBlock = { readonly hash: string; readonly bytes: Uint8Array };

/** `listed` are the transactions that stand behind the header, where they are not those that it was made for. */
export function blockOf(
  parent: string,
  transactions: readonly MadeTransaction[],
  listed: readonly MadeTransaction[] = transactions,
): MadeBlock {
  const header = Buffer.alloc(80);
  header.writeInt32LE(0x2000_0000, 0);
  Buffer.from(parent, "hex").reverse().copy(header, 4);
  Buffer.from(rootOf(transactions.map(idOf))).copy(header, 36);
  const bytes = new Uint8Array(Buffer.concat([header, BTCArray(RawTx).encode([...listed])]));
  return { hash: printed(sha256x2(header)), bytes };
}
