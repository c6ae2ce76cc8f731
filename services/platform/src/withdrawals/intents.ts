import { sign, verify } from "node:crypto";
import {
  type AssetNetwork,
  chainUnitsOf,
  networks,
  readWithdrawalIntent,
  type WithdrawalIntent,
  withdrawalIntentBytes,
  withdrawalIntentText,
} from "@tidemark/contracts";
import { developmentKey, keyShape, privateKeyOf, publicHexOf, publicKeyOf } from "@tidemark/kit-node";
import { getAddress } from "viem";
import type { Approval, Withdrawal } from "./store.ts";

/** The name of the platform's key in the signer's list of approvers. */
export const platformApprover = "platform";

/** On EVM networks addresses have one form only, that with the checksum. */
const writtenFor = (network: Withdrawal["network"], address: string): string =>
  networks[network].kind === "evm" ? getAddress(address) : address;

/** What is to be paid for a withdrawal. The terms are those of now; the fee that its user agreed to is the withdrawal's own. */
export function intentOf(one: Withdrawal, terms: AssetNetwork, expiresAt: number): WithdrawalIntent {
  const { id, asset, network, memo } = one;
  return {
    id,
    asset,
    network,
    tokenContract: terms.tokenContract === null ? null : writtenFor(network, terms.tokenContract),
    address: writtenFor(network, one.address),
    memo,
    amount: chainUnitsOf(one.amount - one.fee, one.scale, terms.decimals),
    feeCap: BigInt(terms.networkFeeMax),
    expiresAt,
  };
}

export type IntentSigner = { readonly publicKey: string; sign(intent: WithdrawalIntent): Approval & { text: string } };

/** Signs with Ed25519 over the bytes that everybody else checks. `seed` is 64 hex digits. */
export function intentSigner(approver: string, seed: string): IntentSigner {
  if (!keyShape.test(seed)) throw new Error(`the key of approver ${approver} must be 64 hex digits`);
  const key = privateKeyOf(seed);
  return {
    publicKey: publicHexOf(key),
    sign: (intent) => ({
      approver,
      text: withdrawalIntentText(intent),
      signature: sign(null, withdrawalIntentBytes(intent), key).toString("hex"),
    }),
  };
}

/** Without a key development has one that is public. */
export const platformSigner = (seed: string): IntentSigner =>
  intentSigner(platformApprover, seed === "" ? developmentKey("WITHDRAWAL_INTENT_KEY") : seed);

export type Approvers = ReadonlyMap<string, string>;

/** `name=publicKey` each, comma-separated. */
export function approversOf(setting: string): Approvers {
  const pairs = setting === "" ? [] : setting.split(",").map((pair) => pair.split("=") as [string, string | undefined]);
  for (const [name, key] of pairs)
    if (!/^[a-z0-9][a-z0-9._-]{0,39}$/.test(name) || name === platformApprover || !keyShape.test(key ?? ""))
      throw new Error(`WITHDRAWAL_APPROVERS: ${name} is not a name with a public key of 64 hex digits`);
  return new Map(pairs as [string, string][]);
}

/** The operators whose signature over this text is good, by their keys: two names with one key are one operator. */
export function goodApprovals(
  text: string,
  approvals: readonly Approval[],
  approvers: Approvers,
): ReadonlyMap<string, string> {
  const intent = readWithdrawalIntent(text);
  if (intent === undefined) return new Map();
  const bytes = withdrawalIntentBytes(intent);
  const good = approvals.flatMap(({ approver, signature }): [string, string][] => {
    const key = approvers.get(approver);
    const isGood = key !== undefined && verify(null, bytes, publicKeyOf(key), Buffer.from(signature, "hex"));
    return isGood ? [[key, approver]] : [];
  });
  return new Map(good);
}
