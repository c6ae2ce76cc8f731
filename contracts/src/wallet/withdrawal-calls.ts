import { z } from "zod";
import { ofUser, page, rowCursor } from "../call-parts.ts";
import { defineCall } from "../define.ts";
import { assetText, clientKeyText, decimalText } from "../values.ts";
import { networkIds } from "./networks.ts";
import { receiverPattern } from "./withdrawal-rules.ts";
import { withdrawalStates } from "./withdrawal-states.ts";

/** Withdrawals of a user that wait for their code, at most. */
export const openWithdrawalsMax = 5;

const id = z.uuid();
const withdrawalRow = z.object({
  id,
  asset: assetText,
  network: z.enum(networkIds),
  address: z.string(),
  memo: z.string(),
  /** The name of the address in the address book when it was used. */
  label: z.string(),
  /** What leaves the account; `fee` is a part of it, and the rest arrives. */
  amount: decimalText,
  fee: decimalText,
  arrives: decimalText,
  /** In USDT, when it was asked for: what counts in the limits. */
  value: decimalText,
  /** The provider that the receiver's account is at; empty where it was not asked for. */
  receiver: z.string(),
  state: z.enum(withdrawalStates),
  /** Whether operators have to approve it, or had to. */
  isReviewed: z.boolean(),
  /** Why the core refused it, in the caller's words of refusals; empty where it did not. */
  refusal: z.string(),
  madeAt: z.number().int(),
  /** Until when the code of the mail is taken. */
  confirmBy: z.number().int(),
  changedAt: z.number().int(),
});
export type WithdrawalRow = z.infer<typeof withdrawalRow>;

/** All that a form needs before anything is typed. Limits and `value` are in USDT. */
export const withdrawalInfo = defineCall({
  ...ofUser,
  rate: "read",
  name: "wallet.withdrawalInfo",
  path: "GET /user/withdrawal/info",
  ask: z.strictObject({ asset: assetText }),
  answer: z.object({
    asset: assetText,
    networks: z.array(
      z.object({
        network: z.enum(networkIds),
        name: z.string(),
        fee: decimalText,
        minWithdrawal: decimalText,
        /** Decimals of an amount that can be asked for. */
        decimals: z.number().int(),
        hasMemo: z.boolean(),
        /** Where transactions can be looked up, before their id; empty for a local chain. */
        explorer: z.string(),
      }),
    ),
    /** What the wallet account could send now. */
    available: decimalText,
    /** USDT for one of the asset; empty where there is none, and then nothing can be withdrawn. */
    price: z.string(),
    level: z.number().int(),
    dayLimit: decimalText,
    dayUsed: decimalText,
    dayLeft: decimalText,
    /** A withdrawal of this worth or more waits for operators. */
    reviewFrom: decimalText,
    /** Until when nothing may be withdrawn after a security change; 0 or a moment that has passed: not locked. */
    lockedUntil: z.number().int(),
    /** What the account has bound; with nothing it cannot withdraw. */
    factor: z.enum(["nothing", "authenticator", "passkey"]),
    /** Whether the session has shown it recently enough. */
    isFactorFresh: z.boolean(),
    /** Whether the receiving provider has to be named. */
    asksReceiver: z.boolean(),
  }),
  refusals: ["LOGIN_INVALID", "NOT_FOUND", "BUSY"],
});

/** Nothing is held yet: a mail shows address and amount, and its code confirms them. The same `requestId` is the same withdrawal. */
export const requestWithdrawal = defineCall({
  ...ofUser,
  rate: "signIn",
  factor: "fresh",
  apiKey: "never",
  name: "wallet.requestWithdrawal",
  path: "POST /user/withdrawal/request",
  ask: z.strictObject({
    requestId: clientKeyText,
    addressId: id,
    asset: assetText,
    amount: decimalText,
    receiver: z.string().regex(receiverPattern).default(""),
  }),
  answer: withdrawalRow,
  refusals: [
    "LOGIN_INVALID",
    "FACTOR_NEEDED",
    "NOT_FOUND",
    "NETWORK_CLOSED",
    "ADDRESS_WAITS",
    "ADDRESS_NOT_ALLOWED",
    "RECEIVER_NEEDED",
    "AMOUNT_INVALID",
    "WITHDRAWAL_TOO_SMALL",
    "KYC_LIMIT",
    "WITHDRAW_LOCKED",
    "PRICE_UNKNOWN",
    "WITHDRAWAL_LIMIT",
    "INSUFFICIENT_TRANSFERABLE",
    "TOO_MANY_WITHDRAWALS",
    "DUPLICATE_CLIENT_ID",
    "BUSY",
  ],
});

/** The code of the mail. From here on the core decides, and holds the money. */
export const confirmWithdrawal = defineCall({
  ...ofUser,
  rate: "signIn",
  apiKey: "never",
  name: "wallet.confirmWithdrawal",
  path: "POST /user/withdrawal/confirm",
  ask: z.strictObject({ id, code: z.string().regex(/^\d{6}$/) }),
  answer: withdrawalRow,
  refusals: [
    "LOGIN_INVALID",
    "NOT_FOUND",
    "CODE_WRONG",
    "TICKET_EXPIRED",
    "WITHDRAWAL_FINAL",
    "NETWORK_CLOSED",
    "ADDRESS_WAITS",
    "ADDRESS_NOT_ALLOWED",
    "BUSY",
  ],
});

/** Before it is confirmed, or while operators have not decided. What is approved cannot be called back. */
export const cancelWithdrawal = defineCall({
  ...ofUser,
  rate: "read",
  apiKey: "never",
  name: "wallet.cancelWithdrawal",
  path: "POST /user/withdrawal/cancel",
  ask: z.strictObject({ id }),
  answer: withdrawalRow,
  refusals: ["LOGIN_INVALID", "NOT_FOUND", "WITHDRAWAL_FINAL", "BUSY"],
});

/** The newest first, behind `before`, which is the `next` of the page before it. The last page has no `next`. */
export const withdrawalList = defineCall({
  ...ofUser,
  rate: "read",
  name: "wallet.withdrawalList",
  path: "GET /user/withdrawal/list",
  ask: z.strictObject({
    asset: assetText.optional(),
    pageSize: page.pageSize,
    before: rowCursor.optional(),
  }),
  answer: z.object({ list: z.array(withdrawalRow), next: z.string().optional() }),
  refusals: ["LOGIN_INVALID", "BUSY"],
});
