import { expect, test } from "vitest";
import { grantsOf, howToInvalidate } from "./invalidation-rules.ts";

const coupon = { id: 9, kind: "TRADING_BONUS", status: "SUCCESS", remaining: 5n, isPaymentSent: false } as const;
const granted = [{ item: "grant", amount: 5n, state: "PAID" }] as const;
const facts = { coupon, payments: granted, isPositionOpen: false, isDecided: false };

test("[S4.10] a pending coupon is invalid at once, a grant when the core has taken it back, and what was paid in cash not at all", () => {
  const pending = { ...coupon, status: "PENDING" } as const;
  expect(howToInvalidate({ ...facts, coupon: pending, payments: [] }).how).toBe("AT_ONCE");
  expect(howToInvalidate(facts).how).toBe("RECALL");
  const held = { ...coupon, kind: "CASHBACK" } as const;
  expect(howToInvalidate({ ...facts, coupon: held, payments: [] }).how).toBe("AT_ONCE");
  const owed = [{ item: "day 20775", amount: 1n, state: "WAITING" }] as const;
  expect(howToInvalidate({ ...facts, coupon: held, payments: owed }).how).toBe("AT_ONCE");
  const deposit = { ...coupon, kind: "DEPOSIT", remaining: 0n } as const;
  expect(howToInvalidate({ ...facts, coupon: deposit }).how).toBe("AT_ONCE");
  const cash = { ...coupon, kind: "CASH_BONUS", remaining: 0n } as const;
  const paid = [{ item: "release", amount: 5n, state: "PAID" }] as const;
  expect(howToInvalidate({ ...facts, coupon: cash, payments: paid }).problem).toMatch(/in cash/);
});

test("nothing is invalidated while money moves for it, and nothing twice", () => {
  const sent = { ...coupon, status: "PENDING", isPaymentSent: true } as const;
  expect(howToInvalidate({ ...facts, coupon: sent, payments: [] }).problem).toMatch(/on its way/);
  expect(howToInvalidate({ ...facts, payments: [{ ...granted[0], state: "SENT" }] }).problem).toMatch(/on its way/);
  expect(howToInvalidate({ ...facts, isPositionOpen: true }).problem).toMatch(/position is open/);
  expect(howToInvalidate({ ...facts, isDecided: true }).how).toBe("NOT_POSSIBLE");
  for (const status of ["FAILED", "EXPIRED", "INVALID", "RECALLED", "RUN_OUT", "USED_OFF"] as const)
    expect(howToInvalidate({ ...facts, coupon: { ...coupon, status } }).problem).toMatch(/has ended/);
});

test("a coupon may have several grants, each with a number of its own", () => {
  const more = [
    ...granted,
    { item: "grant 77", amount: 1n, state: "PAID" },
    { item: "grant 78", amount: 1n, state: "REFUSED" },
  ] as const;
  expect(grantsOf(coupon, more)).toEqual([9, 77]);
});
