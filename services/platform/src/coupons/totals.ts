import type { CouponGroup, CouponTotals } from "@tidemark/contracts";
import { printUnits } from "@tidemark/money";
import type { StoredCoupon } from "./coupon-store.ts";
import { depositOptions, mostOf } from "./deposits/deposit-rules.ts";
import type { Release } from "./releases/release-rules.ts";
import { isClaimable } from "./rules.ts";

export type Totalled = {
  readonly coupon: StoredCoupon;
  /** Of a cash bonus that is released by volume. */
  readonly release: Pick<Release, "claimable"> | undefined;
  /** Whether a voucher has its position, or an order for it. */
  readonly isInUse: boolean;
};

/** What further transfers can bring of a deposit coupon that has paid. One of the first transfer has had its only one. */
export function stillToEarn(coupon: StoredCoupon): bigint {
  if (coupon.kind !== "DEPOSIT" || coupon.status !== "SUCCESS" || depositOptions(coupon.options).isFirstOnly) return 0n;
  return mostOf(coupon) - coupon.given;
}

const isRunning = ({ status }: StoredCoupon): boolean => status === "PENDING" || status === "SUCCESS";

/** Where a coupon stands in the Coupon Center. */
export function groupOf({ coupon, release }: Omit<Totalled, "isInUse">, now: number): CouponGroup {
  if (!isRunning(coupon)) return "FINISHED";
  if (isClaimable(coupon, coupon, now)) return "READY";
  if (release !== undefined) return release.claimable > 0n ? "READY" : "PROGRESS";
  if (coupon.status === "PENDING") return "PROGRESS";
  if (coupon.remaining > 0n) return "READY";
  return stillToEarn(coupon) > 0n ? "PROGRESS" : "FINISHED";
}

/** What one coupon adds to the totals, in 1e-8. */
function partOf({ coupon, release, isInUse }: Totalled) {
  const { status, remaining, face } = coupon;
  if (!isRunning(coupon)) return { usable: 0n, within: 0n };
  if (release !== undefined) return { usable: release.claimable, within: remaining - release.claimable };
  if (status === "PENDING") return { usable: 0n, within: face };
  // A voucher that is in use cannot be used again.
  return { usable: isInUse ? 0n : remaining, within: stillToEarn(coupon) };
}

/** The totals of a user from all coupons that the user has had. */
export function totalsOf(all: readonly Totalled[], now: number): CouponTotals {
  const parts = all.map(partOf);
  const counts = { READY: 0, PROGRESS: 0, FINISHED: 0 };
  for (const one of all) counts[groupOf(one, now)] += 1;
  return {
    usable: printUnits(parts.reduce((sum, { usable }) => sum + usable, 0n)),
    within: printUnits(parts.reduce((sum, { within }) => sum + within, 0n)),
    received: printUnits(all.reduce((sum, { coupon }) => sum + coupon.paid, 0n)),
    counts,
  };
}
