import { createHash } from "node:crypto";
import type { ApprovedWithdrawal, SignerRequest, WithdrawalIntent } from "@tidemark/contracts";
import { decodeTransaction, digestOf, type EvmTransaction, isEvmAddress } from "./evm-transaction.ts";
import { type EvmTransfer, transferOf } from "./evm-transfer.ts";
import { checkedApprovals, readIntent } from "./intent.ts";
import { type KeyName } from "./keys.ts";
import { accepted, type Outcome, type Refused, refused } from "./outcome.ts";
import { type NetworkPolicy, type Policy } from "./policy.ts";
import { type Caps, scaled } from "./policy-fields.ts";

export type SigningRequest = Exclude<SignerRequest, { kind: "status" | "sign_reserves" | "expire" }>;

/** A transaction that the policy allows by itself; the store decides whether intent, nonce and caps allow it now. Amounts in 10^-24 coins. */
export type Reservable = {
  readonly kind: SigningRequest["kind"];
  readonly network: string;
  readonly sender: string;
  readonly nonce: bigint;
  readonly nonceFirst: bigint;
  /** Token, recipient and amount in one text: a bumped transaction must have the same. */
  readonly payment: string;
  readonly intent: { readonly id: string; readonly hash: string; readonly expiresAt: number } | null;
  readonly spend: { readonly asset: string; readonly amount: bigint; readonly caps: Caps } | null;
  readonly fee: bigint;
  readonly feeCaps: Caps;
  readonly digest: Uint8Array;
};
export type Allowed = Reservable & { readonly key: KeyName; readonly transaction: EvmTransaction };

type Context = {
  readonly policy: Policy;
  readonly network: NetworkPolicy;
  readonly addressOf: (name: KeyName) => string;
};
type Decoded = { readonly transaction: EvmTransaction; readonly transfer: EvmTransfer };
type Paid = Pick<Allowed, "key" | "intent" | "spend">;

/** Pure: the same request under the same policy and keys is always allowed or refused alike. Whatever is not named here is refused. */
export function allowedTransaction(
  request: SigningRequest,
  policy: Policy,
  addressOf: (name: KeyName) => string,
): Outcome<Allowed> {
  const network = policy.networks.get(request.network);
  if (network === undefined) return refused("network_unknown", request.network);
  if ("coins" in request) return refused("request_malformed", "coins on a network of accounts");
  const decoded = decodedTransfer(request.transaction, network);
  if (!decoded.ok) return decoded;
  const paid = paidBy(request, decoded.value, { policy, network, addressOf });
  if (!paid.ok) return paid;
  const { transaction, transfer } = decoded.value;
  return accepted({
    ...paid.value,
    kind: request.kind,
    network: request.network,
    sender: addressOf(paid.value.key),
    nonce: transaction.nonce,
    nonceFirst: paid.value.key === "hot" ? network.hotNonceFirst : 0n,
    payment: `${transfer.tokenContract ?? "native"} ${transfer.to} ${transfer.amount}`,
    fee: feeOf(transaction, network),
    feeCaps: network.feeCaps,
    digest: digestOf(transaction),
    transaction,
  });
}

/** What the network may take at most, which is also what is counted. */
const feeOf = ({ gasLimit, feePerGasMax }: EvmTransaction, { assets, coin }: NetworkPolicy): bigint =>
  scaled(gasLimit * feePerGasMax, assets.get(coin)!.decimals);

function decodedTransfer(text: string, network: NetworkPolicy): Outcome<Decoded> {
  const decoded = decodeTransaction(text);
  if (!decoded.ok) return decoded;
  const transaction = decoded.value;
  if (transaction.chainId !== network.chainId) return refused("chain_id_wrong", String(transaction.chainId));
  if (transaction.feePerGasMax > network.gasPriceMax)
    return refused("gas_price_above_cap", String(transaction.feePerGasMax));
  if (transaction.gasLimit > network.gasLimitMax) return refused("gas_limit_above_cap", String(transaction.gasLimit));
  if (feeOf(transaction, network) > network.feeCaps.transaction) return refused("fee_above_cap");
  const transfer = transferOf(transaction);
  if (!transfer.ok) return transfer;
  const { tokenContract } = transfer.value;
  const isKnown = [...network.assets.values()].some(({ contract }) => contract === tokenContract);
  return isKnown
    ? accepted({ transaction, transfer: transfer.value })
    : refused("token_unknown", String(tokenContract));
}

function paidBy(request: SigningRequest, decoded: Decoded, context: Context): Outcome<Paid> {
  switch (request.kind) {
    case "withdraw":
      return withdrawal(request.network, request.approved, decoded, context);
    case "sweep":
      return sweep(request.from, decoded, context);
    case "fund_gas":
      return gasFunding(request.to, decoded, context);
    case "cancel":
      return cancellation(decoded, context);
  }
}

