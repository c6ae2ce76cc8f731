import { z } from "zod";
import { corridorRefusals, doneOrder, listOf, ofTrader, historyPage, productNumber, unitsOf } from "../call-parts.ts";
import { type CommandDraft, keyOf } from "../codec/command-codec.ts";
import { noKey } from "../journal/define.ts";
import { type Exit, unchanged } from "../journal/index.ts";
import { defineCall } from "../define.ts";
import type { Refusal } from "../errors.ts";
import { type Instruments, unknownId } from "../instruments.ts";
import {
  clientKeyText,
  decimalText,
  idText,
  orderKinds,
  posSides,
  productIds,
  sides,
  stpModes,
  symbolText,
  tifs,
  triggerSources,
  sourceSeq,
} from "../values.ts";
import { fillFilter, orderFilter } from "./history-filters.ts";
import { orderRow, pastFillRow, pastOrderRow, triggerRow } from "./rows.ts";

/** TP or SL: what it waits for, and whether it then goes at market or at a limit. */
export const exitAsk = z
  .strictObject({
    triggerPrice: decimalText,
    triggerBy: z.enum(triggerSources).optional(),
    type: z.enum(["MARKET", "LIMIT"]).optional(),
    price: decimalText.optional(),
  })
  .refine((exit) => (exit.type === "LIMIT") === (exit.price !== undefined), "a LIMIT, and nothing else, has a price");

export const exitOf = (exit: z.infer<typeof exitAsk> | undefined): Exit | undefined =>
  exit === undefined
    ? undefined
    : {
        price: unitsOf(exit.triggerPrice),
        by: triggerSources.indexOf(exit.triggerBy ?? "LAST"),
        limit: unitsOf(exit.price),
      };

/**
 * One ask for every order (rule book 4.1). Of a spot market `product` may be 5, the margin pair; contracts have `posSide`, where BOTH is for
 * clients that know one position a contract: the side that is open, or a new one.
 */
const orderPosSides = [...posSides, "BOTH"] as const;

const placeAsk = z
  .strictObject({
    symbol: symbolText,
    product: productNumber.optional(),
    side: z.enum(sides),
    posSide: z.enum(orderPosSides).optional(),
    type: z.enum(orderKinds),
    price: decimalText.optional(),
    qty: decimalText.optional(),
    quoteAmount: decimalText.optional(),
    tif: z.enum(tifs).optional(),
    postOnly: z.boolean().optional(),
    stp: z.enum(stpModes).optional(),
    triggerPrice: decimalText.optional(),
    triggerBy: z.enum(triggerSources).optional(),
    tp: exitAsk.optional(),
    sl: exitAsk.optional(),
    clientOrderId: clientKeyText.optional(),
  })
  .refine(
    (ask) => ask.type.endsWith("_TRIGGER") === (ask.triggerPrice !== undefined),
    "a trigger order, and no other, has a triggerPrice",
  );

const orderDraft = (ask: z.infer<typeof placeAsk>, uid: number, instruments: Instruments): CommandDraft => {
  const market = instruments.market(ask.symbol);
  const isLimit = ask.type.startsWith("LIMIT");
  return {
    type: "place_order",
    uid,
    key: ask.clientOrderId === undefined ? noKey : keyOf(ask.clientOrderId),
    market: market?.id ?? unknownId,
    product: ask.product ?? market?.product ?? productIds.spot,
    side: sides.indexOf(ask.side),
    orderType: isLimit ? 0 : 1,
    tif: tifs.indexOf(ask.tif ?? (isLimit ? "GTC" : "IOC")),
    postOnly: ask.postOnly ?? false,
    stp: stpModes.indexOf(ask.stp ?? "EXPIRE_MAKER"),
    price: unitsOf(ask.price),
    qty: unitsOf(ask.qty),
    quoteAmount: unitsOf(ask.quoteAmount),
    posSide: orderPosSides.indexOf(ask.posSide ?? "NONE"),
    trigger:
      ask.triggerPrice === undefined
        ? undefined
        : { price: unitsOf(ask.triggerPrice), by: triggerSources.indexOf(ask.triggerBy ?? "LAST") },
    tp: exitOf(ask.tp),
    sl: exitOf(ask.sl),
  };
};

/** Money of a contract is its settle asset's; the open interest of an inverse one is counted in contracts of a dollar. */
export function contractMoney(instruments: Instruments, symbol: string, refusal: Refusal): string | undefined {
  const market = instruments.market(symbol);
  return refusal === "OPEN_INTEREST_CAP" && market?.kind === "INVERSE" ? "USD" : market?.contract?.settle;
}

