import { campaignGrants, type CampaignTerms, campaignTasks, couponKinds } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { fundedProductOf, previewOfTerms, problemOfTerms, stateOfCampaign } from "./campaign-rules.ts";

const now = 1_000_000;
const terms: CampaignTerms = {
  kind: "CASH_BONUS",
  name: "November",
  asset: "USDT",
  face: "10",
  ratio: "1",
  cap: "0",
  budget: "100",
  perUser: 1,
  volumeRequirement: "500",
  depositRequirement: "0",
  profitRequirement: "0",
  holdHours: 0,
  products: [2, 4],
  symbols: [],
  minLeverage: 0,
  maxLeverage: 0,
  marginMode: "ANY",
  days: 30,
  claimDays: 0,
  startAt: now,
  endAt: now + 1_000,
  distributionAt: 0,
  grantOn: "REGISTRATION",
  task: null,
  options: {},
};
const known = { symbols: ["BTC/USDT", "BTCUSDT-PERP", "ETHUSDT-PERP"] };
const problem = (change: Partial<CampaignTerms>): string => problemOfTerms({ ...terms, ...change }, known, now);

test("[U.71] terms that could not be kept are named before a campaign is made", () => {
  expect(problem({})).toBe("");
  expect(problem({ face: "0" })).toMatch(/face is 0/);
  expect(problem({ ratio: "1.01" })).toMatch(/ratio/);
  expect(problem({ budget: "9.99999999" })).toMatch(/holds no coupon/);
  expect(problem({ budget: "999999999999999999" })).toMatch(/too large/);
  expect(problem({ products: [] })).toMatch(/no account is named/);
  expect(problem({ products: [], volumeRequirement: "0" })).toBe("");
  expect(problem({ endAt: now })).toMatch(/ends before/);
  expect(problem({ startAt: 0, endAt: now })).toMatch(/end has passed/);
  expect(problem({ claimDays: 31 })).toMatch(/behind its end/);
  expect(problem({ distributionAt: now - 1 })).toMatch(/pays before/);
  expect(problem({ symbols: ["BTC/USDT", "X"] })).toMatch(/no market X/);
  expect(problem({ minLeverage: 5, maxLeverage: 2 })).toMatch(/leverage/);
  expect(problem({ options: { unknown: 1 } })).toMatch(/option/);
  expect(problem({ kind: "TRADING_BONUS", symbols: ["BTCUSDT-PERP", "ETHUSDT-PERP"] })).toMatch(/one market/);
});

test("[U.71] coupons are in USDT, which they count in: 2.5 USDT of fees would be paid as 2.5 BTC", () => {
  expect(couponKinds.filter((kind) => problem({ kind, asset: "BTC" }) === "")).toEqual([]);
  expect(problem({ asset: "BTC" })).toBe("coupons are in USDT only");
  expect(problem({ kind: "CASHBACK", volumeRequirement: "0", asset: "BTC" })).toBe("coupons are in USDT only");
});

test("[U.71] a term that coupons of its kind do not look at is refused: it would promise what nobody checks", () => {
  expect(problem({ cap: "5" })).toMatch(/do not look at a cap/);
  expect(problem({ ratio: "0.5" })).toMatch(/ratio/);
  expect(problem({ depositRequirement: "100" })).toMatch(/deposit requirement/);
  expect(problem({ marginMode: "CROSS" })).toMatch(/margin mode/);
  expect(problem({ holdHours: 1 })).toMatch(/holding time/);
  expect(problem({ kind: "DEPOSIT" })).toMatch(/volume requirement/);
  const reward = {
    kind: "DEPOSIT_REWARD",
    cap: "10",
    ratio: "0.2",
    depositRequirement: "100",
    maxLeverage: 10,
  } as const;
  expect(problem(reward)).toBe("");
  expect(problem({ ...reward, cap: "9.99" })).toBe("the cap is below the face");
  expect(problem({ kind: "PROFIT_DOUBLE", profitRequirement: "5", holdHours: 1 })).toBe("");
  expect(problem({ kind: "CASHBACK", products: [], volumeRequirement: "0" })).toMatch(/in force/);
});

test("[U.71] accounts are refused in which nothing could ever count or come into force", () => {
  expect(problem({ products: [5] })).toMatch(/count as spot/);
  expect(problem({ kind: "CASHBACK", volumeRequirement: "0", products: [4, 5] })).toMatch(/count as spot/);
  expect(problem({ products: [2, 5] })).toBe("");
  for (const kind of ["CONTRACT_VOUCHER", "LOSS_DEDUCTION", "PROFIT_DOUBLE"] as const) {
    expect(problem({ kind, products: [4], volumeRequirement: "0" })).toBe("");
    for (const products of [[2], [3], [2, 3]] as const)
      expect(problem({ kind, products: [...products] })).toMatch(/in derivatives only/);
    expect(problem({ kind, products: [2, 4], volumeRequirement: "0" })).toMatch(/volume that is required/);
    expect(problem({ kind, products: [2, 4] })).toBe("");
  }
  expect(problem({ kind: "CASHBACK", volumeRequirement: "0", products: [2, 3, 4] })).toBe("");
});

test("[U.71] a distribution at or behind the end of the first coupons is refused where they would lapse", () => {
  const dayMs = 86_400_000;
  const startAt = 100 * dayMs;
  const times = { startAt, endAt: startAt + 90 * dayMs, products: [4] as [4], volumeRequirement: "0" };
  for (const kind of ["TRADING_BONUS", "FUNDING_BONUS", "CASHBACK", "CONTRACT_VOUCHER"] as const) {
    expect(problem({ ...times, kind, distributionAt: startAt + 30 * dayMs })).toMatch(/end before they are paid/);
    expect(problem({ ...times, kind, distributionAt: startAt + 30 * dayMs - 1 })).toBe("");
  }
  // What counts is the first coupon that can still be granted.
  const running = { ...times, startAt: 0, kind: "CASHBACK", distributionAt: now + 30 * dayMs - 1 } as const;
  expect(problem(running)).toBe("");
  // Cash is paid also behind the coupon's end.
  expect(problem({ ...times, kind: "CASH_BONUS", distributionAt: startAt + 30 * dayMs })).toBe("");
});

