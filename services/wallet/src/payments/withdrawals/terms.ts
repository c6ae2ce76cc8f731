import {
  type ApprovedRow,
  type AssetEntry,
  assetNetworkOf,
  chainUnitsOf,
  type PaymentFailure,
  readWithdrawalIntent,
} from "@tidemark/contracts";
import type { Held, Payment } from "./store.ts";

/** Pure: what may be paid. */

type Terms = Pick<Payment, "network" | "asset" | "token" | "to" | "amount" | "feeCap">;
const nothing = { token: null, to: "", amount: 0n, feeCap: 0n } as const;

/** What an approved intent pays, or why it does not fit to what the core holds: the platform's word alone moves nothing. */
export function termsOf(held: Held, row: ApprovedRow, { asset, scale }: AssetEntry): Terms | string {
  const fee = BigInt(row.fee);
  if (row.uid !== held.uid) return `it is of user ${row.uid}, the core holds it of ${held.uid}`;
  if (row.approved === null) return { ...nothing, asset, network: row.network };
  const intent = readWithdrawalIntent(row.approved.intent);
  if (intent === undefined || intent.id !== row.id || intent.network !== row.network)
    return "its intent is none, or of another withdrawal";
  const { network, tokenContract, address, amount, feeCap } = intent;
  const terms = assetNetworkOf(intent.asset, network);
  if (intent.asset !== asset || terms === undefined)
    return `it pays ${intent.asset} on ${network}, the core holds ${asset}`;
  if (terms.tokenContract !== tokenContract) return `it pays by token ${tokenContract}`;
  if (fee > held.units || amount !== chainUnitsOf(held.units - fee, scale, terms.decimals))
    return `it pays ${amount}, the core holds ${held.units} with a fee of ${fee}`;
  return { network: terms.network, asset, token: tokenContract, to: address, amount, feeCap };
}

/** Whether the time in which it may be signed for the first time has passed, by this process's clock; the signer decides by its own. */
export function hasRunOut({ approved }: Pick<Payment, "approved">, now: number): boolean {
  const intent = readWithdrawalIntent(approved.intent);
  return intent !== undefined && now >= intent.expiresAt;
}

/** What kept it from being paid, as its owner is shown it. */
export const failureOf = (waitedFor: string): PaymentFailure =>
  waitedFor === "WOULD_FAIL" ? "RECEIVER_REFUSES" : "NOT_SENT_IN_TIME";
