import { expect, test } from "vitest";
import type { StoredCoupon } from "./coupon-store.ts";
import { groupOf, stillToEarn, type Totalled, totalsOf } from "./totals.ts";

const one = 100_000_000n;
const now = 1_000;
const stored = {
  kind: "CASH_BONUS",
  status: "PENDING",
  claimBy: 0,
  claimedAt: null,
  face: 10n * one,
  cap: 0n,
  remaining: 10n * one,
  paid: 0n,
  given: 0n,
  options: {},
} as StoredCoupon;
const of = (fields: Partial<StoredCoupon>, beside: Partial<Totalled> = {}): Totalled => ({
  coupon: { ...stored, ...fields },
  release: undefined,
  isInUse: false,
  ...beside,
});
const bonus = of({ kind: "TRADING_BONUS", status: "SUCCESS", face: 50n * one, remaining: 38n * one });
const group = (each: Totalled) => groupOf(each, now);

test("[S2.48] a coupon is ready while it can be used or claimed, in progress while it waits, and finished otherwise", () => {
  expect(group(of({}))).toBe("PROGRESS");
  expect(group(of({ claimBy: now + 1 }))).toBe("READY");
  expect(group(of({ claimBy: now }))).toBe("PROGRESS");
  expect(group(bonus)).toBe("READY");
  for (const status of ["FAILED", "EXPIRED", "INVALID", "RECALLED", "RUN_OUT", "USED_OFF"] as const)
    expect(group(of({ ...bonus.coupon, status }))).toBe("FINISHED");
  expect(group(of({ status: "SUCCESS", remaining: 0n }))).toBe("FINISHED");
});

test("[C.26] a cash bonus that volume releases is ready while something of it can be claimed", () => {
  const streamed = { status: "SUCCESS", isStreamed: true, remaining: 6n * one } as const;
  expect(group(of(streamed, { release: { claimable: 0n } }))).toBe("PROGRESS");
  expect(group(of(streamed, { release: { claimable: one } }))).toBe("READY");
  expect(group(of({ ...streamed, status: "USED_OFF" }, { release: { claimable: one } }))).toBe("FINISHED");
  expect(totalsOf([of(streamed, { release: { claimable: one } })], now)).toMatchObject({ usable: "1", within: "5" });
});

test("[S1.54] a deposit coupon whose bonus is used is in progress as long as a transfer can still earn", () => {
  const spent = { kind: "DEPOSIT", status: "SUCCESS", face: 5_000n * one, given: 200n * one, remaining: 0n } as const;
  expect(group(of(spent))).toBe("PROGRESS");
  expect(stillToEarn(of(spent).coupon)).toBe(4_800n * one);
  expect(stillToEarn(of({ ...spent, cap: 1_000n * one }).coupon)).toBe(800n * one);
  expect(totalsOf([of(spent)], now)).toMatchObject({ usable: "0", within: "4800" });
  // The first transfer was its only one.
  expect(group(of({ ...spent, options: { isFirstOnly: true } }))).toBe("FINISHED");
  expect(group(of({ ...spent, remaining: one }))).toBe("READY");
});

test("[S2.48] what is usable, within reach and received is the sum of all coupons, and each is in one group", () => {
  const paid = of({ status: "SUCCESS", remaining: 0n, paid: 10n * one });
  expect(totalsOf([of({}), bonus, paid], now)).toEqual({
    usable: "38",
    within: "10",
    received: "10",
    counts: { READY: 1, PROGRESS: 1, FINISHED: 1 },
  });
});

test("[S1.60] a voucher that is in use cannot be used again", () => {
  const voucher = of({ kind: "CONTRACT_VOUCHER", status: "SUCCESS" });
  expect(totalsOf([voucher], now).usable).toBe("10");
  expect(totalsOf([{ ...voucher, isInUse: true }], now).usable).toBe("0");
});
