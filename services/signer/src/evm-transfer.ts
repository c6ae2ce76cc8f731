import { addressOf, type EvmTransaction } from "./evm-transaction.ts";
import { accepted, type Outcome, refused } from "./outcome.ts";

/** All that a transaction may do: move an amount of the network's coin, or of one token, to one address. */
export type EvmTransfer = {
  /** Null: the network's own coin. */
  readonly tokenContract: string | null;
  readonly to: string;
  readonly amount: bigint;
};

/** `transfer(address,uint256)` of ERC-20. No other function is called, whatever it is named. */
const transferSelector = "a9059cbb";
const wordLength = 32;
const callLength = 4 + 2 * wordLength;
const paddingLength = 12;

export function transferOf(transaction: EvmTransaction): Outcome<EvmTransfer> {
  const { data, to, value } = transaction;
  if (data.length === 0) return accepted({ tokenContract: null, to, amount: value });
  const bytes = Buffer.from(data);
  if (bytes.subarray(0, 4).toString("hex") !== transferSelector)
    return refused("call_refused", `selector 0x${bytes.subarray(0, 4).toString("hex")}`);
  if (bytes.length !== callLength) return refused("call_refused", `${bytes.length} bytes of data, not ${callLength}`);
  if (value !== 0n) return refused("call_refused", "a call that also moves coins");
  const recipient = bytes.subarray(4, 4 + wordLength);
  if (recipient.subarray(0, paddingLength).some((byte) => byte !== 0))
    return refused("call_refused", "an address of more than 20 bytes");
  return accepted({
    tokenContract: to,
    to: addressOf(new Uint8Array(recipient.subarray(paddingLength))),
    amount: BigInt(`0x${bytes.subarray(4 + wordLength).toString("hex")}`),
  });
}
