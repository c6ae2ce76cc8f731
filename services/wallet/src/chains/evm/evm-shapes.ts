import { getAddress } from "viem";
import { z } from "zod";

/** Shapes of a node's answers. A node, and who stands between, may send anything. */
const hash = z.string().regex(/^0x[0-9a-f]{64}$/);
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
const quantity = z.string().regex(/^0x(0|[1-9a-f][0-9a-f]{0,63})$/);
const heightDigitsMax = 12;

/** A height or an index; throws beyond what a number holds exactly. */
export function smallOf(hex: string): number {
  if (hex.length > heightDigitsMax) throw new Error(`node: ${hex} is no height`);
  return Number.parseInt(hex, 16);
}

export const chainIdAnswer = quantity.transform(smallOf);

export const headAnswer = z
  .object({ number: quantity, hash, parentHash: hash })
  .transform(({ number, hash: own, parentHash }) => ({ height: smallOf(number), hash: own, parent: parentHash }));

export const blockAnswer = z.object({
  hash,
  transactions: z.array(z.object({ hash, blockHash: hash, from: address, to: address.nullish(), value: quantity })),
});

export const receiptAnswer = z.object({
  transactionHash: hash,
  blockHash: hash,
  status: quantity,
  logs: z.array(z.object({ logIndex: quantity })),
});

/** Of one's own transaction. */
export const paidReceiptAnswer = z
  .object({ transactionHash: hash, blockHash: hash, blockNumber: quantity, from: address, status: quantity })
  .transform(({ blockNumber, ...rest }) => ({ ...rest, height: smallOf(blockNumber) }));

export const hashAnswer = hash;

/** Amounts of the coin, and of gas. */
export const amountAnswer = {
  plain: quantity.transform((hex) => BigInt(hex)),
  baseFee: z.object({ baseFeePerGas: quantity }).transform(({ baseFeePerGas }) => ({ baseFee: BigInt(baseFeePerGas) })),
} as const;

export const logsAnswer = z.array(
  z.object({
    address,
    topics: z.array(hash).max(4),
    data: z.string().regex(/^0x(?:[0-9a-f]{2})*$/),
    blockHash: hash,
    transactionHash: hash,
    logIndex: quantity,
    removed: z.boolean().optional(),
  }),
);
export type EvmLog = z.infer<typeof logsAnswer>[number];

export const bytesAnswer = z.string().regex(/^0x(?:[0-9a-f]{2})*$/);
export const wordShape = /^0x[0-9a-f]{64}$/;

/** `Transfer(address,address,uint256)` of ERC-20. */
export const transferTopic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const topicsOfTransfer = 3;
const zeros = "0".repeat(24);

const addressIn = (topic: string): string | undefined =>
  topic.slice(2, 26) === zeros ? getAddress(`0x${topic.slice(26)}`) : undefined;

/** A plain transfer event; undefined for all that only looks like one (an NFT's, an address of more than 20 bytes, more data than a number). */
export function transferIn(log: EvmLog): { from: string; to: string; amount: bigint } | undefined {
  const [topic, from, to] = log.topics;
  if (topic !== transferTopic || log.topics.length !== topicsOfTransfer || log.data.length !== 66) return undefined;
  const [sender, receiver] = [addressIn(from!), addressIn(to!)];
  return sender === undefined || receiver === undefined
    ? undefined
    : { from: sender, to: receiver, amount: BigInt(log.data) };
}
