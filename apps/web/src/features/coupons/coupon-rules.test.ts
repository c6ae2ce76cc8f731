import type { CouponRow } from "@tidemark/contracts";
import { expect, test } from "vitest";
import {
  bonusPercent,
  causeTextOf,
  gaugeOf,
  groupOf,
  sumsOf,
  termsOf,
  totalsOf,
  volumeLeftOf,
} from "./coupon-rules.ts";
import { releaseFiguresOf } from "./release-rules.ts";

const row: CouponRow = {
  id: 7,
  campaignId: 1,
  kind: "CASH_BONUS",
  name: "Registration reward",
  asset: "USDT",
  status: "PENDING",
  cause: "",
  statusAt: 0,
  group: "PROGRESS",
  bonusAmount: "10",
  remaining: "10",
  ratio: "1",
  cap: "0",
  startAt: Date.UTC(2026, 10, 14),
  endAt: Date.UTC(2026, 11, 14),
  distributionAt: 0,
  claimBy: 0,
  claimedAt: 0,
  isClaimable: false,
  volumeRequirement: "50000",
  volumeDone: "31240.18",
  profitRequirement: "0",
  depositRequirement: "0",
  holdHours: 0,
  refundAmount: "0",
  cashbackAmount: "0",
  profitDoubleAmount: "0",
  paid: "0",
  isTransferable: false,
  minLeverage: 0,
  maxLeverage: 0,
  marginMode: "ANY",
  products: [2, 4],
  symbols: [],
  options: {},
};
const bonus: CouponRow = { ...row, kind: "TRADING_BONUS", status: "SUCCESS", bonusAmount: "50", remaining: "38.2" };

test("[S2.48] a coupon is ready while it can be used or claimed, in progress while it waits, and finished otherwise", () => {
  expect(groupOf(row)).toBe("progress");
  expect(groupOf({ ...row, isClaimable: true })).toBe("ready");
  expect(groupOf(bonus)).toBe("ready");
  for (const status of ["FAILED", "EXPIRED", "INVALID", "RECALLED", "RUN_OUT", "USED_OFF"] as const)
    expect(groupOf({ ...bonus, status })).toBe("finished");
  expect(groupOf({ ...row, status: "SUCCESS", remaining: "0" })).toBe("finished");
});

test("what is usable, within reach and received is the sum of the coupons below it", () => {
  const paid: CouponRow = { ...row, status: "SUCCESS", remaining: "0", paid: "10" };
  expect(totalsOf([row, bonus, paid])).toEqual({
    usable: 3_820_000_000n,
    within: 1_000_000_000n,
    received: 1_000_000_000n,
  });
});

test("[S1.66 S3.82 S3.84] the gauge of a coupon runs to its volume while it waits, and down from its amount afterwards", () => {
  expect(gaugeOf(row)).toEqual({ kind: "goal", done: "31240.18", total: "50000" });
  expect(gaugeOf(bonus)).toEqual({ kind: "left", done: "38.2", total: "50" });
  expect(volumeLeftOf(row)).toBe(1_875_982_000_000n);
});

test("[C.6 S3.78] of a coupon that ended without use nothing is left: it has no gauge, but one that failed shows how far its volume came", () => {
  for (const status of ["EXPIRED", "INVALID", "RECALLED", "RUN_OUT"] as const)
    expect(gaugeOf({ ...row, status })).toBeUndefined();
  expect(gaugeOf({ ...row, status: "FAILED" })).toEqual({ kind: "goal", done: "31240.18", total: "50000" });
  expect(gaugeOf({ ...row, status: "FAILED", volumeRequirement: "0" })).toBeUndefined();
  expect(gaugeOf({ ...bonus, status: "USED_OFF", remaining: "0" })).toMatchObject({ kind: "left", done: "0" });
});

