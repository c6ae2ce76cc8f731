import { z } from "zod";
import { ofUser } from "../call-parts.ts";
import { defineCall } from "../define.ts";
import { assetText, decimalText, sides, signedDecimalText, symbolText } from "../values.ts";
import { ofOneCoupon } from "./coupon-refusals.ts";
import { couponRelease } from "./release-calls.ts";
import { voucherUse } from "./voucher-calls.ts";

/** A kind's number is its place, counted from 1. */
export const couponKinds = [
  "CASH_BONUS",
  "DEPOSIT",
  "DEPOSIT_REWARD",
  "CASHBACK",
  "LOSS_DEDUCTION",
  "PROFIT_DOUBLE",
  "CONTRACT_VOUCHER",
  "TRADING_BONUS",
  "FUNDING_BONUS",
] as const;
export type CouponKind = (typeof couponKinds)[number];
/** Kinds that pay by positions in derivatives: closes of other contracts settle in their coin, and a voucher is opened in USDT contracts only. */
export const kindsOfPositions: readonly CouponKind[] = ["LOSS_DEDUCTION", "PROFIT_DOUBLE", "CONTRACT_VOUCHER"];

export const couponStatuses = [
  "PENDING",
  "SUCCESS",
  "FAILED",
  "EXPIRED",
  "INVALID",
  "RECALLED",
  "RUN_OUT",
  "USED_OFF",
] as const;
export type CouponStatus = (typeof couponStatuses)[number];

/** Ready: it can be used or claimed now. In progress: it waits for something. All others are finished. */
const couponGroups = ["READY", "PROGRESS", "FINISHED"] as const;
export type CouponGroup = (typeof couponGroups)[number];

/** What carried a fill, or why it counts nothing. */
export const fillCounts = ["SPOT", "CROSS", "ISOLATED", "VOUCHER", "OWN", "LINKED"] as const;
export type FillCount = (typeof fillCounts)[number];

const couponMarginModes = ["ANY", "CROSS", "ISOLATED"] as const;
const time = z.number().int();
const couponId = z.number().int().positive();

