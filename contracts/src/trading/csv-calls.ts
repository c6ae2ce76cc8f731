import { z } from "zod";
import { ofTrader } from "../call-parts.ts";
import { defineCall } from "../define.ts";
import { sourceSeq, timeZoneText } from "../values.ts";
import { fillFilter, orderFilter, positionFilter } from "./history-filters.ts";

/**
 * The zone that times are written in, and the place that a page before this one ended at. The gateway turns the pages: each is a read of its
 * own, for which it takes a token, and a user has one file at a time.
 */
const csvAsk = { timeZone: timeZoneText.default("UTC"), after: z.string().max(64).optional() };
const csv = {
  ...ofTrader,
  answers: "history",
  rate: "read",
  shape: "csv",
  refusals: [],
} as const;

const text = z.string();
/** The zone's distance from UTC at that moment is beside the time, which spreadsheets read without it. */
const timed = { time: text, zone: text };
const csvOf = <Line extends z.ZodType>(line: Line) =>
  z.object({ ...sourceSeq, list: z.array(line), next: z.string().optional() });

/** Orders that have ended, one line each. `market` of a price is an order without one. */
export const orderHistoryCsv = defineCall({
  ...csv,
  name: "trading.orderHistoryCsv",
  path: "GET /api/trade-api/order/history.csv",
  ask: z.strictObject({ ...orderFilter, ...csvAsk }),
  answer: csvOf(
    z.object({
      ...timed,
      orderId: text,
      clientOrderId: text,
      market: text,
      side: text,
      position: text,
      kind: text,
      timeInForce: text,
      price: text,
      triggerPrice: text,
      size: text,
      filled: text,
      value: text,
      fee: text,
      feeAsset: text,
      pricePnl: text,
      pnlAsset: text,
      status: text,
    }),
  ),
});

export const fillsCsv = defineCall({
  ...csv,
  name: "trading.fillsCsv",
  path: "GET /api/trade-api/fills.csv",
  ask: z.strictObject({ ...fillFilter, ...csvAsk }),
  answer: csvOf(
    z.object({
      ...timed,
      tradeId: text,
      orderId: text,
      market: text,
      side: text,
      position: text,
      role: text,
      price: text,
      size: text,
      fee: text,
      feeAsset: text,
      pricePnl: text,
      pnlAsset: text,
    }),
  ),
});

/** Positions that have ended: price PnL, fees and funding in columns of their own. */
export const positionHistoryCsv = defineCall({
  ...csv,
  name: "trading.positionHistoryCsv",
  path: "GET /api/trade-api/position/history.csv",
  ask: z.strictObject({ ...positionFilter, ...csvAsk }),
  answer: csvOf(
    z.object({
      ...timed,
      opened: text,
      market: text,
      position: text,
      maxSize: text,
      closedSize: text,
      entryPrice: text,
      exitPrice: text,
      pricePnl: text,
      fees: text,
      funding: text,
      netPnl: text,
      asset: text,
      endedBy: text,
    }),
  ),
});

export const fundingPaymentsCsv = defineCall({
  ...csv,
  name: "trading.fundingPaymentsCsv",
  path: "GET /api/trade-api/position/funding.csv",
  ask: z.strictObject({ ...positionFilter, ...csvAsk }),
  answer: csvOf(
    z.object({
      ...timed,
      market: text,
      position: text,
      rate: text,
      amount: text,
      capitalised: text,
      asset: text,
    }),
  ),
});
