import { z } from "zod";
import { defineCall } from "../define.ts";
import { reasonText } from "../operator/define-operator-call.ts";
import { assetText, decimalText } from "../values.ts";
import { networkIds } from "../wallet/networks.ts";
import { paymentStates } from "../wallet/payment-states.ts";
import { withdrawalStates } from "../wallet/withdrawal-states.ts";
import { actBy, actRefusals, readBy } from "./of-platform.ts";

const at = z.number().int();
const id = z.uuid();

/** The first three send a withdrawal to operators; the others are for them to weigh. */
export const withdrawalRisks = [
  "ABOVE_LIMIT",
  "HOUR_LIMIT",
  "NO_TERMS",
  "NEW_ADDRESS",
  "NEW_DEVICE",
  "MANY_IN_DAY",
  "LARGEST",
] as const;
export type WithdrawalRisk = (typeof withdrawalRisks)[number];

const reviewed = z.object({
  id,
  uid: z.number().int(),
  asset: assetText,
  network: z.enum(networkIds),
  address: z.string(),
  memo: z.string(),
  /** The owner's name of the address, and the receiving provider where one has to be named. */
  label: z.string(),
  receiver: z.string(),
  amount: decimalText,
  arrives: decimalText,
  /** In USDT when it was asked for. */
  value: decimalText,
  state: z.enum(withdrawalStates),
  madeAt: at,
  changedAt: at,
});

/** A withdrawal that waits for operators. */
const withdrawalCase = reviewed.extend({
  risks: z.array(z.enum(withdrawalRisks)),
  /** What approvers sign, byte for byte; empty where the coin left its network, and it can only be refused. */
  intent: z.string(),
  expiresAt: at,
  /** The approvers whose signature over this text is there. */
  signedBy: z.array(z.string()),
  needed: z.number().int(),
});
export type WithdrawalCase = z.infer<typeof withdrawalCase>;

/** One that was decided about, with what the wallet last reported of its payment; null where it has none. */
const decidedWithdrawal = reviewed.extend({
  payment: z
    .object({
      state: z.enum(paymentStates),
      reason: z.string(),
      txid: z.string(),
      confirmations: z.number().int(),
      needed: z.number().int(),
    })
    .nullable(),
});
export type DecidedWithdrawal = z.infer<typeof decidedWithdrawal>;

/** `reason` of the wallet (DEFICIT, REORG, OPERATOR …); `isOrdered`: an operator's halt that the wallet has not reported yet. */
const haltedAsset = z.object({
  asset: assetText,
  reason: z.string(),
  since: at,
  isOrdered: z.boolean(),
});
export type HaltedAsset = z.infer<typeof haltedAsset>;

/** Everything of the page of withdrawals: what waits, the oldest first, and what was decided, the newest first. */
export const withdrawalReview = defineCall({
  ...readBy("treasury"),
  name: "withdrawals.review",
  path: "GET /console/withdrawals",
  ask: z.strictObject({}),
  answer: z.object({
    list: z.array(withdrawalCase),
    decided: z.array(decidedWithdrawal),
    halts: z.array(haltedAsset),
    /** Assets that can be withdrawn here. */
    assets: z.array(assetText),
    /** When the wallet last reported; 0 where it never did. */
    reportedAt: at,
  }),
});

/**
 * Brings the signature of an approver over the intent, made on a device that has the key: the console has none. The platform counts it by its
 * own list of keys, and pays once enough approvers have signed.
 */
export const addWithdrawalSignature = defineCall({
  ...actBy("treasury"),
  name: "withdrawals.addSignature",
  path: "POST /console/withdrawal/sign",
  ask: z.strictObject({
    id,
    approver: z.string().regex(/^[a-z0-9][a-z0-9._-]{0,39}$/),
    signature: z.string().regex(/^[0-9a-f]{128}$/, "128 hex digits"),
    reason: reasonText,
  }),
  answer: z.object({ signedBy: z.array(z.string()), needed: z.number().int() }),
  refusals: [...actRefusals, "REQUEST_INVALID", "WITHDRAWAL_FINAL", "TICKET_EXPIRED"],
});

/** The money goes back to its owner. */
export const refuseWithdrawal = defineCall({
  ...actBy("treasury"),
  name: "withdrawals.refuse",
  path: "POST /console/withdrawal/refuse",
  ask: z.strictObject({ id, reason: reasonText }),
  answer: z.object({ id, state: z.enum(withdrawalStates) }),
  refusals: [...actRefusals, "WITHDRAWAL_FINAL"],
});

/** Nothing of this asset is paid any more. It is lifted by two approvers at the command line, as every halt. */
export const haltWithdrawals = defineCall({
  ...actBy("treasury"),
  name: "withdrawals.halt",
  path: "POST /console/withdrawals/halt",
  ask: z.strictObject({ asset: assetText, reason: reasonText }),
  answer: z.object({ id }),
});
