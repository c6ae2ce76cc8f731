import { z } from "zod";
import { couponFill, couponKinds, couponStatuses } from "../coupons/calls.ts";
import { defineCall } from "../define.ts";
import { reasonText } from "../operator/define-operator-call.ts";
import { assetText, decimalText } from "../values.ts";
import { actBy, actRefusals, readBy, readRefusals } from "./of-platform.ts";

const at = z.number().int();
const couponId = z.number().int().positive();
const campaignId = z.number().int().positive();
const uid = z.number().int().positive();

const couponCase = z.object({
  id: couponId,
  campaignId,
  uid,
  kind: z.enum(couponKinds),
  name: z.string(),
  asset: assetText,
  status: z.enum(couponStatuses),
  face: decimalText,
  remaining: decimalText,
  paid: decimalText,
  startAt: at,
  endAt: at,
  volumeRequirement: decimalText,
  volumeDone: decimalText,
  /** Profit of its bonus that could not be taken back. */
  receivable: decimalText,
});
export type CouponCase = z.infer<typeof couponCase>;

/** By any of these, the newest first; `before` is the `next` of the page before. */
export const findCoupons = defineCall({
  ...readBy("any"),
  name: "coupons.find",
  path: "GET /console/coupons",
  ask: z.strictObject({
    uid: uid.optional(),
    campaignId: campaignId.optional(),
    status: z.enum(couponStatuses).optional(),
    /** Only those with a receivable. */
    hasReceivable: z.boolean().optional(),
    before: couponId.optional(),
    pageSize: z.number().int().min(1).max(100).default(50),
  }),
  answer: z.object({ list: z.array(couponCase), next: couponId.optional() }),
});

/** What invalidating would do: end it at once, have the core take back what is left of the grant, or nothing. */
const couponInvalidations = ["AT_ONCE", "RECALL", "NOT_POSSIBLE"] as const;

const couponDetail = z.object({
  coupon: couponCase,
  steps: z.array(z.object({ step: z.string(), cause: z.string(), at })),
  payments: z.array(
    z.object({ item: z.string(), amount: decimalText, state: z.enum(["WAITING", "SENT", "PAID", "REFUSED"]) }),
  ),
  /** The newest of the fills that it looked at. */
  fills: z.array(couponFill),
  invalidation: z.object({
    how: z.enum(couponInvalidations),
    /** Why it is not possible; empty where it is. */
    problem: z.string(),
    /** The operator who asked for it first, while it waits for another. */
    waiting: z.object({ by: z.number().int(), reason: z.string(), at, until: at }).nullable(),
    /** Of the profit that its bonus made: what would be taken back now and what would be lacking. Null: not known now, or nothing to invalidate. */
    clawback: z.object({ profit: decimalText, takes: decimalText, lacks: decimalText }).nullable(),
    /** Two operators have decided it; `taken` and `receivable` are null until the core has said. */
    decided: z
      .object({
        by: z.number().int(),
        reason: z.string(),
        at,
        profit: decimalText,
        taken: decimalText.nullable(),
        receivable: decimalText.nullable(),
      })
      .nullable(),
  }),
});
export type CouponDetail = z.infer<typeof couponDetail>;

export const couponDetailOf = defineCall({
  ...readBy("any"),
  name: "coupons.detail",
  path: "GET /console/coupon",
  ask: z.strictObject({ id: couponId }),
  answer: couponDetail,
  refusals: [...readRefusals, "NOT_FOUND"],
});

/** One coupon of a campaign that operators give, within its budget and what one user may have of it. */
export const giveCoupon = defineCall({
  ...actBy("markets"),
  name: "coupons.give",
  path: "POST /console/coupon/give",
  ask: z.strictObject({ requestId: z.uuid(), campaignId, uid, reason: reasonText }),
  answer: z.object({ id: couponId }),
  refusals: [...actRefusals, "REQUEST_INVALID"],
});

/** Waits until another operator asks for the same within a day. Profit of a bonus is taken back; what the coupon has paid in cash stays with the user. */
export const invalidateCoupon = defineCall({
  ...actBy("risk"),
  name: "coupons.invalidate",
  path: "POST /console/coupon/invalidate",
  ask: z.strictObject({ id: couponId, reason: reasonText }),
  answer: z.object({ isDone: z.boolean() }),
  refusals: [...actRefusals, "REQUEST_INVALID", "OWN_APPROVAL"],
});
