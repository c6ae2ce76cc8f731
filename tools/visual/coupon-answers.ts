import type { CouponRow, CouponTask } from "@tidemark/contracts";

// Coupons of several kinds and ends: for pictures of the Coupon Center.
const startAt = 1_794_647_520_000;
const dayMs = 86_400_000;

const coupon = (id: number, of: Partial<CouponRow>): CouponRow => ({
  id,
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
  startAt,
  endAt: startAt + 30 * dayMs,
  distributionAt: 0,
  claimBy: 0,
  claimedAt: 0,
  isClaimable: false,
  volumeRequirement: "0",
  volumeDone: "0",
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
  ...of,
});

const inForce = { status: "SUCCESS", cause: "PAID", statusAt: startAt + dayMs, group: "READY" } as const;
const over = { statusAt: startAt + 5 * dayMs, group: "FINISHED" } as const;

const list = [
  coupon(9, { volumeRequirement: "50000", volumeDone: "31240.18" }),
  coupon(8, {
    kind: "TRADING_BONUS",
    bonusAmount: "50",
    remaining: "50",
    claimBy: startAt + 7 * dayMs,
    isClaimable: true,
    group: "READY",
  }),
  coupon(7, {
    ...inForce,
    kind: "TRADING_BONUS",
    bonusAmount: "50",
    remaining: "38.2",
  }),
  coupon(10, {
    ...inForce,
    name: "Trading reward",
    bonusAmount: "50",
    remaining: "46.9",
    paid: "3.1",
    options: { isStreamed: true, releaseRate: "0.00155", dailyCap: "10" },
    release: {
      rate: "0.00155",
      dailyCap: "10",
      released: "7.75",
      releasedToday: "4.65",
      claimable: "4.65",
      onItsWay: "0",
    },
  }),
  coupon(6, { ...inForce, kind: "FUNDING_BONUS", bonusAmount: "15", remaining: "6.4" }),
  coupon(5, { ...over, status: "FAILED", cause: "VOLUME_UNMET", bonusAmount: "5", volumeRequirement: "20000" }),
  coupon(4, {
    ...over,
    kind: "TRADING_BONUS",
    status: "RECALLED",
    cause: "TRANSFER_OUT",
    bonusAmount: "25",
    remaining: "0",
  }),
  coupon(3, { ...over, status: "SUCCESS", cause: "PAID", remaining: "0", paid: "10" }),
];

const totals = {
  usable: "49.25",
  within: "102.25",
  received: "13.1",
  counts: { READY: 4, PROGRESS: 1, FINISHED: 3 },
};

const task = (campaignId: number, of: Partial<CouponTask>): CouponTask => ({
  campaignId,
  grantOn: "TASK",
  task: null,
  kind: "CASH_BONUS",
  name: `Campaign ${campaignId}`,
  asset: "USDT",
  face: "5",
  volumeRequirement: "0",
  days: 30,
  claimDays: 0,
  endAt: startAt + 60 * dayMs,
  perUser: 1,
  received: 0,
  isOpen: true,
  ...of,
});
const tasks = [
  task(21, { grantOn: "KYC", kind: "TRADING_BONUS", face: "20", received: 1, isOpen: false }),
  task(22, { grantOn: "INVITE", face: "15", volumeRequirement: "5000", perUser: 5, received: 2 }),
  task(23, { task: "DEPOSIT", kind: "CASHBACK", face: "30" }),
  task(24, { task: "SPOT_TRADE", volumeRequirement: "500" }),
  task(25, { task: "CONTRACT_TRADE", kind: "CONTRACT_VOUCHER", face: "10", isOpen: false }),
];

export const couponAnswers = {
  "/api/usdt-rouse-api/coupon/tasks": { list: tasks },
  "/api/usdt-rouse-api/coupon/list": { list, totals },
  "/api/usdt-rouse-api/coupon/fills": {
    list: [
      {
        id: 2,
        tradeId: 41,
        at: startAt + dayMs,
        symbol: "BTCUSDT-PERP",
        side: "BUY",
        role: "TAKER",
        volume: "6731",
        counted: "6731",
        by: "ISOLATED",
        cash: "0",
        bonus: "0",
      },
      {
        id: 1,
        tradeId: 40,
        at: startAt + dayMs / 2,
        symbol: "ETHUSDT-PERP",
        side: "SELL",
        role: "MAKER",
        volume: "4100.5",
        counted: "3075.37",
        by: "CROSS",
        cash: "300",
        bonus: "100",
      },
    ],
  },
} as const;

/** The ticket of somebody who has a voucher, and what it would open. */
export const voucherAnswers = {
  "/api/usdt-rouse-api/coupon/list": {
    list: [
      coupon(11, {
        kind: "CONTRACT_VOUCHER",
        status: "SUCCESS",
        cause: "IN_FORCE",
        bonusAmount: "20",
        remaining: "20",
        endAt: 2_000_000_000_000,
        products: [4],
        symbols: ["BTCUSDT-PERP"],
        maxLeverage: 20,
      }),
    ],
  },
  "/api/usdt-rouse-api/coupon/voucher/preview": {
    qty: "0.0038",
    value: "396.15",
    entryPrice: "104250",
    margin: "19.78211",
    fee: "0.21789",
    feeAsset: "USDT",
    liquidationPrice: "99438.2",
    used: "20",
  },
} as const;

/** An account with bonus of both kinds. */
export const bonusAnswers = {
  "/api/exchange-account-center-api/asset/margin": {
    source: "main",
    seq: 1,
    rows: [
      {
        product: 4,
        asset: "USDT",
        cash: "10330.35",
        bonus: "150",
        fundBonus: "12.5",
        hold: "0",
        warnedRatio: "",
        figures: {
          uPnl: "1634.02",
          equity: "12114.37",
          initialMargin: "1188.64",
          orderMargin: "0",
          maintenanceMargin: "94.21",
          availOpen: "10925.73",
          availIso: "9141.71",
          availOut: "9141.71",
          marginRatio: "0.78",
          grants: [
            { grantId: 1, campaign: 1, kind: "TRADING", remaining: "110", ratio: "1", endsAt: startAt + 12 * dayMs },
            { grantId: 2, campaign: 1, kind: "TRADING", remaining: "40", ratio: "0.5", endsAt: startAt + 18 * dayMs },
            { grantId: 3, campaign: 2, kind: "FUNDING", remaining: "12.5", ratio: "1", endsAt: startAt + 20 * dayMs },
          ],
        },
      },
    ],
  },
} as const;

/** A position that a voucher opened. */
export const voucherPositionAnswers = {
  "/api/trade-api/position": {
    source: "main",
    seq: 1,
    rows: [
      {
        symbol: "BTCUSDT-PERP",
        product: 4,
        posSide: "LONG",
        qty: "0.0038",
        entryPrice: "104250",
        entryValue: "396.15",
        isoMargin: "19.78211",
        closedPnl: "0",
        fees: "0.21789",
        funding: "0",
        realisedPnl: "-0.21789",
        openedAt: startAt,
        voucherLeverage: 20,
        figures: {
          mode: "ISOLATED",
          leverage: 20,
          markPrice: "104281.9",
          markValue: "396.27",
          uPnl: "0.12",
          roe: "0.61",
          margin: "19.78211",
          maintenanceMargin: "1.58",
          marginRatio: "7.96",
          liquidationPrice: "99438.2",
          bankruptcyPrice: "99044.2",
          closableQty: "0.0038",
          isVoucher: true,
          adlRank: 2,
        },
      },
    ],
  },
} as const;
