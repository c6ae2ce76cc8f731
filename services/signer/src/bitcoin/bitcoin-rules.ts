import { createHash } from "node:crypto";
import { p2wpkh } from "@scure/btc-signer";
import { readIntent } from "../intent.ts";
import type { KeyName } from "../keys.ts";
import { accepted, type Outcome, refused } from "../outcome.ts";
import type { Policy } from "../policy.ts";
import { scaled } from "../policy-fields.ts";
import { approvedSpend, type Reservable, type SigningRequest } from "../rules.ts";
import { bitcoinForms, scriptOf } from "./bitcoin-forms.ts";
import { bitcoinDecimals, type BitcoinPolicy } from "./bitcoin-policy.ts";
import { type BitcoinInput, type BitcoinTransaction, decodeBitcoin, digestsOf } from "./bitcoin-transaction.ts";

/** A transaction that the policy allows by itself. Its place is its coins: the store finds what was signed for them before. */
export type BitcoinAllowed = Omit<Reservable, "nonce"> & {
  readonly inputs: readonly BitcoinInput[];
  readonly digests: readonly Uint8Array[];
  readonly transaction: BitcoinTransaction;
};

type Context = { readonly policy: Policy; readonly network: BitcoinPolicy; readonly hotScript: Uint8Array };
type Paid = Pick<BitcoinAllowed, "intent" | "spend">;

const isSame = (one: Uint8Array, other: Uint8Array): boolean => Buffer.from(one).equals(other);

/** Pure: the same request under the same policy and keys is always allowed or refused alike. Whatever is not named here is refused. */
export function allowedBitcoin(
  request: SigningRequest,
  policy: Policy,
  publicKeyOf: (key: KeyName) => Uint8Array,
): Outcome<BitcoinAllowed> {
  const network = policy.bitcoin.get(request.network);
  if (network === undefined) return refused("network_unknown", request.network);
  if (request.kind !== "withdraw" && request.kind !== "sweep") return refused("call_refused", request.kind);
  const coins = (request.coins ?? []).map(({ amount, key }) => ({ amount: BigInt(amount), key }));
  const decoded = decodeBitcoin(request.transaction, coins);
  if (!decoded.ok) return decoded;
  const transaction = decoded.value;
  const fee = feeProblem(transaction, network);
  if (fee !== undefined) return fee;
  const { script: hotScript, address: sender } = p2wpkh(publicKeyOf("hot"), bitcoinForms[network.form]);
  const context = { policy, network, hotScript };
  const paid = request.kind === "withdraw" ? withdrawal(request, transaction, context) : sweep(transaction, context);
  if (!paid.ok) return paid;
  const digests = digestsOf(transaction, publicKeyOf);
  const hash = createHash("sha256");
  for (const digest of digests) hash.update(digest);
  return accepted({
    ...paid.value,
    kind: request.kind,
    network: request.network,
    sender: sender!,
    nonceFirst: 0n,
    payment: paymentText(transaction),
    fee: scaled(transaction.fee, bitcoinDecimals),
    feeCaps: network.feeCaps,
    digest: new Uint8Array(hash.digest()),
    inputs: transaction.inputs,
    digests,
    transaction,
  });
}

/** The first output is the payment; change differs with the fee. */
function paymentText({ outputs }: BitcoinTransaction): string {
  const { script, amount } = outputs[0]!;
  return `${Buffer.from(script).toString("hex")} ${amount}`;
}

function feeProblem({ fee, virtualSize }: BitcoinTransaction, { feeRateMax, feeCaps }: BitcoinPolicy) {
  if (fee > feeRateMax * BigInt(virtualSize)) return refused("fee_rate_above_cap", `${fee} for ${virtualSize}`);
  return scaled(fee, bitcoinDecimals) > feeCaps.transaction ? refused("fee_above_cap", String(fee)) : undefined;
}

/** The payment of the intent first, and what is left to the hot address, if anything. */
function withdrawal(
  request: Extract<SigningRequest, { kind: "withdraw" }>,
  { outputs, fee }: BitcoinTransaction,
  { policy, network, hotScript }: Context,
): Outcome<Paid> {
  const intent = readIntent(request.approved.intent);
  if (intent === undefined) return refused("intent_malformed");
  if (intent.network !== request.network) return refused("network_differs", intent.network);
  if (intent.asset !== network.coin) return refused("asset_unknown", intent.asset);
  if (intent.tokenContract !== null) return refused("token_unknown", intent.tokenContract);
  const script = scriptOf(intent.address, network.form);
  if (script === undefined || intent.memo !== "")
    return refused("intent_malformed", "no address of this chain, or a memo on a network without memos");
  const [payment, change, ...more] = outputs;
  if (payment === undefined || more.length > 0) return refused("outputs_refused", `${outputs.length} outputs`);
  if (!isSame(payment.script, script)) return refused("address_differs");
  if (payment.amount !== intent.amount) return refused("amount_differs", String(payment.amount));
  if (change !== undefined && !isSame(change.script, hotScript)) return refused("change_not_own");
  if (fee > intent.feeCap) return refused("fee_above_cap", `intent: ${intent.feeCap}`);
  return approvedSpend(request.approved, intent, bitcoinDecimals, policy);
}

/** Coins stay ours, so only the fee is counted. */
function sweep({ outputs }: BitcoinTransaction, { network, hotScript }: Context): Outcome<Paid> {
  const isOwn = ({ script }: { script: Uint8Array }) => isSame(script, hotScript) || isSame(script, network.coldScript);
  if (outputs.length === 0 || outputs.length > 2) return refused("outputs_refused", `${outputs.length} outputs`);
  return outputs.every(isOwn) ? accepted({ intent: null, spend: null }) : refused("destination_not_own");
}