function withdrawal(
  networkName: string,
  approved: ApprovedWithdrawal,
  { transaction, transfer }: Decoded,
  { policy, network }: Context,
): Outcome<Paid> {
  const intent = readIntent(approved.intent);
  if (intent === undefined) return refused("intent_malformed");
  if (intent.network !== networkName) return refused("network_differs", intent.network);
  if (!isEvmAddress(intent.address) || intent.memo !== "")
    return refused("intent_malformed", "no address with its checksum, or a memo on a network without memos");
  const asset = network.assets.get(intent.asset);
  if (asset === undefined) return refused("asset_unknown", intent.asset);
  if (intent.tokenContract !== asset.contract) return refused("token_unknown", String(intent.tokenContract));
  const difference = differenceOf(intent, transfer);
  if (difference !== undefined) return difference;
  if (transaction.gasLimit * transaction.feePerGasMax > intent.feeCap)
    return refused("fee_above_cap", `intent: ${intent.feeCap}`);
  const spend = approvedSpend(approved, intent, asset.decimals, policy);
  return spend.ok ? accepted({ ...spend.value, key: "hot" }) : spend;
}

/** What an intent that fits to its transaction counts as, if approvals and the cap of one transaction allow it. */
export function approvedSpend(
  approved: ApprovedWithdrawal,
  intent: WithdrawalIntent,
  decimals: number,
  policy: Policy,
): Outcome<Pick<Allowed, "intent" | "spend">> {
  const amount = scaled(intent.amount, decimals);
  const lacking = lackingApprovals(approved, intent.asset, amount, policy);
  if (lacking !== undefined) return lacking;
  const { caps } = policy.assets.get(intent.asset)!;
  if (amount > caps.transaction) return refused("amount_above_cap");
  const hash = createHash("sha256").update(approved.intent, "latin1").digest("hex");
  return accepted({
    intent: { id: intent.id, hash, expiresAt: intent.expiresAt },
    spend: { asset: intent.asset, amount, caps },
  });
}

/** Pure: the intent that is to stay unsigned. Only one that the platform has signed is worth a row. */
export function expiringIntent(approved: ApprovedWithdrawal, policy: Policy): Outcome<WithdrawalIntent> {
  const intent = readIntent(approved.intent);
  if (intent === undefined) return refused("intent_malformed");
  const approvals = checkedApprovals(approved, policy.approvers);
  if (!approvals.ok) return approvals;
  return approvals.value.platform ? accepted(intent) : refused("approvals_missing", "platform false");
}

function differenceOf(intent: WithdrawalIntent, transfer: EvmTransfer): Refused | undefined {
  if (transfer.tokenContract !== intent.tokenContract) return refused("token_differs", String(transfer.tokenContract));
  if (transfer.to !== intent.address) return refused("address_differs", transfer.to);
  if (transfer.amount !== intent.amount) return refused("amount_differs", String(transfer.amount));
  return undefined;
}

function lackingApprovals(
  approved: ApprovedWithdrawal,
  asset: string,
  amount: bigint,
  policy: Policy,
): Refused | undefined {
  const approvals = checkedApprovals(approved, policy.approvers);
  if (!approvals.ok) return approvals;
  const { platform, operators } = approvals.value;
  const steps = policy.assets.get(asset)!.operators.filter(({ above }) => amount > above);
  const needed = Math.max(0, ...steps.map(({ count }) => count));
  if (platform && operators >= needed) return undefined;
  return refused("approvals_missing", `platform ${platform}, operators ${operators} of ${needed}`);
}

const ownMove = (key: KeyName): Outcome<Paid> => accepted({ key, intent: null, spend: null });

/** Coins stay ours, so only the fee is counted. */
function sweep(from: KeyName, { transfer }: Decoded, { network, addressOf }: Context): Outcome<Paid> {
  const isCold = transfer.to === network.coldAddress;
  const isHot = from !== "hot" && transfer.to === addressOf("hot");
  return isCold || isHot ? ownMove(from) : refused("destination_not_own", transfer.to);
}

function gasFunding(index: number, { transfer }: Decoded, { network, addressOf }: Context): Outcome<Paid> {
  if (transfer.tokenContract !== null) return refused("token_differs", transfer.tokenContract);
  if (transfer.to !== addressOf(index)) return refused("destination_not_own", transfer.to);
  const amount = scaled(transfer.amount, network.assets.get(network.coin)!.decimals);
  return amount > network.gasFundingMax ? refused("amount_above_cap") : ownMove("hot");
}

function cancellation({ transfer }: Decoded, { addressOf }: Context): Outcome<Paid> {
  if (transfer.tokenContract !== null) return refused("token_differs", transfer.tokenContract);
  if (transfer.to !== addressOf("hot")) return refused("destination_not_own", transfer.to);
  return transfer.amount === 0n ? ownMove("hot") : refused("amount_differs", String(transfer.amount));
}
