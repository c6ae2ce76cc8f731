import { keccak_256 } from "@noble/hashes/sha3.js";
import { addr } from "micro-eth-signer";
import { RLP } from "micro-eth-signer/core/rlp.js";
import { accepted, type Outcome, refused } from "./outcome.ts";

/** An unsigned transaction of EIP-1559, the only type that is signed. */
export type EvmTransaction = {
  readonly chainId: bigint;
  readonly nonce: bigint;
  readonly priorityFeePerGas: bigint;
  readonly feePerGasMax: bigint;
  readonly gasLimit: bigint;
  /** With the checksum of EIP-55. */
  readonly to: string;
  readonly value: bigint;
  readonly data: Uint8Array;
  /** The nine fields as they were sent: what is signed is what was decoded. */
  readonly fields: readonly Uint8Array[];
};
export type Signature = { readonly r: bigint; readonly s: bigint; readonly yParity: 0 | 1 };

const type1559 = 2;
const fieldsCount = 9;
const bytesMax = 512;
const addressLength = 20;
/** The store keeps nonces as whole numbers that JavaScript reads exactly; no account has sent as many. */
const nonceMax = BigInt(Number.MAX_SAFE_INTEGER);
const uint64Max = 2n ** 64n - 1n;
const uint256Max = 2n ** 256n - 1n;

export const hexOf = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString("hex")}`;
export const addressOf = (bytes: Uint8Array): string => addr.addChecksum(hexOf(bytes));
/** Only the writing with the checksum: an address with one wrong character is not an address. */
export const isEvmAddress = (text: string): boolean =>
  /^0x[0-9a-fA-F]{40}$/.test(text) && addr.addChecksum(text.toLowerCase()) === text;

/** A number without leading zero bytes, as every node requires it; undefined for anything else. */
function uint(bytes: Uint8Array, max: bigint): bigint | undefined {
  if (bytes.length === 0) return 0n;
  if (bytes[0] === 0) return undefined;
  const value = BigInt(hexOf(bytes));
  return value > max ? undefined : value;
}

function rlpOf(payload: Uint8Array): unknown {
  try {
    return RLP.decode(payload);
  } catch {
    return undefined;
  }
}

function bytesOfHex(text: string): Uint8Array | undefined {
  if (!/^0x(?:[0-9a-f]{2})+$/.test(text) || text.length > 2 + 2 * bytesMax) return undefined;
  return new Uint8Array(Buffer.from(text.slice(2), "hex"));
}

/** Decodes strictly: what a node would read otherwise, or would not take, is refused. */
export function decodeTransaction(text: string): Outcome<EvmTransaction> {
  const bytes = bytesOfHex(text);
  if (bytes === undefined) return refused("transaction_malformed", `not lower-case hex of at most ${bytesMax} bytes`);
  if (bytes[0] !== type1559) return refused("transaction_type_refused", `first byte ${bytes[0]}`);
  const items = rlpOf(bytes.subarray(1));
  if (!Array.isArray(items) || items.length !== fieldsCount)
    return refused("transaction_malformed", "not the nine fields of an unsigned transaction");
  const accessList: unknown = items[8];
  if (!Array.isArray(accessList)) return refused("transaction_malformed", "the access list is no list");
  if (accessList.length > 0) return refused("access_list_refused");
  const fields = items.slice(0, 8) as unknown[];
  if (!fields.every((field) => field instanceof Uint8Array)) return refused("transaction_malformed", "a list as field");
  return transactionOf(fields);
}

function transactionOf(fields: readonly Uint8Array[]): Outcome<EvmTransaction> {
  const chainId = uint(fields[0]!, uint64Max);
  const nonce = uint(fields[1]!, nonceMax);
  const priorityFeePerGas = uint(fields[2]!, uint256Max);
  const feePerGasMax = uint(fields[3]!, uint256Max);
  const gasLimit = uint(fields[4]!, uint64Max);
  const to = fields[5]!;
  const value = uint(fields[6]!, uint256Max);
  if (to.length === 0) return refused("contract_creation_refused");
  if (to.length !== addressLength) return refused("transaction_malformed", `address of ${to.length} bytes`);
  if (
    chainId === undefined ||
    nonce === undefined ||
    priorityFeePerGas === undefined ||
    feePerGasMax === undefined ||
    gasLimit === undefined ||
    value === undefined
  )
    return refused("transaction_malformed", "a number out of range or with leading zeros");
  if (priorityFeePerGas > feePerGasMax)
    return refused("transaction_malformed", "a priority fee above the fee of all gas");
  const data = fields[7]!;
  return accepted({
    chainId,
    nonce,
    priorityFeePerGas,
    feePerGasMax,
    gasLimit,
    to: addressOf(to),
    value,
    data,
    fields,
  });
}

const typed = (items: unknown[]): Uint8Array =>
  Uint8Array.from([type1559, ...RLP.encode(items as Parameters<typeof RLP.encode>[0])]);

/** Made from the decoded fields, not from what was sent, so that nothing undecoded is signed. */
export const digestOf = ({ fields }: EvmTransaction): Uint8Array => keccak_256(typed([...fields, []]));

export function signedTransaction(
  { fields }: EvmTransaction,
  { r, s, yParity }: Signature,
): { signed: string; hash: string } {
  const bytes = typed([...fields, [], yParity, r, s]);
  return { signed: hexOf(bytes), hash: hexOf(keccak_256(bytes)) };
}
