import { z } from "zod";
import { type ApprovedWithdrawal } from "./withdrawal-intent.ts";

/**
 * What the wallet service asks the signer over its socket, one line each way. A request's line is the hex of the requester's Ed25519
 * signature over `signerRequestHead` and the JSON text, a space, and that text. Repeating a request is safe: it is signed the same way again.
 */
export const signerRequestHead = "Tidemark signer request 1\n";
/** A line above it ends the connection. */
export const signerLineLengthMax = 8_192;

type Numbered = {
  /** Repeated in the answer. */
  readonly id: number;
  readonly network: string;
  /** The newest position of the signer's store that the requester has seen: a store that was set back signs nothing. */
  readonly seen?: StorePosition | undefined;
};
/**
 * What an input of a Bitcoin transaction spends, in the order of the inputs; on networks whose addresses have a nonce there are none. The signer
 * believes neither: a signature commits to both, and is worth nothing where one is wrong.
 */
type SpentCoin = {
  readonly key: "hot" | number;
  /** In the network's smallest units. */
  readonly amount: string;
};
export type StorePosition = { readonly seq: number; readonly hash: string };

export type SignerRequest = Numbered &
  (
    | {
        readonly kind: "withdraw";
        /** Hex of the whole unsigned transaction; the signer decodes it itself. */
        readonly transaction: string;
        readonly approved: ApprovedWithdrawal;
        readonly coins?: readonly SpentCoin[];
      }
    /** To the network's hot or cold address: from the hot one, or from a deposit address by its index. */
    | {
        readonly kind: "sweep";
        readonly transaction: string;
        readonly from: "hot" | number;
        readonly coins?: readonly SpentCoin[];
      }
    /** Coins for the network's fee of a later sweep, from the hot address to a deposit address. */
    | { readonly kind: "fund_gas"; readonly transaction: string; readonly to: number }
    /** Nothing to oneself under a nonce that is taken, so that what was signed under it can never be paid. */
    | { readonly kind: "cancel"; readonly transaction: string }
    /** A statement for the proof of funds, signed by the hot address as a text of EIP-191 and never as a transaction. */
    | { readonly kind: "sign_reserves"; readonly text: string }
    /** Asks that an intent which has run out and was never signed stays so for good: its money is given back after that. */
    | { readonly kind: "expire"; readonly approved: ApprovedWithdrawal }
    | { readonly kind: "status" }
  );

export const signerRefusals = [
  "request_malformed",
  "requester_unknown",
  "rate_limited",
  "store_set_back",
  "store_unavailable",
  "key_unavailable",
  "network_unknown",
  "transaction_malformed",
  "transaction_type_refused",
  "contract_creation_refused",
  "access_list_refused",
  "chain_id_wrong",
  "gas_price_above_cap",
  "gas_limit_above_cap",
  "fee_above_cap",
  "call_refused",
  "token_unknown",
  "intent_malformed",
  "intent_expired",
  "approval_unknown",
  "approval_invalid",
  "approvals_missing",
  "asset_unknown",
  "network_differs",
  "token_differs",
  "address_differs",
  "amount_differs",
  "destination_not_own",
  "amount_above_cap",
  "hour_cap_reached",
  "day_cap_reached",
  "fee_hour_cap_reached",
  "fee_day_cap_reached",
  "intent_already_signed",
  "nonce_taken",
  "nonce_unexpected",
  "fee_not_higher",
  "inputs_refused",
  "outputs_refused",
  "change_not_own",
  "fee_rate_above_cap",
  "input_taken",
  "input_amount_differs",
  "statement_malformed",
  "intent_not_expired",
] as const;
export type SignerRefusal = (typeof signerRefusals)[number];

const position = { seq: z.number().int(), hash: z.string().regex(/^[0-9a-f]{64}$/) };
const ofRequest = { id: z.number().int(), store: z.object(position) };

/** As the wallet service reads it. `intent_expired` is final: an intent that was signed once is signed again after its expiry too. */
export const signerAnswer = z.union([
  z.object({ ...ofRequest, ok: z.literal(true), signed: z.string(), hash: z.string() }),
  z.object({
    ...ofRequest,
    ok: z.literal(true),
    /** The nonce that the next new transaction from this address must have; of Bitcoin the number of payments that were signed. */
    status: z.object({ hotAddress: z.string(), nonceNext: z.string() }),
  }),
  z.object({ ...ofRequest, ok: z.literal(true), statementSignature: z.string() }),
  z.object({ ...ofRequest, ok: z.literal(true), expired: z.string() }),
  z.object({ ...ofRequest, ok: z.literal(false), reason: z.enum(signerRefusals), detail: z.string() }),
]);
export type SignerAnswer = z.infer<typeof signerAnswer>;
