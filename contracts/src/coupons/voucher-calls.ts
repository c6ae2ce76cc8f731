import { z } from "zod";
import { ofUser } from "../call-parts.ts";
import { defineCall } from "../define.ts";
import { decimalText, symbolText } from "../values.ts";

const positionSides = ["LONG", "SHORT"] as const;
/** What the journal holds of a leverage; each contract has its own bound. */
const leverageMost = 255;
const leverage = z.number().int().min(1).max(leverageMost);

/** SENT: the core has not answered yet. */
const voucherUseStates = ["SENT", "OPEN"] as const;
export const voucherUse = z.object({
  state: z.enum(voucherUseStates),
  symbol: symbolText,
  posSide: z.enum(positionSides),
  leverage,
  /** When it is closed at market, where its campaign bounds how long it is held. */
  closesAt: z.number().int().optional(),
});

const voucherAsk = z.strictObject({
  couponId: z.number().int().positive(),
  symbol: symbolText,
  posSide: z.enum(positionSides),
  leverage,
});

/** `VOUCHER_LEG`: the side has a position or an order. `INSUFFICIENT_TRANSFERABLE`: the campaign's account is empty. */
const voucherRefusals = [
  "LOGIN_INVALID",
  "NOT_FOUND",
  "VOUCHER_NOT_USABLE",
  "SYMBOL_NOT_FOUND",
  "MARKET_NOT_TRADING",
  "LOCKED_BY_OPERATOR",
  "VOUCHER_LEG",
  "LEVERAGE_RANGE",
  "RISK_LIMIT_EXCEEDED",
  "OPEN_INTEREST_CAP",
  "QTY_RANGE",
  "INSUFFICIENT_TRANSFERABLE",
  "NO_LIQUIDITY",
  "CONFIG_INVALID",
  "INTERNAL",
  "BUSY",
] as const;

const voucherOutcomes = [...voucherUseStates, "NOT_FILLED"] as const;

/**
 * Opens the one position of a contract voucher, at market. SENT: it is on its way, and the list of coupons says what became of it; NOT_FILLED: nothing
 * traded, and it can be used again. Asked again for the same position while the voucher is in use, it answers for that position and opens no other.
 */
export const openVoucher = defineCall({
  ...ofUser,
  rate: "trade",
  name: "coupons.openVoucher",
  path: "POST /api/usdt-rouse-api/coupon/voucher/open",
  ask: voucherAsk,
  answer: z.object({ state: z.enum(voucherOutcomes) }),
  refusals: voucherRefusals,
});

/** The position that a voucher would open now, from the function that opens it: applied to the core's state and taken back. */
export const previewVoucher = defineCall({
  ...ofUser,
  rate: "read",
  name: "coupons.previewVoucher",
  path: "POST /api/usdt-rouse-api/coupon/voucher/preview",
  ask: voucherAsk,
  answer: z.object({
    /** 0 where nothing would trade. */
    qty: decimalText,
    /** What trades, at the prices of the book. */
    value: decimalText,
    entryPrice: z.string(),
    /** All of the used face but the fee. */
    margin: decimalText,
    fee: decimalText,
    feeAsset: z.string(),
    /** Empty where no price liquidates it. */
    liquidationPrice: z.string(),
    /** The part of the face that it uses; the rest returns to the campaign. */
    used: decimalText,
  }),
  refusals: [...voucherRefusals, "PREVIEW_TOO_LARGE"],
});