const placeRefusals = [
  "SYMBOL_NOT_FOUND",
  "MARKET_NOT_TRADING",
  "ORDER_TYPE_NOT_ALLOWED",
  "TIF_INVALID",
  "CLIENT_ID_INVALID",
  "LOCKED_BY_OPERATOR",
  "PRICE_TICK",
  "PRICE_RANGE",
  "QTY_STEP",
  "QTY_RANGE",
  "MIN_NOTIONAL",
  "MAX_NOTIONAL",
  "PRICE_BAND",
  "TOO_MANY_ORDERS",
  "TOO_MANY_TRIGGERS",
  "POSITION_NOT_FOUND",
  "CLOSE_QTY_EXCEEDED",
  "POSITION_IN_LIQUIDATION",
  "BOTH_SIDES_OPEN",
  "TRIGGER_PRICE_INVALID",
  "TRIGGER_WOULD_FIRE",
  "TRIGGER_SOURCE_UNAVAILABLE",
  "TPSL_WRONG_SIDE",
  "TOO_MANY_TPSL",
  "RISK_LIMIT_EXCEEDED",
  "LEVERAGE_TOO_HIGH",
  "OPEN_INTEREST_CAP",
  "VOUCHER_LEG",
  "OPEN_WOULD_LIQUIDATE",
  "INSUFFICIENT_BALANCE",
  "INSUFFICIENT_MARGIN",
  "NO_LIQUIDITY",
  "POST_ONLY_WOULD_TAKE",
  "FOK_NOT_FILLABLE",
  "BEYOND_BANKRUPTCY",
  ...corridorRefusals,
] as const;

/** a fill-or-kill order may have to be tried against a thousand resting ones, and one that is refused brings no fee. */
const fillOrKillCost = 5;
const fillOrKillRefusedCost = 5;

/** Orders of every market and kind. The answer's number is the order's, or that of the trigger that waits. */
export const placeOrder = defineCall({
  ...ofTrader,
  name: "trading.placeOrder",
  path: "POST /api/trade-api/order/place",
  answers: "command",
  rate: "trade",
  cost: {
    of: ({ tif }) => (tif === "FOK" ? fillOrKillCost : 1),
    refused: { FOK_NOT_FILLABLE: fillOrKillRefusedCost },
  },
  keyField: "clientOrderId",
  ask: placeAsk,
  answer: doneOrder,
  refusals: placeRefusals,
  command: {
    make: (ask, { uid, instruments }) => orderDraft(ask, uid, instruments),
    answer: (result) => ({ seq: result.seq, orderId: String(result.ref) }),
    // A sell reserves the base; an order's worth is always said in the quote.
    moneyOf: (ask, { instruments }, refusal) => {
      const market = instruments.market(ask.symbol);
      if (market?.contract !== undefined) return contractMoney(instruments, ask.symbol, refusal);
      return ask.side === "SELL" && refusal === "INSUFFICIENT_BALANCE" ? market?.base : market?.quote;
    },
  },
});

/** A position as an order would leave it once it has filled: at once, and what rests at its own price. */
export const positionAfter = z.object({
  qty: z.string(),
  entryPrice: z.string(),
  isoMargin: z.string(),
  liquidationPrice: z.string(),
  /** What a takeover at that price would leave of the position's margin, and give to the insurance fund. */
  marginToFund: z.string(),
});

/** What the order would do, from the function that performs it: applied to the state now and rolled back. */
export const previewOrder = defineCall({
  ...ofTrader,
  name: "trading.previewOrder",
  path: "POST /api/trade-api/order/preview",
  answers: "now",
  rate: "read",
  ask: placeAsk,
  answer: z.object({
    ...sourceSeq,
    filledQty: z.string(),
    filledValue: z.string(),
    /** Of an order of a contract with what its resting part would pay. */
    fee: z.string(),
    feeAsset: z.string(),
    rests: z.string(),
    /** What the resting part keeps back; of an order of a contract all that is reserved for it when it enters. */
    reserve: z.string(),
    /** Of an order that opens a position at once or from the book: the margin within `reserve`, which also has the fee and, in cross, the open loss. */
    initialMargin: z.string().optional(),
    /** Of a contract: what would be realised, and the position as it would then stand. */
    realisedPnl: z.string().optional(),
    position: positionAfter.optional(),
    /** Percentages: of an isolated position its own, else the account's; empty where there is none. */
    marginRatio: z.object({ before: z.string(), after: z.string() }).optional(),
  }),
  refusals: [...placeRefusals, "PREVIEW_TOO_LARGE"],
});

/** An order by either of its names. Triggers and TP/SL have numbers of the same row, so they are cancelled here too. */
export const cancelOrder = defineCall({
  ...ofTrader,
  name: "trading.cancelOrder",
  path: "POST /api/trade-api/order/cancel",
  answers: "command",
  rate: "cancel",
  ask: z
    .strictObject({ orderId: idText.optional(), clientOrderId: clientKeyText.optional() })
    .refine(
      (ask) => (ask.orderId === undefined) !== (ask.clientOrderId === undefined),
      "either orderId or clientOrderId",
    ),
  answer: doneOrder,
  refusals: ["ORDER_NOT_FOUND", "ORDER_FINAL", "MARKET_NOT_TRADING", ...corridorRefusals],
  command: {
    make: (ask, { uid }): CommandDraft => {
      const head = { uid, key: noKey };
      if (ask.orderId !== undefined) return { type: "cancel_order", ...head, orderId: Number(ask.orderId) };
      return { type: "cancel_by_key", ...head, target: keyOf(ask.clientOrderId ?? "") };
    },
    answer: (result) => ({ seq: result.seq, orderId: String(result.ref) }),
  },
});

