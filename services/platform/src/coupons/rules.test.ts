import { couponStatuses } from "@tidemark/contracts";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  afterStep,
  bonusOf,
  type CouponFacts,
  type CouponStep,
  claimByOf,
  couponTransitions,
  type CouponTerms,
  distributionOf,
  dueAt,
  dueOf,
  endOf,
  isClaimable,
  returnedBy,
  settleMs,
  statusOf,
  stepOfChange,
} from "./rules.ts";

const day = 86_400_000;
const end = 30 * day;
const cash: CouponTerms = {
  kind: "CASH_BONUS",
  isStreamed: false,
  volumeReq: 100n,
  claimBy: 0,
  distributionAt: 0,
  endAt: end,
};
const claimed: CouponTerms = {
  ...cash,
  kind: "TRADING_BONUS",
  volumeReq: 0n,
  claimBy: 7 * day,
  distributionAt: 0,
  endAt: end,
};
const fresh: CouponFacts = { status: "PENDING", claimedAt: null, volumeDone: 0n, isPaymentSent: false };
const met: CouponFacts = { ...fresh, volumeDone: 100n };
const steps = [...new Set(couponStatuses.flatMap((status) => Object.keys(couponTransitions[status])))] as CouponStep[];

test("[C.5 S4.6 S4.7] Pending → Success: conditions met, distribution time reached, campaign money left", () => {
  expect(dueOf(cash, met, day, 0)).toBe("pay");
  expect(dueOf(cash, { ...met, volumeDone: 99n }, day, day)).toBeUndefined();
  const later = { ...cash, distributionAt: 2 * day };
  expect([dueOf(later, met, 2 * day - 1, 0), dueOf(later, met, 2 * day, 0)]).toEqual([undefined, "pay"]);
  expect(afterStep("PENDING", "pay")).toBe("SUCCESS");
});

test("[C.6 S4.8] Pending → Failed: the end passed and a requirement is not met, once every fill of before it is counted", () => {
  expect(dueOf(cash, fresh, end + settleMs, end - 1)).toBeUndefined();
  expect(dueOf(cash, fresh, end + settleMs, end)).toBe("fail");
  // Met in time and seen late: it is paid.
  expect(dueOf(cash, met, end + day, end)).toBe("pay");
  expect(afterStep("PENDING", "fail")).toBe("FAILED");
});

test("[C.7 S4.9] Pending → Expired: the time to claim passed", () => {
  expect([isClaimable(claimed, fresh, 7 * day - 1), isClaimable(claimed, fresh, 7 * day)]).toEqual([true, false]);
  expect([dueOf(claimed, fresh, 7 * day - 1, 0), dueOf(claimed, fresh, 7 * day, 0)]).toEqual([undefined, "lapse"]);
  expect(dueOf(claimed, { ...fresh, claimedAt: day }, day, 0)).toBe("pay");
  expect(afterStep("PENDING", "lapse")).toBe("EXPIRED");
});

test("[C.8 S4.12] Pending → Run Out: the campaign is empty at the claim", () => {
  expect(afterStep("PENDING", "runOut")).toBe("RUN_OUT");
  expect(afterStep("SUCCESS", "runOut")).toBeUndefined();
});

test("[S4.10] Pending and Success → Invalid, and nothing else", () => {
  expect(couponStatuses.filter((status) => afterStep(status, "invalidate") === "INVALID")).toEqual([
    "PENDING",
    "SUCCESS",
  ]);
});

test("[C.10 S4.13] Success → Used off: nothing remains after use", () => {
  expect(stepOfChange({ cause: "FILL", remaining: 0n })).toBe("useUp");
  expect(stepOfChange({ cause: "FUNDING", remaining: 1n })).toBeUndefined();
  expect(afterStep("SUCCESS", "useUp")).toBe("USED_OFF");
});

test("Success → Expired: the end passed with something left", () => {
  expect(stepOfChange({ cause: "EXPIRY", remaining: 0n })).toBe("end");
  expect(afterStep("SUCCESS", "end")).toBe("EXPIRED");
});

test("[C.12 S4.11] Success → Recalled: a transfer out takes the grant back", () => {
  expect(stepOfChange({ cause: "FORFEIT", remaining: 0n })).toBe("recall");
  expect(afterStep("SUCCESS", "recall")).toBe("RECALLED");
});

