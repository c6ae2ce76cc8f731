import type { CouponRow } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { termsOf } from "./coupon-rules.ts";
import { heldFiguresOf, heldTermsOf, isByTotal, isPaidToWallet } from "./held-rules.ts";

const row: CouponRow = {
  id: 7,
  campaignId: 40,
  kind: "CASHBACK",
  name: "Cashback",
  asset: "USDT",
  status: "SUCCESS",
  cause: "IN_FORCE",
  statusAt: 0,
  group: "READY",
  bonusAmount: "50",
  remaining: "45",
  ratio: "0.5",
  cap: "0",
  startAt: Date.UTC(2026, 10, 14),
  endAt: Date.UTC(2026, 11, 14),
  distributionAt: 0,
  claimBy: 0,
  claimedAt: 0,
  isClaimable: false,
  volumeRequirement: "0",
  volumeDone: "0",
  profitRequirement: "0",
  depositRequirement: "0",
  holdHours: 0,
  refundAmount: "1.25",
  cashbackAmount: "5",
  profitDoubleAmount: "0",
  paid: "5",
  isTransferable: false,
  minLeverage: 0,
  maxLeverage: 0,
  marginMode: "ANY",
  products: [4],
  symbols: [],
  options: {},
};
const loss: CouponRow = { ...row, kind: "LOSS_DEDUCTION", options: { minLoss: "2" } };
const profit: CouponRow = { ...row, kind: "PROFIT_DOUBLE", profitRequirement: "10", profitDoubleAmount: "20" };
const namesOf = (one: CouponRow): readonly string[] => termsOf(one).map(([text]) => text);

test("[S1.56 S3.79 S3.80] a cashback coupon shows today's refund and all it has given back, and its terms have its figures", () => {
  expect(heldFiguresOf(row)).toEqual([
    ["refundAmount", "1.25"],
    ["cashbackAmount", "5"],
  ]);
  expect(namesOf(row)).toEqual(["termCashback", "termCashbackDay", "termCashbackNot"]);
  expect(heldTermsOf(row)![0]![1]).toEqual({ ratio: "50", date: "2026-12-14", amount: "50.00" });
});

test("[S1.57] the terms of a loss deduction coupon say what its options are", () => {
  expect(heldFiguresOf(loss)).toEqual([["smallestLoss", "2"]]);
  expect(namesOf(loss)).toEqual(["termLoss", "termLossOwn", "termLossLiquidation", "termLossPaid"]);
  expect(heldTermsOf(loss)![0]![1]).toEqual({ ratio: "50", loss: "2.00", amount: "50.00" });
  const options = { isLiquidationCounted: true, isVoidedByProfit: true };
  expect(namesOf({ ...loss, holdHours: 2, options })).toEqual([
    "termLoss",
    "termLossOwn",
    "termHold",
    "termLossLiquidated",
    "termLossVoid",
    "termLossPaid",
  ]);
});

test("[C.37] a coupon that pays by the total shows how far it is, and its terms say what counts, the leverage and how it is paid", () => {
  const options = { isTotal: true, isPaidAsBonus: true, bonusDays: 3 };
  const total = { result: "-6", invested: "1042" };
  const byTotal: CouponRow = { ...loss, holdHours: 2, maxLeverage: 20, options, total };
  expect(heldFiguresOf(byTotal)).toEqual([
    ["smallestLoss", "1"],
    ["totalResult", "-6"],
    ["totalInvested", "1042"],
  ]);
  expect([isByTotal(byTotal), isByTotal(loss), isPaidToWallet(byTotal), isPaidToWallet(loss)]).toEqual([
    true,
    false,
    false,
    true,
  ]);
  expect(termsOf(byTotal)).toEqual([
    ["termLossTotal", { ratio: "50", loss: "1.00", amount: "50.00", date: "2026-12-14" }],
    ["termLossTotalWhich"],
    ["termLossInvested", { amount: "50.00" }],
    ["termLossHold", { hours: "2" }],
    ["termLossLeverage", { leverage: "20" }],
    ["termLossLiquidation"],
    ["termLossPaidBonus", { days: "3" }],
    ["termRecall"],
  ]);
  expect(termsOf({ ...byTotal, bonus: { granted: "3", used: "0", returned: "0" } })).toEqual([
    ["termBonus", { amount: "3.00", date: "2026-12-14" }],
    ["termRecall"],
  ]);
});

test("[C.60] a profit double coupon says which return on the margin it requires, beside an amount or alone", () => {
  const both: CouponRow = { ...profit, options: { multiple: 2, minRoePercent: 300 } };
  expect(heldFiguresOf(both).slice(1)).toEqual([
    ["profitRequirement", "10"],
    ["requiredRoe", "300", "%"],
  ]);
  expect(heldFiguresOf({ ...both, profitRequirement: "0" }).slice(1)).toEqual([["requiredRoe", "300", "%"]]);
  expect(heldTermsOf(both)).toContainEqual(["termProfitRoe", { percent: "300" }]);
});

test("[S1.58 S3.81 S3.83] a profit double coupon shows what it has added and the profit that it requires", () => {
  expect(heldFiguresOf(profit)).toEqual([
    ["profitDoubleAmount", "20"],
    ["profitRequirement", "10"],
  ]);
  expect(namesOf(profit)).toContain("termProfitLeast");
  expect(namesOf(profit)).not.toContain("termProfitRoe");
  expect(heldTermsOf(profit)![0]![1]).toEqual({ percent: "100" });
  expect(heldTermsOf({ ...profit, options: { multiple: 3 } })![0]![1]).toEqual({ percent: "200" });
  expect(namesOf({ ...profit, profitRequirement: "0" })).not.toContain("termProfitLeast");
});

test("other kinds have neither", () => {
  const bonus: CouponRow = { ...row, kind: "TRADING_BONUS" };
  expect([heldFiguresOf(bonus), heldTermsOf(bonus)]).toEqual([[], undefined]);
});
