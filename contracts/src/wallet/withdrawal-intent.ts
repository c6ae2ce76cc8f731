import { z } from "zod";

/** A payment that the exchange has decided on. Approvers sign it; the signer pays exactly this, once, or nothing. */
export type WithdrawalIntent = {
  /** A UUID in lower case; one intent is paid by one transaction. */
  readonly id: string;
  readonly asset: string;
  readonly network: string;
  /** Null: the network's own coin. On EVM networks with the checksum of EIP-55, as `address` is. */
  readonly tokenContract: string | null;
  readonly address: string;
  /** Empty where there is none. */
  readonly memo: string;
  /** In the smallest units of the asset on this network (wei, satoshi, 10^-decimals of a token), without the network's fee. */
  readonly amount: bigint;
  /** The most that the network's fee may be, fee bumps included, in the smallest units of the network's own coin. */
  readonly feeCap: bigint;
  /** Milliseconds since 1970; nothing is signed from then on. */
  readonly expiresAt: number;
};

const head = "Tidemark withdrawal intent 1";
const nativeCoin = "native";
const uint256Max = 2n ** 256n - 1n;

const shapes = {
  id: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  asset: /^[A-Z0-9]{1,16}$/,
  network: /^[A-Z0-9_]{1,32}$/,
  contract: /^[!-~]{1,100}$/,
  address: /^[!-~]{1,100}$/,
  memo: /^[!-~]{0,100}$/,
  whole: /^(?:0|[1-9]\d{0,77})$/,
  time: /^[1-9]\d{0,15}$/,
} as const;

function shaped(name: string, shape: RegExp, text: string): string {
  if (!shape.test(text)) throw new RangeError(`withdrawal intent: ${name} does not match ${shape.source}`);
  return text;
}

function uint256(name: string, value: bigint, min: bigint): string {
  if (value < min || value > uint256Max)
    throw new RangeError(`withdrawal intent: ${name} is not from ${min} to 2^256-1`);
  return String(value);
}

/**
 * The one text of an intent: a line per field, always all of them, in this order. An approver reads on their own device the very
 * bytes that they sign. Values have no spaces or line ends, so two different intents never have one text. Throws RangeError.
 */
export function withdrawalIntentText(intent: WithdrawalIntent): string {
  const { tokenContract } = intent;
  if (tokenContract === nativeCoin) throw new RangeError("withdrawal intent: null stands for the network's own coin");
  return [
    head,
    `id: ${shaped("id", shapes.id, intent.id)}`,
    `asset: ${shaped("asset", shapes.asset, intent.asset)}`,
    `network: ${shaped("network", shapes.network, intent.network)}`,
    `token: ${tokenContract === null ? nativeCoin : shaped("token", shapes.contract, tokenContract)}`,
    `address: ${shaped("address", shapes.address, intent.address)}`,
    `memo: ${shaped("memo", shapes.memo, intent.memo)}`,
    `amount: ${uint256("amount", intent.amount, 1n)}`,
    `fee cap: ${uint256("fee cap", intent.feeCap, 0n)}`,
    `expires: ${shaped("expires", shapes.time, String(intent.expiresAt))}`,
    "",
  ].join("\n");
}

/** What approvers sign with Ed25519: the text in ASCII. */
export function withdrawalIntentBytes(intent: WithdrawalIntent): Uint8Array<ArrayBuffer> {
  const text = withdrawalIntentText(intent);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) bytes[i] = text.charCodeAt(i);
  return bytes;
}

const lines =
  /^.+\nid: (.*)\nasset: (.*)\nnetwork: (.*)\ntoken: (.*)\naddress: (.*)\nmemo: (.*)\namount: (.*)\nfee cap: (.*)\nexpires: (.*)\n$/;

/** The intent of a text, or undefined where it is none: only what `withdrawalIntentText` writes is read. */
export function readWithdrawalIntent(text: string): WithdrawalIntent | undefined {
  const match = lines.exec(text);
  if (match === null) return undefined;
  const [, id, asset, network, token, address, memo, amount, feeCap, expires] = match as unknown as string[];
  if (!shapes.whole.test(amount!) || !shapes.whole.test(feeCap!) || !shapes.time.test(expires!)) return undefined;
  const intent: WithdrawalIntent = {
    id: id!,
    asset: asset!,
    network: network!,
    tokenContract: token === nativeCoin ? null : token!,
    address: address!,
    memo: memo!,
    amount: BigInt(amount!),
    feeCap: BigInt(feeCap!),
    expiresAt: Number(expires),
  };
  try {
    return withdrawalIntentText(intent) === text ? intent : undefined;
  } catch {
    return undefined;
  }
}

/** Signatures of one intent at most: the platform's and those of operators. */
export const withdrawalApprovalsMax = 8;

/**
 * One signature over the bytes of an intent. The approver is a name in the signer's own list of public keys, which also says whether it is
 * the platform or an operator: a name that is sent proves nothing.
 */
const withdrawalApproval = z.strictObject({
  approver: z.string().regex(/^[a-z0-9][a-z0-9._-]{0,39}$/),
  signature: z.string().regex(/^[0-9a-f]{128}$/),
});
export type WithdrawalApproval = z.infer<typeof withdrawalApproval>;

/** An intent as it is stored and sent: its text and the signatures over it. Below an asset's limit the platform's is enough. */
export const approvedWithdrawal = z.strictObject({
  intent: z.string().max(1_000),
  approvals: z.array(withdrawalApproval).max(withdrawalApprovalsMax),
});
export type ApprovedWithdrawal = z.infer<typeof approvedWithdrawal>;