test("six statuses are ends, and a coupon is looked at only while something can become due", () => {
  const ends = couponStatuses.filter((status) => Object.keys(couponTransitions[status]).length === 0);
  expect(ends).toHaveLength(6);
  expect(dueAt(cash, fresh)).toBe(end + settleMs);
  expect(dueAt(cash, met)).toBe(0);
  expect(dueAt(claimed, fresh)).toBe(7 * day);
  for (const status of ends) expect(dueAt(cash, { ...met, status })).toBeUndefined();
  expect(dueAt(cash, { ...met, isPaymentSent: true })).toBeUndefined();
  expect(dueOf(cash, { ...met, isPaymentSent: true }, end, end)).toBeUndefined();
});

test("a deposit coupon waits for transfers until its end: unused it expires, paid it ends", () => {
  const deposit: CouponTerms = { ...cash, kind: "DEPOSIT", volumeReq: 0n };
  expect([dueAt(deposit, fresh), dueOf(deposit, fresh, end - 1, end)]).toEqual([end + settleMs, undefined]);
  expect(dueOf(deposit, fresh, end, end - 1)).toBeUndefined();
  expect([dueOf(deposit, fresh, end, end), dueOf(deposit, { ...fresh, status: "SUCCESS" }, end, end)]).toEqual([
    "lapse",
    "end",
  ]);
  expect(dueAt({ ...deposit, claimBy: 7 * day }, fresh)).toBe(7 * day);
  expect(dueOf({ ...deposit, claimBy: 7 * day }, fresh, 7 * day, 0)).toBe("lapse");
});

test("[S3.77] a deposit reward is decided at its distribution time, which is its end where the campaign names none", () => {
  const granted = { kind: "DEPOSIT_REWARD", grantedAt: 0, endAt: end } as const;
  expect([distributionOf(granted, 0), distributionOf(granted, day)]).toEqual([end, day]);
  expect(distributionOf({ ...granted, kind: "CASH_BONUS" }, 0)).toBe(0);
  const reward: CouponTerms = { ...cash, kind: "DEPOSIT_REWARD", distributionAt: 5 * day };
  expect([dueOf(reward, met, 5 * day - 1, end), dueOf(reward, fresh, 5 * day, 0)]).toEqual([undefined, "review"]);
  expect(dueAt(reward, met)).toBe(5 * day + settleMs);
});

test("[C.32] a deposit reward that is granted or claimed behind its campaign's distribution keeps its own time: it is not paid at once", () => {
  const late = { kind: "DEPOSIT_REWARD", grantedAt: 20 * day, endAt: 50 * day } as const;
  expect([distributionOf(late, 15 * day), distributionOf(late, 20 * day)]).toEqual([50 * day, 50 * day]);
  expect(distributionOf(late, 20 * day + 1)).toBe(20 * day + 1);
  // The time of all other kinds is from when on they are paid: one that has passed pays at once.
  expect(distributionOf({ ...late, kind: "CASH_BONUS" }, 15 * day)).toBe(15 * day);
  const claim = { claimDays: 7, distributionAt: 22 * day };
  expect(claimByOf(late, claim)).toBe(22 * day);
  expect(claimByOf(late, { ...claim, distributionAt: 50 * day })).toBe(27 * day);
  expect(claimByOf({ ...late, kind: "CASH_BONUS" }, claim)).toBe(27 * day);
  expect(claimByOf(late, { ...claim, claimDays: 0 })).toBe(0);
});

test("what is in force without a payment: Success at once, Expired at its end, once every event of before it is handled", () => {
  const cashback: CouponTerms = { ...cash, kind: "CASHBACK", volumeReq: 0n };
  expect(dueOf(cashback, fresh, day, 0)).toBe("activate");
  const inForce: CouponFacts = { ...fresh, status: "SUCCESS" };
  expect([dueOf(cashback, inForce, end - 1, end), dueOf(cashback, inForce, end, end - 1)]).toEqual([
    undefined,
    undefined,
  ]);
  expect(dueOf(cashback, inForce, end, end)).toBe("end");
  expect(dueAt(cashback, inForce)).toBe(end + settleMs);
  expect(dueOf(cashback, fresh, end, end)).toBe("lapse");
});

