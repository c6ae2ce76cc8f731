import { z } from "zod";
import { ofUser, productNumber } from "../call-parts.ts";
import { defineCall } from "../define.ts";
import { assetText, decimalText } from "../values.ts";

/**
 * What a transfer does to bonus money, asked before it is sent. OUT is a transfer out of derivatives: `status` is 1 and `message` says what would be
 * recalled, or how much may be moved at most. IN is any other: `status` is 1 where a deposit coupon earns by it, from the function that grants.
 */
export const bonusAlarm = defineCall({
  ...ofUser,
  rate: "read",
  name: "coupons.bonusAlarm",
  path: "GET /api/usdt-rouse-api/bonus/trans/alarm",
  ask: z.strictObject({
    transferType: z.enum(["IN", "OUT"]),
    /** Of a transfer in: where it goes; left out: to derivatives. */
    toProduct: productNumber.optional(),
    asset: assetText.optional(),
    /** Left out, the answer to IN is the most that a coupon may still earn. */
    amount: decimalText.optional(),
  }),
  answer: z.object({
    item: z.object({
      status: z.number().int(),
      message: z.string(),
      /** The amount in the message, so that a page can say it in its own language. */
      amount: decimalText,
      asset: assetText,
      /** OUT beyond what can be moved: the most that can; empty otherwise. */
      mostOut: z.string(),
    }),
  }),
  refusals: ["LOGIN_INVALID", "BUSY"],
});

/** Deposit coupons that wait for a claim or for a first transfer into derivatives and can still earn, the oldest first. */
export const pendingDeposits = defineCall({
  ...ofUser,
  rate: "read",
  name: "coupons.pendingDeposits",
  path: "GET /api/usdt-rouse-api/bonus/pending/deposit/list",
  ask: z.strictObject({}),
  answer: z.object({
    list: z.array(
      z.object({
        couponId: z.number().int().positive(),
        /** The most that it can still earn. */
        couponAmount: decimalText,
        asset: assetText,
        /** The part of a transfer that it adds. */
        ratio: decimalText,
        endAt: z.number().int(),
        /** Whether it must be claimed first: what is transferred before the claim earns nothing. */
        isClaimable: z.boolean(),
      }),
    ),
  }),
  refusals: ["LOGIN_INVALID", "BUSY"],
});
