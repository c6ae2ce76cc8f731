import { type CouponRow, productIds } from "@tidemark/contracts";
import { expect, test } from "vitest";
import {
  accountsOf,
  bankTermOf,
  bonusPercent,
  causeTextOf,
  claimTextOf,
  countsOf,
  depositTermOf,
  gaugeOf,
  groupOf,
  previewAskOf,
  ruleOf,
  sumsOf,
  termsOf,
  tradeProductOf,
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

test("[S2.48] each tab counts all coupons of its group, loaded or not", () => {
  expect((["READY", "PROGRESS", "FINISHED"] as const).map((group) => groupOf({ group }))).toEqual([
    "ready",
    "progress",
    "finished",
  ]);
  expect(countsOf({ counts: { READY: 2, PROGRESS: 3, FINISHED: 150 } })).toEqual({
    all: 155,
    ready: 2,
    progress: 3,
    finished: 150,
  });
});

test("a claim has succeeded only where the coupon is claimed", () => {
  expect((["PENDING", "SUCCESS"] as const).map(claimTextOf)).toEqual(["claimed", "claimed"]);
  expect(claimTextOf("RUN_OUT")).toBe("CAMPAIGN_EMPTY");
  expect((["EXPIRED", "INVALID"] as const).map(claimTextOf)).toEqual(["claimTooLate", "claimTooLate"]);
});

test("a trade leads to the account that serves the coupon", () => {
  const { spot, futures_usdt: usdt, futures_btc: coin } = productIds;
  const free = { ...row, volumeRequirement: "0" };
  expect(tradeProductOf(row)).toBe(spot);
  expect(tradeProductOf({ ...row, products: [usdt] })).toBe(usdt);
  expect(tradeProductOf({ ...row, products: [coin] })).toBe(coin);
  expect(tradeProductOf({ ...free, kind: "CASHBACK", status: "SUCCESS", products: [usdt] })).toBe(usdt);
  for (const kind of ["TRADING_BONUS", "FUNDING_BONUS", "LOSS_DEDUCTION", "PROFIT_DOUBLE"] as const)
    expect(tradeProductOf({ ...free, kind, status: "SUCCESS" })).toBe(usdt);
  expect(tradeProductOf({ ...free, kind: "LOSS_DEDUCTION", status: "SUCCESS", products: [coin] })).toBe(coin);
  // Its volume comes first, and that is counted in spot only.
  expect(tradeProductOf({ ...row, kind: "TRADING_BONUS", products: [spot] })).toBe(spot);
  expect(tradeProductOf({ ...row, kind: "TRADING_BONUS", status: "SUCCESS", products: [spot] })).toBe(usdt);
});

test("[S1.66 S3.82 S3.84] the gauge of a coupon runs to its volume while it waits, and down from its amount afterwards", () => {
  expect(gaugeOf(row)).toEqual({ kind: "goal", label: "volume", done: "31240.18", total: "50000" });
  expect(gaugeOf(bonus)).toEqual({ kind: "left", label: "remaining", done: "38.2", total: "50" });
  expect(volumeLeftOf(row)).toBe(1_875_982_000_000n);
});

test("[S1.54] a deposit coupon whose bonus is used shows what transfers can still earn", () => {
  const spent: CouponRow = {
    ...row,
    kind: "DEPOSIT",
    status: "SUCCESS",
    volumeRequirement: "0",
    bonusAmount: "5000",
    remaining: "0",
    bonus: { granted: "200", used: "200", returned: "0" },
  };
  expect(gaugeOf(spent)).toEqual({ kind: "left", label: "stillToEarn", done: "4800", total: "5000" });
  expect(gaugeOf({ ...spent, cap: "1000" })).toMatchObject({ done: "800", total: "1000" });
  expect(gaugeOf({ ...spent, group: "READY", remaining: "50" })).toMatchObject({ label: "remaining", done: "50" });
});

test("[S1.54] a deposit coupon that waits for its claim asks for that first, and promises nothing of a transfer before it", () => {
  const waiting = { couponId: 7, couponAmount: "5000", asset: "USDT", ratio: "0.2", endAt: row.endAt };
  const values = { percent: "20", amount: "5,000.00", date: "2026-12-14" };
  expect(bankTermOf({ ...waiting, isClaimable: true })).toEqual(["claimFirst", values]);
  expect(depositTermOf({ ...waiting, isClaimable: true })).toEqual(["claimFirst", values]);
  expect(bankTermOf({ ...waiting, isClaimable: false })).toEqual(["backHint", values]);
  expect(depositTermOf({ ...waiting, isClaimable: false })).toEqual(["depositEarns", values]);
});

test("the sentence of a card asks for volume only where its terms do", () => {
  const free = { ...row, volumeRequirement: "0" };
  expect([ruleOf(row), ruleOf(free)]).toEqual(["CASH_BONUS_rule", "CASH_BONUS_free_rule"]);
  expect(ruleOf({ ...row, kind: "DEPOSIT_REWARD" })).toBe("DEPOSIT_REWARD_rule");
  expect(ruleOf({ ...free, kind: "DEPOSIT_REWARD" })).toBe("DEPOSIT_REWARD_free_rule");
  expect(ruleOf({ ...free, kind: "DEPOSIT" })).toBe("DEPOSIT_rule");
  expect(ruleOf({ ...free, kind: "LOSS_DEDUCTION", options: { isTotal: true } })).toBe("LOSS_TOTAL_rule");
});

test("[C.6 S3.78] of a coupon that ended without use nothing is left: it has no gauge, but one that failed shows how far its volume came", () => {
  for (const status of ["EXPIRED", "INVALID", "RECALLED", "RUN_OUT"] as const)
    expect(gaugeOf({ ...row, status })).toBeUndefined();
  expect(gaugeOf({ ...row, status: "FAILED" })).toEqual({
    kind: "goal",
    label: "volume",
    done: "31240.18",
    total: "50000",
  });
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
  expect(termsOf({ ...free, claimBy: Date.UTC(2026, 11, 1, 3, 15) })[0]).toEqual([
    "termClaim",
    { date: "2026-12-01 03:15 UTC" },
  ]);
  expect(termsOf({ ...free, kind: "FUNDING_BONUS", ratio: "0.5" })[0]![1]).toMatchObject({ ratio: "50" });
  expect(termsOf({ ...free, kind: "FUNDING_BONUS", ratio: "0.025" })[0]![1]).toMatchObject({ ratio: "2.5" });
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
  expect(ruleOf(streamed)).toBe("STREAMED_rule");
  expect(gaugeOf(streamed)).toEqual({ kind: "goal", label: "released", done: "4.65", total: "10" });
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
});

test("[S1.54 S1.55] the terms of deposit kinds are made of their rate, days and requirements", () => {
  const deposit: CouponRow = { ...row, kind: "DEPOSIT", ratio: "0.2", options: { priorDays: 7, isFirstOnly: false } };
  expect(termsOf(deposit).map(([text]) => text)).toEqual([
    "termDeposit",
    "termDepositPrior",
    "termDepositOne",
    "termRecall",
  ]);
  const flat = { ...deposit, options: { priorDays: 7, isFirstOnly: false, isWithoutPositions: true } };
  expect(termsOf(flat)).toContainEqual(["termDepositFlat"]);
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
    "termRewardFails",
  ]);
  expect(termsOf(reward)[0]![1]).toEqual({ deposit: "100.00", date: "2026-12-14" });
  const cash = { ...reward, volumeRequirement: "0", options: { paysCash: true, bonusDays: 7 } };
  expect(termsOf(cash).map(([text]) => text)).toEqual([
    "termReward",
    "termRewardBalance",
    "termRewardCash",
    "termRewardFails",
  ]);
});

