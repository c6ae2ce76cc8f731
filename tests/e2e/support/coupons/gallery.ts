import type { CouponKind, CouponStatus } from "@tidemark/contracts";
import type { SeedCampaign } from "../../../../services/platform/src/index.ts";
import { seededUids } from "../../../../tools/dev/seed/people.ts";
import { units } from "../../../../tools/dev/seed/listing.ts";
import { contractSymbol } from "./coupon-exchange.ts";
import { good } from "./outcomes.ts";
import type { Walker } from "./walker.ts";

// One user whose Coupon Center has coupons of all kinds and all statuses at once.
type Shown = {
  readonly kind: CouponKind;
  readonly end: CouponStatus;
  readonly terms: Pick<SeedCampaign, "face"> & Partial<SeedCampaign>;
};
const claimed = { claimDays: 3 } as const;
const shown: readonly Shown[] = [
  { kind: "DEPOSIT", end: "PENDING", terms: { face: units("5000"), ratio: units("0.2") } },
  { kind: "CASHBACK", end: "PENDING", terms: { face: units("50"), ratio: units("0.5"), ...claimed } },
  { kind: "PROFIT_DOUBLE", end: "SUCCESS", terms: { face: units("50"), profitReq: units("5") } },
  {
    kind: "CONTRACT_VOUCHER",
    end: "SUCCESS",
    terms: { face: units("100"), symbols: [contractSymbol], maxLeverage: 20 },
  },
  { kind: "FUNDING_BONUS", end: "SUCCESS", terms: { face: units("12.5") } },
  { kind: "TRADING_BONUS", end: "RECALLED", terms: { face: units("40") } },
  { kind: "CASH_BONUS", end: "FAILED", terms: { face: units("10"), volumeReq: units("50000") } },
  { kind: "LOSS_DEDUCTION", end: "EXPIRED", terms: { face: units("20"), ratio: units("0.5"), ...claimed } },
  { kind: "DEPOSIT_REWARD", end: "INVALID", terms: { face: units("50"), depositReq: units("100") } },
  { kind: "CASHBACK", end: "RUN_OUT", terms: { face: units("5"), ...claimed } },
  {
    kind: "CASH_BONUS",
    end: "USED_OFF",
    terms: { face: units("1"), options: { isStreamed: true, releaseRate: "0.001", dailyCap: "2" } },
  },
];

/** The campaigns of one such user, from this number on. */
export const galleryCampaigns = (first: number): readonly SeedCampaign[] =>
  shown.map(({ kind, terms, end }, i) => ({
    volumeReq: 0n,
    claimDays: 0,
    products: [4],
    days: 7,
    ...terms,
    id: first + i,
    name: kind,
    kind,
    grantOn: "OPERATOR",
    budget: end === "RUN_OUT" ? terms.face : terms.face * 2n,
  }));

/** What brings one of them to its status. */
async function comesTo(end: CouponStatus, walker: Walker, campaign: number): Promise<void> {
  const { world, coupon: couponId } = walker;
  if (end === "FAILED") return walker.setDates(["end_at"], -6_000);
  if (end === "EXPIRED") return walker.setDates(["claim_by"], -1);
  if (end === "INVALID") return world.invalidate(couponId);
  if (end === "RUN_OUT") {
    const rival = await world.give(campaign, seededUids.alice);
    good(await world.alice.client.call("claimCoupon", { couponId: rival }));
    good(await walker.client.call("claimCoupon", { couponId }));
    return;
  }
  if (end === "USED_OFF") {
    await world.trade.by(walker, { side: "BUY", posSide: "LONG" }, "104250", "0.01");
    await walker.until(({ release }) => release?.claimable === "1");
    good(await walker.client.call("claimRelease", { couponId }));
    return;
  }
  if (end !== "RECALLED") return;
  await walker.is("SUCCESS");
  await walker.moves(4, 1, "1");
}

/** Brings all of them to their statuses. */
export async function fillGallery(walker: Walker, first: number): Promise<void> {
  const { world, uid } = walker;
  const coupons: number[] = [];
  for (const [i] of shown.entries()) coupons.push(await world.give(first + i, uid));
  for (const [i, { end }] of shown.entries()) await comesTo(end, walker.withCoupon(coupons[i]!), first + i);
  for (const [i, { end }] of shown.entries()) await walker.withCoupon(coupons[i]!).is(end);
}