test("[C.26] a cash bonus that is released by volume waits for claims, and is settled at its end, once every fill of before is counted", () => {
  const streamed: CouponTerms = { ...cash, isStreamed: true, volumeReq: 0n };
  for (const status of ["PENDING", "SUCCESS"] as const) {
    const facts: CouponFacts = { ...fresh, status };
    expect([dueAt(streamed, facts), dueOf(streamed, facts, end - 1, end)]).toEqual([end + settleMs, undefined]);
    expect([dueOf(streamed, facts, end, end - 1), dueOf(streamed, facts, end, end)]).toEqual([undefined, "settle"]);
    expect(dueOf(streamed, { ...facts, isPaymentSent: true }, end, end)).toBeUndefined();
  }
  expect(dueOf(streamed, { ...fresh, status: "USED_OFF" }, end, end)).toBeUndefined();
  // One that must be claimed first is over unclaimed, as all others are.
  expect(dueOf({ ...streamed, claimBy: 7 * day }, fresh, 7 * day, 0)).toBe("lapse");
});

test("bonus ends at 00:00 UTC, and is not granted once its end has passed", () => {
  expect(endOf("TRADING_BONUS", day + 1, 7)).toBe(9 * day);
  expect(endOf("TRADING_BONUS", day, 7)).toBe(8 * day);
  expect(endOf("CASH_BONUS", day + 1, 7)).toBe(8 * day + 1);
  expect(dueOf({ ...claimed, claimBy: 0 }, fresh, end, end)).toBe("lapse");
});

test("[C.13] the same steps give the same status, whatever steps that cannot be taken stand between them", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...steps), { maxLength: 12 }), (taken) => {
      let status = statusOf([]);
      const kept: CouponStep[] = [];
      for (const step of taken) {
        const next = afterStep(status, step);
        if (next === undefined) continue;
        status = next;
        kept.push(step);
      }
      expect(statusOf(taken)).toBe(status);
      expect(statusOf(kept)).toBe(status);
      expect(kept.length).toBeLessThanOrEqual(2);
    }),
  );
});

test("[C.14] whatever comes in whatever order, a coupon is due for payment at most once", () => {
  const event = fc.oneof(
    fc.record({
      type: fc.constant("fill" as const),
      counted: fc.bigInt(0n, 60n),
      trade: fc.integer({ min: 1, max: 5 }),
    }),
    fc.record({ type: fc.constant("look" as const), now: fc.integer({ min: 0, max: 40 * day }) }),
    fc.record({ type: fc.constant("paid" as const) }),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      // As the tables have it: a trade once for a coupon, a payment once for an item, remaining within the face.
      const [face, counted] = [10n, new Map<number, bigint>()];
      let [facts, sent, remaining] = [fresh, 0, face];
      for (const one of events) {
        if (one.type === "fill" && facts.status === "PENDING" && !counted.has(one.trade)) {
          counted.set(one.trade, one.counted);
          facts = { ...facts, volumeDone: [...counted.values()].reduce((sum, each) => sum + each, 0n) };
        }
        if (one.type === "paid" && facts.isPaymentSent) {
          facts = { ...facts, status: afterStep(facts.status, "pay") ?? facts.status, isPaymentSent: false };
          remaining = 0n;
        }
        const due = one.type === "look" ? dueOf(cash, facts, one.now, one.now) : undefined;
        if (due === "pay") [facts, sent] = [{ ...facts, isPaymentSent: true }, sent + 1];
        if (due === "fail") facts = { ...facts, status: afterStep(facts.status, "fail")! };
        expect(remaining >= 0n && remaining <= face).toBe(true);
        expect(sent).toBeLessThanOrEqual(1);
        if (sent === 1) expect(facts.status === "FAILED").toBe(false);
      }
    }),
  );
});

test("[C.1] of bonus it is kept what was granted, what paid costs and what went back, and together they are what remains", () => {
  expect(returnedBy({ cause: "FORFEIT", remaining: 0n }, 30n)).toBe(30n);
  expect(returnedBy({ cause: "EXPIRY", remaining: 0n }, 30n)).toBe(30n);
  for (const cause of ["FILL", "FUNDING", "DEFICIT"]) expect(returnedBy({ cause, remaining: 10n }, 30n)).toBe(0n);
  expect(bonusOf({ given: 40n, returned: 0n, remaining: 30n })).toEqual({ granted: 40n, used: 10n, returned: 0n });
  expect(bonusOf({ given: 40n, returned: 30n, remaining: 0n })).toEqual({ granted: 40n, used: 10n, returned: 30n });
  // Nothing was granted, or it ended before what went back was kept.
  expect(bonusOf({ given: 0n, returned: 0n, remaining: 40n })).toBeUndefined();
  expect(bonusOf({ given: 40n, returned: null, remaining: 0n })).toBeUndefined();
});