test("the page says why a coupon has ended", () => {
  expect(causeTextOf({ kind: "CASHBACK", cause: "USED" })).toBe("USED");
  expect(causeTextOf({ kind: "LOSS_DEDUCTION", cause: "USED" })).toBe("USED_ONCE");
  expect(causeTextOf({ kind: "CASHBACK", cause: "ENDED" })).toBe("ENDED");
  expect(causeTextOf({ kind: "CONTRACT_VOUCHER", cause: "USED" })).toBe("USED_VOUCHER");
  expect(causeTextOf({ kind: "TRADING_BONUS", cause: "OPERATOR" })).toBe("OPERATOR");
  expect(causeTextOf({ kind: "TRADING_BONUS", cause: "REFUSED_21003" })).toBe("REFUSED");
  for (const cause of ["", "PAID", "IN_FORCE"]) expect(causeTextOf({ kind: "CASH_BONUS", cause })).toBeUndefined();
});

test("[C.37] a loss deduction coupon ends without a loss that it pays for, or as the bonus that it was paid as", () => {
  const loss = { kind: "LOSS_DEDUCTION" } as const;
  const bonus = { granted: "5", used: "5", returned: "0" };
  expect(causeTextOf({ ...loss, cause: "ENDED" })).toBe("ENDED_UNPAID");
  expect(causeTextOf({ ...loss, cause: "USED", bonus })).toBe("USED");
  expect(causeTextOf({ ...loss, cause: "ENDED", bonus })).toBe("ENDED");
  expect(causeTextOf({ ...loss, cause: "TRANSFER_OUT", bonus })).toBe("TRANSFER_OUT");
});

test("[C.1 S1.62 S1.64] bonus says what was received, used and given back; what is paid in cash says what was paid", () => {
  const sums = { granted: "50", used: "11.8", returned: "38.2" };
  expect(sumsOf({ ...bonus, bonus: sums })).toEqual([
    ["bonusGranted", "50"],
    ["bonusUsed", "11.8"],
    ["bonusReturned", "38.2"],
  ]);
  expect(sumsOf(bonus)).toEqual([]);
  expect(sumsOf({ ...row, paid: "10" })).toEqual([["paid", "10"]]);
  expect(sumsOf({ ...row, kind: "CONTRACT_VOUCHER", paid: "7" })).toEqual([["paid", "7"]]);
});

test("[S1.53 S1.62 S1.64] the terms of a coupon are made of its own figures", () => {
  expect(termsOf(row).map(([text]) => text)).toEqual(["termVolume", "termOwn", "termPaid", "termFails"]);
  expect(termsOf(row)[0]![1]).toEqual({ volume: "50,000.00", date: "2026-12-14" });
  expect(termsOf({ ...row, volumeRequirement: "0" })).toEqual([["termPaidNow", { amount: "10.00" }]]);
  const free = { ...bonus, volumeRequirement: "0" };
  expect(termsOf({ ...free, claimBy: row.endAt }).map(([text]) => text)).toEqual([
    "termClaim",
    "termBonus",
    "termRecall",
  ]);
  expect(termsOf({ ...bonus, volumeRequirement: "50000", claimBy: row.endAt }).map(([text]) => text)).toEqual([
    "termClaim",
    "termVolume",
    "termOwn",
    "termBonus",
    "termRecall",
  ]);
  expect(termsOf({ ...free, kind: "FUNDING_BONUS", ratio: "0.5" })[0]![1]).toMatchObject({ ratio: "50" });
});

test("[C.26 S1.53] a cash bonus that volume releases shows what can be claimed, its gauge runs to its face, and its terms are its rate and caps", () => {
  const release = {
    rate: "0.00155",
    dailyCap: "100",
    released: "4.65",
    releasedToday: "1.55",
    claimable: "0",
    onItsWay: "0",
  };
  const options = { isStreamed: true, releaseRate: "0.00155", dailyCap: "100" };
  const streamed: CouponRow = { ...row, volumeRequirement: "0", remaining: "6.9", status: "SUCCESS", options, release };
  const claimable: CouponRow = { ...streamed, release: { ...release, claimable: "1.55", onItsWay: "0.5" } };
  expect([groupOf(streamed), groupOf(claimable)]).toEqual(["progress", "ready"]);
  expect(groupOf({ ...claimable, status: "USED_OFF" })).toBe("finished");
  expect(gaugeOf(streamed)).toEqual({ kind: "goal", done: "4.65", total: "10" });
  expect(totalsOf([claimable])).toMatchObject({ usable: 155_000_000n, within: 535_000_000n });
  expect(releaseFiguresOf(streamed)).toEqual([
    ["claimableNow", "0"],
    ["releasedToday", "1.55"],
    ["mostADay", "100"],
  ]);
  expect(releaseFiguresOf(claimable).at(-1)).toEqual(["paymentOnItsWay", "0.5"]);
  expect(releaseFiguresOf(row)).toEqual([]);
  expect(termsOf(streamed)).toEqual([
    ["termRelease", { volume: "1,000", part: "1.55", amount: "10.00", date: "2026-12-14" }],
    ["termReleaseDay", { cap: "100.00" }],
    ["termOwn"],
    ["termReleaseClaim"],
    ["termReleaseEnd"],
  ]);
});

