import { z } from "zod";
import { csvAsk, csvCall, csvOf, csvText as text, csvTime } from "../csv-parts.ts";
import { defineCall } from "../define.ts";
import { fillFilter, orderFilter, positionFilter } from "./history-filters.ts";

/** Orders that have ended, one line each. `market` of a price is an order without one. */
export const orderHistoryCsv = defineCall({
  ...csvCall,
  name: "trading.orderHistoryCsv",
  path: "GET /api/trade-api/order/history.csv",
  ask: z.strictObject({ ...orderFilter, ...csvAsk }),
  answer: csvOf(
    z.object({
      ...csvTime,
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
  ...csvCall,
  name: "trading.fillsCsv",
  path: "GET /api/trade-api/fills.csv",
  ask: z.strictObject({ ...fillFilter, ...csvAsk }),
  answer: csvOf(
    z.object({
      ...csvTime,
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
  ...csvCall,
  name: "trading.positionHistoryCsv",
  path: "GET /api/trade-api/position/history.csv",
  ask: z.strictObject({ ...positionFilter, ...csvAsk }),
  answer: csvOf(
    z.object({
      ...csvTime,
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
  ...csvCall,
  name: "trading.fundingPaymentsCsv",
  path: "GET /api/trade-api/position/funding.csv",
  ask: z.strictObject({ ...positionFilter, ...csvAsk }),
  answer: csvOf(
    z.object({
      ...csvTime,
      market: text,
      position: text,
      rate: text,
      amount: text,
      capitalised: text,
      asset: text,
    }),
  ),
});