/** An unknown symbol sweeps nothing; none at all sweeps everything. */
export const sweptMarket = (instruments: Instruments, symbol: string | undefined): number =>
  symbol === undefined ? unknownId : (instruments.market(symbol)?.id ?? unknownId - 1);

export const cancelAll = defineCall({
  ...ofTrader,
  name: "trading.cancelAll",
  path: "POST /api/trade-api/order/cancel-all",
  answers: "command",
  rate: "cancel",
  ask: z.strictObject({
    symbol: symbolText.optional(),
    product: productNumber.optional(),
    posSide: z.enum(posSides).optional(),
    includeTriggers: z.boolean().optional(),
    includeTpsl: z.boolean().optional(),
  }),
  answer: z.object({ ...sourceSeq, cancelled: z.number().int() }),
  refusals: corridorRefusals,
  command: {
    make: (ask, { uid, instruments }): CommandDraft => ({
      type: "cancel_all",
      uid,
      key: noKey,
      market: sweptMarket(instruments, ask.symbol),
      product: ask.product ?? 0,
      posSide: posSides.indexOf(ask.posSide ?? "NONE"),
      includeTriggers: ask.includeTriggers ?? true,
      includeTpsl: ask.includeTpsl ?? false,
    }),
    answer: (result) => ({ seq: result.seq, cancelled: result.ref }),
  },
});

/** What is left out stays as it is. `triggerPrice` is that of an order or TP/SL that still waits. */
export const amendOrder = defineCall({
  ...ofTrader,
  name: "trading.amendOrder",
  path: "POST /api/trade-api/order/amend",
  answers: "command",
  rate: "trade",
  ask: z.strictObject({
    orderId: idText,
    price: decimalText.optional(),
    qty: decimalText.optional(),
    triggerPrice: decimalText.optional(),
  }),
  answer: doneOrder,
  refusals: [...placeRefusals, "ORDER_NOT_FOUND", "ORDER_FINAL", "AMEND_NOT_ALLOWED", "AMEND_NO_CHANGE"],
  command: {
    make: (ask, { uid }): CommandDraft => {
      const part = (text: string | undefined): number => (text === undefined ? unchanged : unitsOf(text));
      return {
        type: "amend_order",
        uid,
        key: noKey,
        orderId: Number(ask.orderId),
        price: part(ask.price),
        qty: part(ask.qty),
        trigger: part(ask.triggerPrice),
      };
    },
    answer: (result) => ({ seq: result.seq, orderId: String(result.ref) }),
  },
});

export const openOrders = defineCall({
  ...ofTrader,
  name: "trading.openOrders",
  path: "GET /api/trade-api/order/open",
  answers: "now",
  rate: "read",
  ask: z.strictObject({}),
  answer: z.object({ ...sourceSeq, rows: z.array(orderRow) }),
  refusals: [],
});

/** Orders that wait for a price, and TP/SL: `role` says which. */
export const triggerOrders = defineCall({
  ...ofTrader,
  name: "trading.triggerOrders",
  path: "GET /api/trade-api/trigger/open",
  answers: "now",
  rate: "read",
  ask: z.strictObject({}),
  answer: z.object({ ...sourceSeq, rows: z.array(triggerRow) }),
  refusals: [],
});

/** One order by its id or by the client's own key, from memory if it is open, else from history. */
export const orderByKey = defineCall({
  ...ofTrader,
  name: "trading.order",
  path: "GET /api/trade-api/order",
  answers: "now",
  otherwise: "history",
  rate: "read",
  ask: z.strictObject({ orderId: idText.optional(), clientOrderId: clientKeyText.optional() }),
  answer: z.object({ ...sourceSeq, order: pastOrderRow }),
  refusals: ["NOT_FOUND"],
});

/** Orders that have ended, the newest first. */
export const orderHistory = defineCall({
  ...ofTrader,
  name: "trading.orderHistory",
  path: "GET /api/trade-api/order/history",
  answers: "history",
  rate: "read",
  ask: z.strictObject({ ...historyPage, ...orderFilter }),
  answer: listOf(pastOrderRow),
  refusals: [],
});

export const fills = defineCall({
  ...ofTrader,
  name: "trading.fills",
  path: "GET /api/trade-api/fills",
  answers: "history",
  rate: "read",
  ask: z.strictObject({ ...historyPage, ...fillFilter }),
  answer: listOf(pastFillRow),
  refusals: [],
});