test("[S1.60] the terms of a voucher are its markets, its leverage, what it gives and its end", () => {
  const voucher: CouponRow = { ...row, kind: "CONTRACT_VOUCHER", status: "SUCCESS", volumeRequirement: "0" };
  const listed = termsOf({ ...voucher, symbols: ["BTCUSDT-PERP", "ETHUSDT-PERP"], maxLeverage: 20 });
  expect(listed).toEqual([
    ["termVoucherIn", { amount: "10.00", markets: "BTCUSDT-PERP, ETHUSDT-PERP" }],
    ["termVoucherLeverage", { leverage: "20" }],
    ["termVoucherWhole"],
    ["termVoucherEnd", { amount: "10.00" }],
    ["termVoucherUnused", { date: "2026-12-14" }],
  ]);
  expect(termsOf({ ...voucher, options: { maxHoldHours: 24 } })).toContainEqual(["termVoucherHold", { hours: "24" }]);
  expect(
    termsOf({ ...voucher, volumeRequirement: "5" })
      .map(([text]) => text)
      .slice(0, 3),
  ).toEqual(["termVolume", "termOwn", "termVoucher"]);
  const use = { state: "OPEN", symbol: "BTCUSDT-PERP", posSide: "LONG", leverage: 20 } as const;
  expect([totalsOf([voucher]).usable, totalsOf([{ ...voucher, use }]).usable]).toEqual([1_000_000_000n, 0n]);
});

test("[S1.54 S1.55] the terms of deposit kinds are made of their rate, days and requirements", () => {
  const deposit: CouponRow = { ...row, kind: "DEPOSIT", ratio: "0.2", options: { priorDays: 7, isFirstOnly: false } };
  expect(termsOf(deposit).map(([text]) => text)).toEqual([
    "termDeposit",
    "termDepositPrior",
    "termDepositOne",
    "termRecall",
  ]);
  expect(termsOf(deposit)[0]![1]).toEqual({ percent: "20", amount: "10.00", date: "2026-12-14" });
  expect(termsOf({ ...deposit, options: { priorDays: 0, isFirstOnly: true } })[0]![0]).toBe("termDepositFirst");
  const reward: CouponRow = {
    ...row,
    kind: "DEPOSIT_REWARD",
    depositRequirement: "100",
    distributionAt: row.endAt,
    options: { paysCash: false, bonusDays: 7 },
  };
  expect(termsOf(reward).map(([text]) => text)).toEqual([
    "termReward",
    "termVolume",
    "termOwn",
    "termRewardBalance",
    "termRewardBonus",
    "termRecall",
    "termFails",
  ]);
  expect(termsOf(reward)[0]![1]).toEqual({ deposit: "100.00", date: "2026-12-14" });
  const cash = { ...reward, volumeRequirement: "0", options: { paysCash: true, bonusDays: 7 } };
  expect(termsOf(cash).map(([text]) => text)).toEqual([
    "termReward",
    "termRewardBalance",
    "termRewardCash",
    "termFails",
  ]);
});

test("a fill says how much of it bonus carried", () => {
  expect(bonusPercent({ volume: "4100.5", counted: "3075.37" })).toBe("25");
  expect(bonusPercent({ volume: "10", counted: "10" })).toBeUndefined();
});
