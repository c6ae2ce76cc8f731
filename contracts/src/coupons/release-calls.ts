import { z } from "zod";
import { ofUser } from "../call-parts.ts";
import { defineCall } from "../define.ts";
import { decimalText } from "../values.ts";
import { ofOneCoupon } from "./coupon-refusals.ts";

/** Of a cash bonus that is released by the user's volume. Days are those of UTC, and amounts those of the coupon's asset. */
export const couponRelease = z.object({
  /** What a counted USDT releases, and the most that one day's volume does. */
  rate: decimalText,
  dailyCap: decimalText,
  /** What the volume has released by now, and what of it today's has. */
  released: decimalText,
  releasedToday: decimalText,
  /** What a claim would be given now: all that is released, and was not claimed before. */
  claimable: decimalText,
  /** What has been claimed and is on its way to the wallet account. */
  onItsWay: decimalText,
});

/**
 * Claims all that a streamed cash bonus has released. It is paid to the wallet account by one command; while it is on its way, a claim that is asked again
 * answers with the same amount. `NOTHING_RELEASED`: trade first. `RELEASE_DAY_FULL`: the day's most is released and claimed; volume of the next day (UTC)
 * releases more.
 */
export const claimRelease = defineCall({
  ...ofUser,
  rate: "read",
  name: "coupons.claimRelease",
  path: "POST /api/usdt-rouse-api/coupon/release/claim",
  ask: z.strictObject({ couponId: z.number().int().positive() }),
  answer: z.object({ amount: decimalText }),
  refusals: [...ofOneCoupon, "RELEASE_OVER", "NOTHING_RELEASED", "RELEASE_DAY_FULL"],
});
