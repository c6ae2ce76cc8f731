import type { CouponDetail } from "@tidemark/contracts";
import type { StoredCoupon } from "../coupon-store.ts";
import { isHeld } from "../rules.ts";

export type PaymentRow = {
  readonly item: string;
  readonly amount: bigint;
  /** `WAITING`: owed, and not sent yet. */
  readonly state: "WAITING" | "SENT" | "PAID" | "REFUSED";
};

/** The grants of the core that a coupon has, by their numbers. The first has the coupon's own. */
export function grantsOf(coupon: Pick<StoredCoupon, "id">, payments: readonly PaymentRow[]): readonly number[] {
  return payments
    .filter(({ item, state }) => state === "PAID" && (item === "grant" || item.startsWith("grant ")))
    .map(({ item }) => (item === "grant" ? coupon.id : Number(item.slice("grant ".length))));
}

type Facts = {
  readonly coupon: Pick<StoredCoupon, "id" | "kind" | "status" | "remaining" | "isPaymentSent"> &
    Partial<Pick<StoredCoupon, "isStreamed">>;
  readonly payments: readonly PaymentRow[];
  readonly isPositionOpen: boolean;
  readonly isDecided: boolean;
};
export type How = Pick<CouponDetail["invalidation"], "how" | "problem">;
const not = (problem: string): How => ({ how: "NOT_POSSIBLE", problem });

/** What invalidating would do now. Cash that was paid is the user's: no command of the core takes it back. */
export function howToInvalidate({ coupon, payments, isPositionOpen, isDecided }: Facts): How {
  if (isDecided) return not("it is invalidated, or the core is taking it back");
  if (coupon.status !== "PENDING" && coupon.status !== "SUCCESS") return not("it has ended");
  if (coupon.isPaymentSent || payments.some(({ state }) => state === "SENT")) return not("a payment is on its way");
  if (isPositionOpen) return not("its position is open");
  if (coupon.status === "SUCCESS" && coupon.remaining > 0n && grantsOf(coupon, payments).length > 0)
    return { how: "RECALL", problem: "" };
  // A deposit coupon may have more to give than what was used of its grants.
  const isEnding =
    coupon.status === "PENDING" || isHeld(coupon.kind) || coupon.kind === "DEPOSIT" || coupon.isStreamed === true;
  if (isEnding) return { how: "AT_ONCE", problem: "" };
  return not("it was paid in cash");
}
