import { z } from "zod";
import {
  idText,
  liquidationKinds,
  marginModes,
  orderCauses,
  orderKinds,
  orderStatuses,
  orderTypes,
  posSides,
  seq,
  sides,
  symbolText,
  tifs,
  triggerDirections,
  triggerPhases,
  triggerRoles,
  triggerSources,
} from "../values.ts";

/** An open or ended order as it stands on the wire. `fee` is in the asset received, of a contract in its settle asset. */
export const orderRow = z.object({
  orderId: idText,
  clientOrderId: z.string(),
  symbol: symbolText,
  product: z.number().int(),
  side: z.enum(sides),
  posSide: z.enum(posSides),
  type: z.enum(orderTypes),
  tif: z.enum(tifs),
  postOnly: z.boolean(),
  price: z.string(),
  qty: z.string(),
  filledQty: z.string(),
  filledValue: z.string(),
  fee: z.string(),
  status: z.enum(orderStatuses),
  cause: z.enum(orderCauses),
  createdAt: z.number().int(),
});
/** What an open order of a contract binds as the engine has it, in the settle asset; `tp` and `sl` are empty where it brings none along. */
export const orderFiguresRow = z.object({
  orderId: idText,
  mode: z.enum(marginModes),
  leverage: z.number().int(),
  margin: z.string(),
  tp: z.string(),
  sl: z.string(),
});
/** What an order waited for. `childId` is the order it became; `qty` 0 of a TP/SL is the whole position. */
const waitedFor = z.object({
  role: z.enum(triggerRoles),
  price: z.string(),
  by: z.enum(triggerSources),
  childId: idText.optional(),
  /** Of a trailing stop, whose `price` is the one that activates it, if it has one. */
  callbackBps: z.number().int().optional(),
  callbackTicks: z.number().int().optional(),
});
/** An order as the history has it. A rejected one never got a number; it says why instead, with the refusal's code and numbers. */
export const pastOrderRow = orderRow.extend({
  orderId: idText.optional(),
  /** The batch of the journal that it came in; only the history has it. */
  seq: seq.optional(),
  type: z.enum(orderKinds),
  trigger: waitedFor.optional(),
  /** What its closing fills realised, before fees; only the history adds it up. */
  realisedPnl: z.string().optional(),
  refusal: z.object({ code: z.number().int(), facts: z.record(z.string(), z.string()) }).optional(),
});
export const fillRow = z.object({
  tradeId: idText,
  orderId: idText,
  symbol: symbolText,
  side: z.enum(sides),
  posSide: z.enum(posSides),
  role: z.enum(["MAKER", "TAKER"]),
  price: z.string(),
  qty: z.string(),
  fee: z.string(),
  feeAsset: z.string(),
  at: z.number().int(),
});
export const pastFillRow = fillRow.extend({ realisedPnl: z.string() });

/**
 * An order, a TP/SL or a trailing stop that waits for a price. Its size 0 is the whole position; a sleeping one follows its parent's filled
 * size.
 */
export const triggerRow = z.object({
  orderId: idText,
  clientOrderId: z.string(),
  symbol: symbolText,
  product: z.number().int(),
  side: z.enum(sides),
  posSide: z.enum(posSides),
  type: z.enum(orderKinds),
  role: z.enum(triggerRoles),
  /**
   * Of a trailing stop where it fires as things stand, with its best price: both are in the answer, empty before it is active, and
   * not told as they move.
   */
  triggerPrice: z.string(),
  bestPrice: z.string(),
  activationPrice: z.string(),
  callbackBps: z.number().int(),
  callbackTicks: z.number().int(),
  triggerBy: z.enum(triggerSources),
  direction: z.enum(triggerDirections),
  phase: z.enum(triggerPhases),
  price: z.string(),
  qty: z.string(),
  tif: z.enum(tifs),
  postOnly: z.boolean(),
  siblingId: z.string(),
  status: z.enum(orderStatuses),
  cause: z.enum(orderCauses),
  childId: z.string(),
});

