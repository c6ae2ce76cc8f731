import { z } from "zod";
export { orderStatuses } from "./journal/states.ts";

/** The five account products. Balances of two products meet only in the transfer. */
export const productIds = { wallet: 1, spot: 2, futures_btc: 3, futures_usdt: 4, margin: 5 } as const;
export type ProductId = (typeof productIds)[keyof typeof productIds];

/** Decimal text as it stands on every wire: no sign, no exponent, at most eight decimals. */
export const decimalText = z
  .string()
  .regex(/^(0|[1-9]\d{0,17})(\.\d{1,8})?$/, "a decimal number with at most 8 decimals");
/** A balance may be negative in the few places where the rule book allows it. */
export const signedDecimalText = z.string().regex(/^-?(0|[1-9]\d{0,17})(\.\d{1,8})?$/);

export const symbolText = z.string().min(1).max(24);
export const assetText = z.string().min(1).max(12);
export const clientKeyText = z
  .string()
  .min(1)
  .max(36)
  .regex(/^[\x21-\x7e]+$/, "printable ASCII without spaces");
/** Ids travel in 48 bits: 14 digits are always inside. */
export const idText = z.string().regex(/^[1-9]\d{0,13}$/, "an id");

/** A number of a journal batch, or of a change in another numbering. */
export const seq = z.number().int().nonnegative();

/**
 * What an answer or view is true at. A number alone says nothing where there are several cores: `source` names the numbering, which is a
 * core's journal by the core's name, or one user's stream of another owner's topic by the topic's name.
 */
export const sourceSeq = { source: z.string().min(1).max(40), seq };
export type SourceSeq = { readonly source: string; readonly seq: number };

// Enumerations travel as words on the wire and as small numbers in the journal; the position in the list is the number,
// so a list may only ever grow at its end.
export const sides = ["BUY", "SELL"] as const;
export const orderTypes = ["LIMIT", "MARKET"] as const;
/** What an order is called in the product: an order that waited for its price is a trigger kind of what it becomes. */
export const orderKinds = ["LIMIT", "MARKET", "LIMIT_TRIGGER", "MARKET_TRIGGER"] as const;
/** What an order was, in its history: its kind or, if it protected a position, as what. */
export const pastOrderKinds = [...orderKinds, "TP", "SL", "TRAILING"] as const;
export const tifs = ["GTC", "IOC", "FOK"] as const;
export const stpModes = ["EXPIRE_MAKER", "EXPIRE_TAKER", "EXPIRE_BOTH"] as const;
export const posSides = ["NONE", "LONG", "SHORT"] as const;
export const triggerSources = ["LAST", "MARK", "INDEX"] as const;
export const triggerRoles = ["ORDER", "TP", "SL", "TRAILING"] as const;
/** Which way a waiting order's price must be crossed. */
export const triggerDirections = ["NONE", "UP", "DOWN"] as const;
/** A TP/SL sleeps with its order until the first fill; an armed one has fired and is sent again. */
export const triggerPhases = ["SLEEPING", "WAITING", "ARMED"] as const;
export const marginModes = ["CROSS", "ISOLATED"] as const;
export const grantKinds = ["TRADING", "FUNDING"] as const;
/** What a liquidation left behind, in the order in which it happens. */
export const liquidationKinds = ["STARTED", "NETTED", "TAKEN_OVER", "DELEVERAGED", "DEFICIT", "PAIR"] as const;
/** The rungs of the mark's fallback ladder, by their numbers. */
export const markStates: Readonly<Record<number, "FRESH" | "STALE" | "PROTECTED" | "FROZEN">> = {
  0: "FRESH",
  3: "STALE",
  4: "PROTECTED",
  5: "FROZEN",
};
export const orderCauses = [
  "NONE",
  "USER",
  "IOC",
  "PROTECTION",
  "STP",
  "MARGIN",
  "AGE",
  "DEAD_MAN",
  "POSITION_CLOSED",
  "CLOSE_TRIM",
  "LIQUIDATION",
  "ADL",
  "BONUS_EXPIRED",
  "SETTLEMENT",
  "OCO_SIBLING",
  "CANCEL_ALL",
] as const;
export const marketKinds = ["SPOT", "LINEAR", "INVERSE"] as const;
export const marketStatuses = ["PRE_OPEN", "POST_ONLY", "TRADING", "CANCEL_ONLY", "HALT", "SETTLING"] as const;
export const buckets = [
  "avail",
  "hold",
  "earn",
  "cash",
  "bonus",
  "fundbonus",
  "iso",
  "loan",
  "interest",
  "iso_short",
] as const;
export const systemAccounts = [
  "deposits",
  "withdrawals",
  "fees",
  "insurance",
  "liq",
  "clearing",
  "funding",
  "promo",
  "transit",
  "reorg",
  "earn",
  "rounding",
  "treasury",
  "lending",
  "loans",
  "deficit",
] as const;
/** Why a ledger entry was posted. */
export const entryCauses = [
  "DEPOSIT",
  "TRANSFER",
  "ORDER_HOLD",
  "ORDER_RELEASE",
  "FILL",
  "MARGIN",
  "FUNDING",
  "LIQUIDATION_FEE",
  "TAKEOVER",
  "ENGINE_CLOSE",
  "ADL",
  "NETTING",
  "DEFICIT",
  "SETTLEMENT",
  "HOUSE",
  "FUND_SEED",
  "SWEEP",
  "CAMPAIGN",
  "GRANT",
  "FORFEIT",
  "EXPIRY",
  "VOUCHER",
  "COUPON",
  "REFERRAL",
  "EARN",
  "REORG",
  "LOAN",
  "REPAY",
  "INTEREST",
  "PAIR_LIQUIDATION",
  "WITHDRAWAL",
  "CLAWBACK",
] as const;
/** 0 Suspend, 1 Suspend out, 2 Suspend in, 3 fully available. */
export const accountStatuses = ["SUSPENDED", "SUSPENDED_OUT", "SUSPENDED_IN", "AVAILABLE"] as const;

export type Side = (typeof sides)[number];
export type OrderType = (typeof orderTypes)[number];
export type OrderKind = (typeof orderKinds)[number];
export type PastOrderKind = (typeof pastOrderKinds)[number];
export type PosSide = (typeof posSides)[number];
export type Tif = (typeof tifs)[number];
export type StpMode = (typeof stpModes)[number];
export type MarketStatus = (typeof marketStatuses)[number];

/** The exchange that an API key belongs to, that of the core whose gateway was asked for it, or that an operator's proposal names. */
export const exchangeNames = ["REAL", "SIMULATED"] as const;
export type ExchangeName = (typeof exchangeNames)[number];

/** A csv file ends after so many lines, and then says so in its last one. */
export const csvLinesMax = 50_000;

const timeZoneLengthMax = 64;

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

export const timeZoneText = z.string().max(timeZoneLengthMax).refine(isTimeZone, "a time zone, such as Asia/Tokyo");
