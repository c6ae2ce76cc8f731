import { secp256k1 } from "@noble/curves/secp256k1.js";
import { p2pkh, SigHash, Transaction } from "@scure/btc-signer";
import { RawOldTx, RawTx } from "@scure/btc-signer/script.js";
import { sha256x2 } from "@scure/btc-signer/utils.js";
import type { Signature } from "../evm-transaction.ts";
import type { KeyName } from "../keys.ts";
import { accepted, type Outcome, refused } from "../outcome.ts";

type RawTransaction = ReturnType<typeof RawOldTx.decode>;

/** A coin that an input spends. Amount and key are claimed by the requester: each signature commits to both (BIP 143). */
export type BitcoinInput = {
  /** `txid:index`. */
  readonly coin: string;
  readonly amount: bigint;
  readonly key: KeyName;
};
export type BitcoinTransaction = {
  readonly inputs: readonly BitcoinInput[];
  readonly outputs: readonly { readonly amount: bigint; readonly script: Uint8Array }[];
  /** What the inputs have above the outputs, if all amounts are right; a signature over a wrong one is worth nothing. */
  readonly fee: bigint;
  readonly virtualSize: number;
  /** As they were decoded: what is signed is made from them. */
  readonly fields: RawTransaction;
};

/** A line of a request holds no more. */
const inputsMax = 32;
const bytesMax = 2_048;
const versionOnly = 2;
/** Replaceable (BIP 125) and without a lock of its own. */
const replaceable = 0xffff_fffd;
/** The most coins that there can be. */
const coinsMax = 21_000_000n * 100_000_000n;
/** In units of weight: mark and flag, and of each input two items with their lengths: a signature of 72 bytes at most, a key of 33. */
const witnessHeadWeight = 2;
const witnessInputWeight = 1 + 1 + 72 + 1 + 33;
const baseWeight = 4;

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

function decodedFields(text: string): RawTransaction | undefined {
  if (!/^0x(?:[0-9a-f]{2})+$/.test(text) || text.length > 2 + 2 * bytesMax) return undefined;
  const bytes = new Uint8Array(Buffer.from(text.slice(2), "hex"));
  try {
    const fields = RawOldTx.decode(bytes);
    // One way to write a transaction: what a node would read otherwise is refused.
    return hexOf(RawOldTx.encode(fields)) === text.slice(2) ? fields : undefined;
  } catch {
    return undefined;
  }
}

function amountsProblem(amounts: readonly bigint[]): boolean {
  const sum = amounts.reduce((total, amount) => total + amount, 0n);
  return sum > coinsMax || amounts.some((amount) => amount <= 0n || amount > coinsMax);
}

/** Decodes an unsigned transaction strictly. `coins` are what its inputs spend, in their order. */
export function decodeBitcoin(
  text: string,
  coins: readonly { readonly amount: bigint; readonly key: KeyName }[],
): Outcome<BitcoinTransaction> {
  const fields = decodedFields(text);
  if (fields === undefined) return refused("transaction_malformed", `not an unsigned transaction in hex`);
  const { version, inputs, outputs, lockTime } = fields;
  if (version !== versionOnly || lockTime !== 0)
    return refused("transaction_type_refused", `version ${version}, locked until ${lockTime}`);
  if (inputs.length === 0 || inputs.length > inputsMax || inputs.length !== coins.length)
    return refused("inputs_refused", `${inputs.length} inputs, ${coins.length} coins`);
  if (inputs.some(({ finalScriptSig, sequence }) => finalScriptSig.length > 0 || sequence !== replaceable))
    return refused("inputs_refused", "a script, or not replaceable");
  const spent = inputs.map(({ txid, index }, at) => ({ coin: `${hexOf(txid)}:${index}`, ...coins[at]! }));
  if (new Set(spent.map(({ coin }) => coin)).size < spent.length) return refused("inputs_refused", "a coin twice");
  if (amountsProblem(spent.map(({ amount }) => amount)) || amountsProblem(outputs.map(({ amount }) => amount)))
    return refused("transaction_malformed", "an amount out of range");
  const sum = (list: readonly { readonly amount: bigint }[]) => list.reduce((all, { amount }) => all + amount, 0n);
  const fee = sum(spent) - sum(outputs);
  if (fee < 0n) return refused("amount_differs", "the outputs are more than the coins");
  const weight = RawOldTx.encode(fields).length * baseWeight + witnessHeadWeight + inputs.length * witnessInputWeight;
  return accepted({ inputs: spent, outputs, fee, virtualSize: Math.ceil(weight / baseWeight), fields });
}

/** Of each input, from the decoded fields. All of the transaction is signed, whatever was asked for: there is no other kind of signature. */
export function digestsOf(
  { fields, inputs }: BitcoinTransaction,
  publicKeyOf: (key: KeyName) => Uint8Array,
): Uint8Array[] {
  const transaction = new Transaction({ version: fields.version, lockTime: fields.lockTime });
  for (const { txid, index, sequence } of fields.inputs) transaction.addInput({ txid, index, sequence });
  for (const { amount, script } of fields.outputs) transaction.addOutput({ amount, script });
  return inputs.map(({ key, amount }, at) =>
    transaction.preimageWitnessV0(at, p2pkh(publicKeyOf(key)).script, SigHash.ALL, amount),
  );
}

const sighashAll = 1;
/** Written backwards, as everybody does. */
const txidOf = (fields: RawTransaction): string =>
  Buffer.from(sha256x2(RawOldTx.encode(fields)))
    .reverse()
    .toString("hex");

export function signedBitcoin(
  { fields }: BitcoinTransaction,
  signatures: readonly { readonly signature: Signature; readonly publicKey: Uint8Array }[],
): { signed: string; hash: string } {
  const witnesses = signatures.map(({ signature: { r, s }, publicKey }) => [
    Uint8Array.from([...new secp256k1.Signature(r, s).toBytes("der"), sighashAll]),
    publicKey,
  ]);
  const { version, inputs, outputs, lockTime } = fields;
  const bytes = RawTx.encode({ version, segwitFlag: true, inputs, outputs, witnesses, lockTime });
  return { signed: `0x${hexOf(bytes)}`, hash: txidOf(fields) };
}
