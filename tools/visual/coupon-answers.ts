import type { CouponRow } from "@tidemark/contracts";

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

const list = [
  coupon(9, { volumeRequirement: "50000", volumeDone: "31240.18" }),
  coupon(8, {
    kind: "TRADING_BONUS",
    bonusAmount: "50",
    remaining: "50",
    claimBy: startAt + 7 * dayMs,
    isClaimable: true,
  }),
  coupon(7, { kind: "TRADING_BONUS", status: "SUCCESS", cause: "PAID", bonusAmount: "50", remaining: "38.2" }),
  coupon(6, { kind: "FUNDING_BONUS", status: "SUCCESS", cause: "PAID", bonusAmount: "15", remaining: "6.4" }),
  coupon(5, { status: "FAILED", cause: "VOLUME_UNMET", bonusAmount: "5", volumeRequirement: "20000" }),
  coupon(4, { kind: "TRADING_BONUS", status: "RECALLED", cause: "TRANSFER_OUT", bonusAmount: "25", remaining: "0" }),
  coupon(3, { status: "SUCCESS", cause: "PAID", remaining: "0", paid: "10" }),
];

export const couponAnswers = {
  "/api/usdt-rouse-api/coupon/list": { list },
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
