import { BTCArray, RawOldTx, RawTx } from "@scure/btc-signer/script.js";
import { sha256x2 } from "@scure/btc-signer/utils.js";
import type { Spend } from "../chain.ts";

/** An output that pays to the hash of one public key (P2WPKH), as all deposit addresses are. */
type KeyOutput = {
  readonly txid: string;
  /** Its index in the transaction. */
  readonly place: number;
  readonly keyHash: Uint8Array;
  readonly amount: bigint;
  /** It is of the transaction that pays the miner. */
  readonly isMined: boolean;
};

/** What the bytes of a block prove. */
export type BitcoinBlock = {
  readonly hash: string;
  readonly parent: string;
  readonly height: number;
  readonly outputs: readonly KeyOutput[];
  readonly spends: readonly Spend[];
};

const headerBytes = 80;
const transactionsCoder = BTCArray(RawTx);
type BitcoinTransaction = {
  readonly version: number;
  readonly inputs: readonly {
    readonly txid: Uint8Array;
    readonly index: number;
    readonly finalScriptSig: Uint8Array;
    readonly sequence: number;
  }[];
  readonly outputs: readonly { readonly amount: bigint; readonly script: Uint8Array }[];
  readonly lockTime: number;
};

/** Hashes are written backwards. */
const printed = (hash: Uint8Array): string => Buffer.from(hash).reverse().toString("hex");

/** The id is of the bytes without witnesses. */
const idOf = ({ version, inputs, outputs, lockTime }: BitcoinTransaction): Uint8Array =>
  sha256x2(RawOldTx.encode({ version, inputs: [...inputs], outputs: [...outputs], lockTime }));

/** The root of the tree of ids; the last one of an odd row stands twice. */
function merkleRoot(ids: readonly Uint8Array[]): Uint8Array {
  let row = ids;
  while (row.length > 1)
    row = Array.from({ length: Math.ceil(row.length / 2) }, (_, at) =>
      sha256x2(row[at * 2]!, row[at * 2 + 1] ?? row[at * 2]!),
    );
  return row[0]!;
}

const noOutput = 0xffff_ffff;

/** It spends nothing: its coins are new. */
const isMining = ({ inputs }: BitcoinTransaction): boolean =>
  inputs.length === 1 && inputs[0]!.index === noOutput && inputs[0]!.txid.every((byte) => byte === 0);

const opOfZero = 0x00;
const opBeforeOne = 0x50;
const opOfSixteen = 0x60;
const heightBytesMax = 4;

/** The miner's script begins with the height of its block (BIP 34), on the main chain since block 227,931. */
function heightIn({ inputs }: BitcoinTransaction): number | undefined {
  const script = inputs[0]!.finalScriptSig;
  const op = script[0];
  if (op === undefined) return undefined;
  if (op === opOfZero) return 0;
  if (op > opBeforeOne && op <= opOfSixteen) return op - opBeforeOne;
  if (op > heightBytesMax || script.length <= op) return undefined;
  return Buffer.from(script).readUIntLE(1, op);
}

const keyScriptBytes = 22;
const keyHashBytes = 20;

const outputsOf = ({ outputs }: BitcoinTransaction, txid: string, isMined: boolean): KeyOutput[] =>
  outputs.flatMap(({ script, amount }, place) =>
    script.length === keyScriptBytes && script[0] === 0 && script[1] === keyHashBytes && amount > 0n
      ? [{ txid, place, keyHash: script.subarray(2), amount, isMined }]
      : [],
  );

/** The coder has turned the id of an input around already. */
const spendOf = ({ txid, index }: BitcoinTransaction["inputs"][number], by: string): Spend => ({
  txid: Buffer.from(txid).toString("hex"),
  place: index,
  by,
});

/**
 * Reads a whole block. Its hash binds the header, and the header's root binds the transactions: what is returned is what miners worked on,
 * whatever the node says about it. Throws where the bytes contradict themselves.
 */
export function readBlock(bytes: Uint8Array): BitcoinBlock {
  if (bytes.length <= headerBytes) throw new Error("node: a block is too short");
  const header = bytes.subarray(0, headerBytes);
  const hash = printed(sha256x2(header));
  const transactions: readonly BitcoinTransaction[] = transactionsCoder.decode(bytes.subarray(headerBytes));
  const ids = transactions.map(idOf);
  const [first, ...others] = transactions;
  // Sixty-four bytes can be both a transaction and two ids of the tree; a list of those has no miner's transaction.
  if (first === undefined || !isMining(first) || others.some(isMining))
    throw new Error(`node: block ${hash} has not exactly one transaction of its miner`);
  if (!Buffer.from(merkleRoot(ids)).equals(header.subarray(36, 68)))
    throw new Error(`node: block ${hash} has other transactions than its header`);
  const txids = ids.map(printed);
  // The root is the same with the last ones repeated (CVE-2012-2459).
  if (new Set(txids).size < txids.length) throw new Error(`node: block ${hash} has a transaction twice`);
  const height = heightIn(first);
  if (height === undefined) throw new Error(`node: block ${hash} does not say its height`);
  return {
    hash,
    parent: printed(header.subarray(4, 36)),
    height,
    outputs: transactions.flatMap((one, at) => outputsOf(one, txids[at]!, at === 0)),
    spends: others.flatMap(({ inputs }, at) => inputs.map((one) => spendOf(one, txids[at + 1]!))),
  };
}
