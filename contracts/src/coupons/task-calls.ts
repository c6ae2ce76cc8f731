import { z } from "zod";
import { ofUser } from "../call-parts.ts";
import { defineCall } from "../define.ts";
import { assetText, decimalText } from "../values.ts";
import { couponKinds } from "./calls.ts";

/** What earns a coupon of a campaign of tasks: a deposit is credited, an order of a spot pair fills (in margin too), an order of a contract fills. */
export const campaignTasks = ["DEPOSIT", "SPOT_TRADE", "CONTRACT_TRADE"] as const;
export type CampaignTask = (typeof campaignTasks)[number];

const couponTask = z.object({
  campaignId: z.number().int().positive(),
  /** KYC: the user is verified. INVITE: a friend is, who registered by the user's code. TASK: the user does what `task` says. */
  grantOn: z.enum(["KYC", "INVITE", "TASK"]),
  /** Null unless it is granted by TASK. */
  task: z.enum(campaignTasks).nullable(),
  kind: z.enum(couponKinds),
  name: z.string(),
  asset: assetText,
  face: decimalText,
  /** In USDT, from the grant on; 0: none. */
  volumeRequirement: decimalText,
  /** How long a coupon runs from its grant, and how long it can be claimed; 0: it need not be claimed. */
  days: z.number().int(),
  claimDays: z.number().int(),
  /** Until when the campaign gives coupons. */
  endAt: z.number().int(),
  /** Coupons that one user may have of it, and how many this user has had. */
  perUser: z.number().int(),
  received: z.number().int(),
  /** Whether the user can still have one: not all were received, and no account that has used the same device has had one. */
  isOpen: z.boolean(),
});
export type CouponTask = z.infer<typeof couponTask>;

/**
 * What the user can do for a coupon now: running campaigns of verification, invitation and tasks whose budget holds one more. One of verification is left
 * out for who is verified and has had none of it.
 */
export const couponTasks = defineCall({
  ...ofUser,
  rate: "read",
  name: "coupons.tasks",
  path: "GET /api/usdt-rouse-api/coupon/tasks",
  ask: z.strictObject({}),
  answer: z.object({ list: z.array(couponTask) }),
  refusals: ["LOGIN_INVALID", "BUSY"],
});