test("[C.61] a deposit coupon that is claimed without open positions only has days in which it is claimed", () => {
  const flat = { kind: "DEPOSIT", volumeRequirement: "0", options: { isWithoutPositions: true } } as const;
  expect(problem(flat)).toMatch(/claimed within days/);
  expect(problem({ ...flat, claimDays: 3 })).toBe("");
  expect(problem({ ...flat, options: {} })).toBe("");
});

test("[C.37] a campaign for losses may bound the leverage, pay by the total, and pay bonus; a total is not voided by a profit", () => {
  const losses = (change: Partial<CampaignTerms>): string =>
    problem({ kind: "LOSS_DEDUCTION", volumeRequirement: "0", products: [4], ...change });
  expect(losses({ maxLeverage: 20, holdHours: 1, options: { isTotal: true, isPaidAsBonus: true, bonusDays: 3 } })).toBe(
    "",
  );
  expect(losses({ options: { isTotal: true, isVoidedByProfit: true } })).toMatch(/none of them can void it/);
  expect(losses({ options: { isPaidAsBonus: true, bonusDays: 0 } })).toMatch(/option bonusDays/);
  expect(losses({ asset: "BTC", options: { isPaidAsBonus: true } })).toMatch(/USDT only/);
  expect(problem({ kind: "PROFIT_DOUBLE", volumeRequirement: "0", maxLeverage: 20 })).toMatch(/largest leverage/);
});

test("[C.26] a cash bonus that is released by volume names a rate and a cap of a day, and nothing that it would not keep", () => {
  const options = { isStreamed: true, releaseRate: "0.00155", dailyCap: "100" };
  const streamed = (change: Partial<CampaignTerms>): string =>
    problem({ kind: "CASH_BONUS", volumeRequirement: "0", options, ...change });
  expect(streamed({})).toBe("");
  for (const releaseRate of ["0", "1.5"])
    expect(streamed({ options: { ...options, releaseRate } })).toMatch(/rate of release/);
  expect(streamed({ options: { ...options, dailyCap: "0" } })).toMatch(/no cap/);
  expect(streamed({ options: { ...options, isStreamed: false } })).toMatch(/unless it is streamed/);
  expect(streamed({ options: { ...options, releaseRate: "much" } })).toMatch(/option releaseRate/);
  expect(streamed({ volumeRequirement: "5" })).toMatch(/no volume requirement/);
  expect(streamed({ products: [] })).toMatch(/no account/);
  expect(streamed({ asset: "BTC" })).toMatch(/USDT only/);
  expect(streamed({ distributionAt: now + 5 })).toMatch(/no time of distribution/);
});

test("[U.71] the preview counts whole coupons: no more than the budget holds, and says what all would have cost", () => {
  expect(previewOfTerms(terms, [3, 4])).toEqual({
    usersByDay: [3, 4],
    users: 7,
    budgetCoupons: 10,
    coupons: 7,
    most: "70",
    mostWithoutBudget: "70",
  });
  expect(previewOfTerms({ ...terms, budget: "39.9" }, [3, 4])).toMatchObject({
    budgetCoupons: 3,
    coupons: 3,
    most: "30",
    mostWithoutBudget: "70",
  });
});

test("a campaign's state follows from its start, its stop and its end", () => {
  const times = { isRunning: false, endAt: 10, startedAt: null };
  expect(stateOfCampaign(times, 5)).toBe("DRAFT");
  expect(stateOfCampaign({ ...times, isRunning: true, startedAt: 1 }, 5)).toBe("RUNNING");
  expect(stateOfCampaign({ ...times, startedAt: 1 }, 5)).toBe("STOPPED");
  expect(stateOfCampaign({ ...times, isRunning: true, startedAt: 1 }, 10)).toBe("ENDED");
});

test("[C.54] a campaign of tasks names one and gives one user one coupon; no other names a task", () => {
  expect(problem({ grantOn: "TASK" })).toMatch(/no task is named/);
  for (const task of campaignTasks) expect(problem({ grantOn: "TASK", task })).toBe("");
  expect(problem({ grantOn: "TASK", task: "DEPOSIT", perUser: 2 })).toMatch(/one user one coupon/);
  for (const grantOn of campaignGrants.filter((one) => one !== "TASK")) {
    expect(problem({ grantOn, task: "DEPOSIT" })).toMatch(/something else gives/);
    expect(problem({ grantOn, perUser: 2 })).toBe("");
  }
});

test("bonus and vouchers are funded in the futures, cash in the wallet account", () => {
  expect(fundedProductOf({ kind: "TRADING_BONUS", options: {} })).toBe(4);
  expect(fundedProductOf({ kind: "CONTRACT_VOUCHER", options: {} })).toBe(4);
  expect(fundedProductOf({ kind: "DEPOSIT_REWARD", options: { paysCash: true } })).toBe(1);
  expect(fundedProductOf({ kind: "CASHBACK", options: {} })).toBe(1);
  expect(fundedProductOf({ kind: "LOSS_DEDUCTION", options: {} })).toBe(1);
  expect(fundedProductOf({ kind: "LOSS_DEDUCTION", options: { isPaidAsBonus: true } })).toBe(4);
});