test("[S1.62] the terms of trading bonus have its ratio and the orders that it carries", () => {
  const free = { ...bonus, volumeRequirement: "0" };
  const values = { amount: "50.00", date: "2026-12-14" };
  expect(termsOf(free)).toEqual([["termBonus", values], ["termRecall"]]);
  const limited = { ...free, ratio: "0.3", symbols: ["BTCUSDT-PERP"], minLeverage: 5, maxLeverage: 20 };
  expect(termsOf(limited)).toEqual([
    ["termBonusPart", { ...values, percent: "30" }],
    ["termBonusMarket", { market: "BTCUSDT-PERP" }],
    ["termBonusLeverage", { min: "5", max: "20" }],
    ["termRecall"],
  ]);
  expect(termsOf({ ...free, maxLeverage: 20 })).toContainEqual(["termBonusLeverage", { min: "1", max: "20" }]);
  expect(termsOf({ ...free, minLeverage: 5 })).toContainEqual(["termBonusLeast", { min: "5" }]);
  const deposits: CouponRow = { ...free, kind: "DEPOSIT", ratio: "0.2", maxLeverage: 20, options: {} };
  const term = ["termBonusLeverage", { min: "1", max: "20" }];
  expect(termsOf(deposits)).toContainEqual(term);
  expect(termsOf({ ...deposits, kind: "DEPOSIT_REWARD" })).toContainEqual(term);
  expect(termsOf({ ...deposits, kind: "DEPOSIT_REWARD", options: { paysCash: true } })).not.toContainEqual(term);
});

test("a fill says how much of it bonus carried", () => {
  expect(bonusPercent({ volume: "4100.5", counted: "3075.37" })).toBe("25");
  expect(bonusPercent({ volume: "10", counted: "10" })).toBeUndefined();
});

test("[S1.53 S1.56 S1.59] a coupon names the accounts in which trades count for it or in which it is in force, and none where it looks at none", () => {
  expect(accountsOf(row)).toEqual([2, 4]);
  for (const kind of ["CASHBACK", "LOSS_DEDUCTION", "PROFIT_DOUBLE", "CONTRACT_VOUCHER"] as const)
    expect(accountsOf({ ...row, kind, volumeRequirement: "0", products: [4] })).toEqual([4]);
  for (const kind of ["CASH_BONUS", "TRADING_BONUS", "FUNDING_BONUS", "DEPOSIT"] as const)
    expect(accountsOf({ ...row, kind, volumeRequirement: "0" })).toEqual([]);
  const release = { rate: "0.001", dailyCap: "5", released: "0", releasedToday: "0", claimable: "0", claimed: "0" };
  expect(accountsOf({ ...row, volumeRequirement: "0", release: release as never })).toEqual([2, 4]);
});

test("[S3.82] the simulator asks in the margin mode that the user has for the market, and not before that is known", () => {
  const trade = { symbol: "BTCUSDT-PERP", volume: "1000" };
  const isolated = { symbol: "BTCUSDT-PERP", mode: "ISOLATED", longLeverage: 20, shortLeverage: 20 } as const;
  const settings = { state: "live", rows: [isolated] } as const;
  expect(previewAskOf(7, trade, settings)).toEqual({ couponId: 7, ...trade, marginMode: "ISOLATED" });
  expect(previewAskOf(7, { ...trade, symbol: "ETHUSDT-PERP" }, settings)?.marginMode).toBe("CROSS");
  expect(previewAskOf(7, { ...trade, volume: "" }, settings)).toBeUndefined();
  expect(previewAskOf(7, trade, { state: "loading", rows: [] })).toBeUndefined();
});