/** One position as its own changes tell it. What follows from the mark is beside it in the answer, and the screen's to compute as it moves. */
export const positionRow = z.object({
  symbol: symbolText,
  product: z.number().int(),
  posSide: z.enum(posSides),
  qty: z.string(),
  entryPrice: z.string(),
  entryValue: z.string(),
  /** Its own margin where the market is isolated; 0 in cross. */
  isoMargin: z.string(),
  /** Since it was opened: what closes brought, fees, funding (negative: paid), and the sum of all three. */
  closedPnl: z.string(),
  fees: z.string(),
  funding: z.string(),
  realisedPnl: z.string(),
  openedAt: z.number().int(),
  /** Of a voucher's position, which is isolated whatever the market's settings are; 0 for every other. */
  voucherLeverage: z.number().int(),
});
/** A position at the current mark. Texts are empty where there is nothing to say; ROE is a percentage. */
export const positionNowRow = positionRow.extend({
  figures: z.object({
    mode: z.enum(marginModes),
    leverage: z.number().int(),
    markPrice: z.string(),
    markValue: z.string(),
    uPnl: z.string(),
    roe: z.string(),
    /** What it binds: its own margin, or in cross the initial margin at the mark. */
    margin: z.string(),
    maintenanceMargin: z.string(),
    /** A percentage: of an isolated position its own, of a cross position its account's; empty without equity to divide by. */
    marginRatio: z.string(),
    liquidationPrice: z.string(),
    bankruptcyPrice: z.string(),
    closableQty: z.string(),
    isVoucher: z.boolean(),
    /** Lights of: 5 is in the first fifth of its side to be deleveraged, 1 in the last. */
    adlRank: z.number().int(),
  }),
});
/** A position from its opening to its end. */
export const pastPositionRow = z.object({
  symbol: symbolText,
  product: z.number().int(),
  posSide: z.enum(posSides),
  /** The largest size it had, all that was closed, and the averages of what was opened and closed. */
  maxQty: z.string(),
  closedQty: z.string(),
  entryPrice: z.string(),
  exitPrice: z.string(),
  closedPnl: z.string(),
  fees: z.string(),
  funding: z.string(),
  /** Σ close PnL − fees + funding. */
  realisedPnl: z.string(),
  asset: z.string(),
  /** The entry cause of its last change. */
  endedBy: z.string(),
  openedAt: z.number().int(),
  closedAt: z.number().int(),
});
export const marginSettingsRow = z.object({
  symbol: symbolText,
  mode: z.enum(marginModes),
  longLeverage: z.number().int(),
  shortLeverage: z.number().int(),
});
/** `amount` below zero was paid; `capitalised` is the part that moved the entry value instead. */
export const fundingPaymentRow = z.object({
  seq,
  symbol: symbolText,
  posSide: z.enum(posSides),
  rate: z.string(),
  amount: z.string(),
  capitalised: z.string(),
  asset: z.string(),
  at: z.number().int(),
});
/** What a liquidation did to a user's account. Texts are empty where the kind has no such number. */
export const liquidationRow = z.object({
  seq,
  /** Which of the user's rows in this batch it is, from 0. */
  place: z.number().int(),
  kind: z.enum(liquidationKinds),
  symbol: z.string(),
  posSide: z.enum(posSides),
  qty: z.string(),
  value: z.string(),
  bankruptcyPrice: z.string(),
  mark: z.string(),
  equity: z.string(),
  maintenanceMargin: z.string(),
  pnl: z.string(),
  /** Of a takeover: the part of the lost margin that was left at mark, and went to the insurance fund with the position. */
  marginToFund: z.string(),
  /** Of a pair: assets over debts. */
  level: z.string(),
  asset: z.string(),
  at: z.number().int(),
});
export type OrderRow = z.infer<typeof orderRow>;
export type PastOrderRow = z.infer<typeof pastOrderRow>;
export type FillRow = z.infer<typeof fillRow>;
export type PastFillRow = z.infer<typeof pastFillRow>;
export type TriggerRow = z.infer<typeof triggerRow>;
export type PositionRow = z.infer<typeof positionRow>;
export type OrderFiguresRow = z.infer<typeof orderFiguresRow>;
export type PositionNowRow = z.infer<typeof positionNowRow>;
export type PastPositionRow = z.infer<typeof pastPositionRow>;
export type MarginSettingsRow = z.infer<typeof marginSettingsRow>;
export type FundingPaymentRow = z.infer<typeof fundingPaymentRow>;
export type LiquidationRow = z.infer<typeof liquidationRow>;
