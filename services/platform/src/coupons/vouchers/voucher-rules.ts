import { couponOptions, type Facts, type Refusal } from "@tidemark/contracts";
import { isListed } from "../volume/counted-volume.ts";
import type { StoredCoupon } from "../coupon-store.ts";

type Terms = Pick<
  StoredCoupon,
  "status" | "isPaymentSent" | "endAt" | "products" | "symbols" | "minLeverage" | "maxLeverage"
>;
type AskedMarket = { readonly product: number; readonly symbol: string; readonly maxLeverage: number };

/** Why a voucher opens no such position, by its own terms; all else is the core's to refuse. */
export function voucherProblem(
  voucher: Terms,
  market: AskedMarket,
  leverage: number,
  now: number,
): { readonly refusal: Refusal; readonly facts: Facts } | undefined {
  const isUsable = voucher.status === "SUCCESS" && !voucher.isPaymentSent && now < voucher.endAt;
  if (!isUsable || !isListed(voucher, market)) return { refusal: "VOUCHER_NOT_USABLE", facts: {} };
  const min = Math.max(voucher.minLeverage, 1);
  const max = Math.min(voucher.maxLeverage > 0 ? voucher.maxLeverage : market.maxLeverage, market.maxLeverage);
  if (leverage < min || leverage > max)
    return { refusal: "LEVERAGE_RANGE", facts: { min: String(min), max: String(max) } };
  return undefined;
}

const hourMs = 3_600_000;

/** When a position that was opened then is closed at market; undefined where it may be held for ever. */
export function closeAtOf(options: StoredCoupon["options"], openedAt: number): number | undefined {
  const { maxHoldHours } = couponOptions.CONTRACT_VOUCHER.parse(options);
  return maxHoldHours === 0 ? undefined : openedAt + maxHoldHours * hourMs;
}