const couponRow = z.object({
  id: couponId,
  campaignId: z.number().int(),
  kind: z.enum(couponKinds),
  name: z.string(),
  asset: assetText,
  status: z.enum(couponStatuses),
  /** Why it has its status, as of the last step: `VOLUME_UNMET`, `TRANSFER_OUT`; empty while it is pending. */
  cause: z.string(),
  /** The time of that step; 0 while it is pending. */
  statusAt: time,
  group: z.enum(couponGroups),
  /** The face. */
  bonusAmount: decimalText,
  /** What is left of the face: of a bonus what it can still pay, of others what they have not yet paid. */
  remaining: decimalText,
  /** The part of a cost, fee or loss that it pays: 1 is all. */
  ratio: decimalText,
  /** The most that it ever pays; 0: the face. */
  cap: decimalText,
  startAt: time,
  endAt: time,
  /** When it is paid at the earliest; 0: as soon as its requirements are met. */
  distributionAt: time,
  /** Until when it must be claimed; 0: it need not be. */
  claimBy: time,
  claimedAt: time,
  /** Whether a claim would be accepted now. */
  isClaimable: z.boolean(),
  /** In USDT; 0: none. */
  volumeRequirement: decimalText,
  volumeDone: decimalText,
  profitRequirement: decimalText,
  depositRequirement: decimalText,
  holdHours: z.number().int(),
  /** Of a cashback coupon: what today's fees bring, and what it has paid altogether. */
  refundAmount: decimalText,
  cashbackAmount: decimalText,
  /** What a profit double coupon has added altogether. */
  profitDoubleAmount: decimalText,
  /** What has been paid to the wallet account; of a voucher the profit of its position, paid to the futures account. */
  paid: decimalText,
  isTransferable: z.literal(false),
  /** 0: any. */
  minLeverage: z.number().int(),
  maxLeverage: z.number().int(),
  marginMode: z.enum(couponMarginModes),
  /** Accounts and symbols whose fills count; no symbol: all of these accounts. */
  products: z.array(z.number().int()),
  symbols: z.array(symbolText),
  /** Of a voucher that is in use: its one position, or the order for it while that is on its way. It does not end meanwhile. */
  use: voucherUse.optional(),
  /**
   * Of a kind that lives as bonus in the futures account, and of a loss that was paid as bonus: what it was granted, what of it has paid costs and what went back to its campaign. Together with
   * `remaining` they are the account's lines. Left out while nothing was granted, and of coupons that ended before this was kept.
   */
  bonus: z.object({ granted: decimalText, used: decimalText, returned: decimalText }).optional(),
  /** Of a cash bonus that is released by volume; left out of all others. */
  release: couponRelease.optional(),
  /** Of a loss deduction coupon that pays by the total: what its positions have come to by now, below zero a loss, and what was invested in them. */
  total: z.object({ result: signedDecimalText, invested: decimalText }).optional(),
  /** What its kind says beyond these terms, as `couponOptions` has it. */
  options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
export type CouponRow = z.infer<typeof couponRow>;

const couponTotals = z.object({
  /** What can be used or claimed now, and what may still come. */
  usable: decimalText,
  within: decimalText,
  /** What was paid by all coupons that the user has had. */
  received: decimalText,
  /** How many coupons are in each group. */
  counts: z.object({ READY: z.number().int(), PROGRESS: z.number().int(), FINISHED: z.number().int() }),
});
export type CouponTotals = z.infer<typeof couponTotals>;

/** The user's own coupons of every status, the newest first; `before` is the `next` of the page before. */
export const couponList = defineCall({
  ...ofUser,
  rate: "read",
  name: "coupons.list",
  path: "GET /api/usdt-rouse-api/coupon/list",
  ask: z.strictObject({
    status: z.enum(couponStatuses).optional(),
    kind: z.enum(couponKinds).optional(),
    before: couponId.optional(),
    pageSize: z.number().int().min(1).max(100).default(20),
  }),
  answer: z.object({
    list: z.array(couponRow),
    next: couponId.optional(),
    /** Of all of the user's coupons, those of other pages too; with the first page that is asked for without a status and a kind. */
    totals: couponTotals.optional(),
  }),
  refusals: ["LOGIN_INVALID", "BUSY"],
});

export const couponFill = z.object({
  id: z.number().int(),
  tradeId: z.number().int(),
  at: time,
  symbol: symbolText,
  side: z.enum(sides),
  role: z.enum(["MAKER", "TAKER"]),
  /** What it was worth, in USDT, and what of it counts. */
  volume: decimalText,
  counted: decimalText,
  by: z.enum(fillCounts),
  /** Of a cross fill: the account right before it. */
  cash: z.string(),
  bonus: z.string(),
});

/** The fills that a coupon has counted, also those that count nothing, the newest first. */
export const couponFills = defineCall({
  ...ofUser,
  rate: "read",
  name: "coupons.fills",
  path: "GET /api/usdt-rouse-api/coupon/fills",
  ask: z.strictObject({
    couponId,
    before: z.number().int().positive().optional(),
    pageSize: z.number().int().min(1).max(100).default(20),
  }),
  answer: z.object({ list: z.array(couponFill), next: z.number().int().optional() }),
  refusals: ofOneCoupon,
});

/** What a trade of this size would count for a coupon if it filled now, by the function that counts. */
export const couponPreview = defineCall({
  ...ofUser,
  rate: "read",
  name: "coupons.preview",
  path: "GET /api/usdt-rouse-api/coupon/preview",
  ask: z.strictObject({
    couponId,
    symbol: symbolText,
    /** Worth of the trade in USDT. */
    volume: decimalText,
    marginMode: z.enum(["CROSS", "ISOLATED"]).default("CROSS"),
  }),
  answer: z.object({
    counted: decimalText,
    by: z.enum(fillCounts),
    /** Whether the coupon counts this symbol at all. */
    isListed: z.boolean(),
    cash: z.string(),
    bonus: z.string(),
    /** What the requirement would still lack behind it. */
    volumeLeft: decimalText,
    /** What it would release of a cash bonus that is released by volume. */
    releases: decimalText,
  }),
  refusals: ofOneCoupon,
});

/** Takes a coupon that must be claimed. Asked again, it answers the same. */
export const claimCoupon = defineCall({
  ...ofUser,
  rate: "read",
  name: "coupons.claim",
  path: "POST /api/usdt-rouse-api/coupon/claim",
  ask: z.strictObject({ couponId }),
  answer: z.object({ status: z.enum(couponStatuses) }),
  refusals: [...ofOneCoupon, "POSITION_OPEN"],
});

/** The reward of a registration now, from the campaign that runs; null where none does. */
export const registrationReward = defineCall({
  owner: "platform",
  needs: "nothing",
  carry: "bus",
  shape: "envelope",
  answers: "own",
  rate: "read",
  cacheMaxAgeSeconds: 10,
  name: "coupons.registrationReward",
  path: "GET /api/usdt-rouse-api/public/coupon/registration",
  ask: z.strictObject({}),
  answer: z.object({
    reward: z.object({ asset: assetText, amount: decimalText, volume: decimalText, days: z.number().int() }).nullable(),
  }),
  refusals: ["BUSY"],
});
