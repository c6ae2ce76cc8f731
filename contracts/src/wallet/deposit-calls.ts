import { z } from "zod";
import { page, rowCursor } from "../call-parts.ts";
import { defineCall } from "../define.ts";
import { assetText, decimalText } from "../values.ts";
import { depositReasons, depositStates } from "./deposit-states.ts";
import { networkIds } from "./networks.ts";
import { paymentFailures, paymentStates } from "./payment-states.ts";
import { paymentIdsMax } from "./withdrawal-rules.ts";

/** What every call about the signed-in user's own coins on chains has in common. */
const ofWallet = {
  owner: "wallet",
  carry: "bus",
  shape: "envelope",
  answers: "own",
  body: "json",
  needs: "session",
  rate: "read",
} as const;

/** Empty before there is a transaction; the page of an explorer, empty for a local chain. */
const transaction = { txid: z.string(), explorer: z.string() };

const depositNetwork = z.object({
  asset: assetText,
  network: z.enum(networkIds),
  name: z.string(),
  /** Null: the network's own coin. */
  tokenContract: z.string().nullable(),
  /** What arrives in smaller parts is not credited. */
  minDeposit: decimalText,
  shown: z.number().int(),
  /** Confirmations until it is credited; null: when the chain itself calls its block final. */
  final: z.number().int().nullable(),
  hasMemo: z.boolean(),
  /** Whether the chain is being read at the moment: while it is not, deposits come later. */
  isOpen: z.boolean(),
  /** Where transactions can be looked up, before their id; empty for a local chain. */
  explorer: z.string(),
});

/** Every way that coins can be paid in here. */
export const depositNetworks = defineCall({
  ...ofWallet,
  name: "wallet.depositNetworks",
  path: "GET /user/deposit/networks",
  ask: z.strictObject({ asset: assetText.optional() }),
  answer: z.object({ list: z.array(depositNetwork) }),
  refusals: ["LOGIN_INVALID", "BUSY"],
});

/** The user's own address on a network: the same one every time, for all assets of networks of its kind. */
export const depositAddress = defineCall({
  ...ofWallet,
  name: "wallet.depositAddress",
  path: "POST /user/deposit/address",
  ask: z.strictObject({ asset: assetText, network: z.enum(networkIds) }),
  answer: z.object({
    asset: assetText,
    network: z.enum(networkIds),
    address: z.string(),
    /** Empty where there is none. */
    memo: z.string(),
  }),
  refusals: ["LOGIN_INVALID", "NETWORK_CLOSED", "BUSY"],
});

const depositRow = z.object({
  id: z.uuid(),
  asset: assetText,
  network: z.enum(networkIds),
  /** As it is credited: what is finer than the ledger is cut off. */
  amount: decimalText,
  address: z.string(),
  memo: z.string(),
  ...transaction,
  /** Counts the block itself and stops at `final`, or at `needed` where that is null. */
  confirmations: z.number().int(),
  /** From here on it is unlikely to be undone; not credited yet. */
  needed: z.number().int(),
  /** Confirmations until it is credited; null: when the chain itself calls its block final. */
  final: z.number().int().nullable(),
  state: z.enum(depositStates),
  /** Why it is IGNORED; empty otherwise. */
  reason: z.enum(["", ...depositReasons]),
  seenAt: z.number().int(),
  changedAt: z.number().int(),
});
export type DepositRow = z.infer<typeof depositRow>;

/** The newest first, behind `before`, which is the `next` of the page before it. The last page has no `next`. */
export const depositList = defineCall({
  ...ofWallet,
  name: "wallet.depositList",
  path: "GET /user/deposit/list",
  ask: z.strictObject({
    asset: assetText.optional(),
    pageSize: page.pageSize,
    before: rowCursor.optional(),
  }),
  answer: z.object({ list: z.array(depositRow), next: z.string().optional() }),
  refusals: ["LOGIN_INVALID", "BUSY"],
});

const paymentRow = z.object({
  /** Of the withdrawal. */
  id: z.uuid(),
  network: z.enum(networkIds),
  /** Of the newest transaction that pays it: a higher fee gives it another. */
  ...transaction,
  /** Counts the block itself and stops at `final`, or at `needed` where that is null. */
  confirmations: z.number().int(),
  /** From here on it is unlikely to be undone. */
  needed: z.number().int(),
  /** Confirmations until it ends; null: when the chain itself calls its block final. */
  final: z.number().int().nullable(),
  state: z.enum(paymentStates),
  /** Why it FAILED; empty otherwise, and where its owner or operators called it back. */
  failure: z.enum(["", ...paymentFailures]),
  changedAt: z.number().int(),
});
export type PaymentRow = z.infer<typeof paymentRow>;

/** How far the payments of the user's withdrawals are on their chains. What the wallet has not taken yet is not in the list. */
export const withdrawalPayments = defineCall({
  ...ofWallet,
  name: "wallet.withdrawalPayments",
  path: "POST /user/withdrawal/payments",
  ask: z.strictObject({ ids: z.array(z.uuid()).min(1).max(paymentIdsMax) }),
  answer: z.object({ list: z.array(paymentRow) }),
  refusals: ["LOGIN_INVALID", "BUSY"],
});
