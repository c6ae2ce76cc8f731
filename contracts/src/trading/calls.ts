import { parseUnits } from "@tidemark/money";
import { z } from "zod";
import { type CommandDraft, keyOf, noKey } from "../codec/command-codec.ts";
import { unchanged } from "../codec/commands.ts";
import { defineCall } from "../define.ts";
import { unknownId } from "../names.ts";
import {
  clientKeyText,
  decimalText,
  idText,
  orderCauses,
  orderStatuses,
  orderTypes,
  productIds,
  seq,
  sides,
  stpModes,
  symbolText,
  tifs,
} from "../values.ts";

/** An open or ended order as it stands on the wire. `fee` is in the asset received. */
export const orderRow = z.object({
  orderId: idText,
  clientOrderId: z.string(),
  symbol: symbolText,
  product: z.number().int(),
  side: z.enum(sides),
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
/** An order as the history has it. A rejected one never got a number; it says why instead, with the refusal's code and numbers. */
const pastOrderRow = orderRow.extend({
  orderId: idText.optional(),
  refusal: z.object({ code: z.number().int(), facts: z.record(z.string(), z.string()) }).optional(),
});
export const fillRow = z.object({
  tradeId: idText,
  orderId: idText,
  symbol: symbolText,
  side: z.enum(sides),
  role: z.enum(["MAKER", "TAKER"]),
  price: z.string(),
  qty: z.string(),
  fee: z.string(),
  feeAsset: z.string(),
  at: z.number().int(),
});
export type OrderRow = z.infer<typeof orderRow>;
export type PastOrderRow = z.infer<typeof pastOrderRow>;
export type FillRow = z.infer<typeof fillRow>;

/** Beyond what the journal's number holds is beyond every range: the engine's own check says so. */
const unitsOf = (text: string | undefined): number => {
  const units = parseUnits(text ?? "0") ?? 0n;
  return units > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(units);
};

const placeAsk = z.strictObject({
  symbol: symbolText,
  side: z.enum(sides),
  type: z.enum(orderTypes),
  price: decimalText.optional(),
  qty: decimalText.optional(),
  quoteAmount: decimalText.optional(),
  tif: z.enum(tifs).optional(),
  postOnly: z.boolean().optional(),
  stp: z.enum(stpModes).optional(),
  clientOrderId: clientKeyText.optional(),
});

const orderDraft = (ask: z.infer<typeof placeAsk>, uid: number, market: number): CommandDraft => ({
  type: "place_order",
  uid,
  key: ask.clientOrderId === undefined ? noKey : keyOf(ask.clientOrderId),
  market,
  product: productIds.spot,
  side: sides.indexOf(ask.side),
  orderType: orderTypes.indexOf(ask.type),
  tif: tifs.indexOf(ask.tif ?? (ask.type === "MARKET" ? "IOC" : "GTC")),
  postOnly: ask.postOnly ?? false,
  stp: stpModes.indexOf(ask.stp ?? "EXPIRE_MAKER"),
  price: unitsOf(ask.price),
  qty: unitsOf(ask.qty),
  quoteAmount: unitsOf(ask.quoteAmount),
  posSide: 0,
});

const placeRefusals = [
  "SYMBOL_NOT_FOUND",
  "MARKET_NOT_TRADING",
  "ORDER_TYPE_NOT_ALLOWED",
  "TIF_INVALID",
  "CLIENT_ID_INVALID",
  "PRICE_TICK",
  "PRICE_RANGE",
  "QTY_STEP",
  "QTY_RANGE",
  "MIN_NOTIONAL",
  "MAX_NOTIONAL",
  "PRICE_BAND",
  "TOO_MANY_ORDERS",
  "INSUFFICIENT_BALANCE",
  "NO_LIQUIDITY",
  "POST_ONLY_WOULD_TAKE",
  "FOK_NOT_FILLABLE",
  "DUPLICATE_CLIENT_ID",
  "INTERNAL",
  "BUSY",
  "TOO_OLD",
  "UNKNOWN_RESULT",
] as const;
const corridorRefusals = ["DUPLICATE_CLIENT_ID", "INTERNAL", "BUSY", "TOO_OLD", "UNKNOWN_RESULT"] as const;
const done = z.object({ seq, orderId: idText });
const common = { owner: "core", needs: "session", carry: "bus", shape: "envelope" } as const;

export const placeOrder = defineCall({
  ...common,
  name: "trading.placeOrder",
  path: "POST /api/trade-api/order/place",
  answers: "command",
  rate: "trade",
  keyField: "clientOrderId",
  ask: placeAsk,
  answer: done,
  refusals: placeRefusals,
  command: {
    make: (ask, { uid, names }) => orderDraft(ask, uid, names.market(ask.symbol)?.id ?? unknownId),
    answer: (result) => ({ seq: result.seq, orderId: String(result.ref) }),
    // A sell reserves the base; an order's worth is always said in the quote.
    moneyOf: (ask, { names }, refusal) => {
      const market = names.market(ask.symbol);
      return ask.side === "SELL" && refusal === "INSUFFICIENT_BALANCE" ? market?.base : market?.quote;
    },
  },
});

/** What the order would do, from the function that performs it: applied to the state now and rolled back. */
export const previewOrder = defineCall({
  ...common,
  name: "trading.previewOrder",
  path: "POST /api/trade-api/order/preview",
  answers: "now",
  rate: "read",
  ask: placeAsk,
  answer: z.object({
    seq,
    filledQty: z.string(),
    filledValue: z.string(),
    fee: z.string(),
    feeAsset: z.string(),
    rests: z.string(),
    reserve: z.string(),
  }),
  refusals: [...placeRefusals, "PREVIEW_TOO_LARGE"],
});

export const cancelOrder = defineCall({
  ...common,
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
  answer: done,
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

export const cancelAll = defineCall({
  ...common,
  name: "trading.cancelAll",
  path: "POST /api/trade-api/order/cancel-all",
  answers: "command",
  rate: "cancel",
  ask: z.strictObject({ symbol: symbolText.optional(), product: z.number().int().min(1).max(5).optional() }),
  answer: z.object({ seq, cancelled: z.number().int() }),
  refusals: corridorRefusals,
  command: {
    make: (ask, { uid, names }): CommandDraft => ({
      type: "cancel_all",
      uid,
      key: noKey,
      market: ask.symbol === undefined ? unknownId : (names.market(ask.symbol)?.id ?? unknownId - 1),
      product: ask.product ?? 0,
      posSide: 0,
      includeTriggers: true,
      includeTpsl: false,
    }),
    answer: (result) => ({ seq: result.seq, cancelled: result.ref }),
  },
});

export const amendOrder = defineCall({
  ...common,
  name: "trading.amendOrder",
  path: "POST /api/trade-api/order/amend",
  answers: "command",
  rate: "trade",
  ask: z.strictObject({ orderId: idText, price: decimalText.optional(), qty: decimalText.optional() }),
  answer: done,
  refusals: [
    "ORDER_NOT_FOUND",
    "ORDER_FINAL",
    "AMEND_NOT_ALLOWED",
    "AMEND_NO_CHANGE",
    "MARKET_NOT_TRADING",
    "PRICE_TICK",
    "PRICE_RANGE",
    "PRICE_BAND",
    "QTY_STEP",
    "QTY_RANGE",
    "MIN_NOTIONAL",
    "MAX_NOTIONAL",
    "INSUFFICIENT_MARGIN",
    "POST_ONLY_WOULD_TAKE",
    ...corridorRefusals,
  ],
  command: {
    make: (ask, { uid }): CommandDraft => ({
      type: "amend_order",
      uid,
      key: noKey,
      orderId: Number(ask.orderId),
      price: ask.price === undefined ? unchanged : unitsOf(ask.price),
      qty: ask.qty === undefined ? unchanged : unitsOf(ask.qty),
      trigger: unchanged,
    }),
    answer: (result) => ({ seq: result.seq, orderId: String(result.ref) }),
  },
});

export const openOrders = defineCall({
  ...common,
  name: "trading.openOrders",
  path: "GET /api/trade-api/order/open",
  answers: "now",
  rate: "read",
  ask: z.strictObject({}),
  answer: z.object({ seq, rows: z.array(orderRow) }),
  refusals: [],
});

/** One order by its id or by the client's own key, from memory if it is open, else from history. */
export const orderByKey = defineCall({
  ...common,
  name: "trading.order",
  path: "GET /api/trade-api/order",
  answers: "now",
  otherwise: "history",
  rate: "read",
  ask: z.strictObject({ orderId: idText.optional(), clientOrderId: clientKeyText.optional() }),
  answer: z.object({ seq, order: pastOrderRow }),
  refusals: ["NOT_FOUND"],
});

const page = {
  pageNum: z.coerce.number().int().min(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(10),
};
const listOf = <T extends z.ZodType>(row: T) =>
  z.object({ seq, list: z.array(row), pageNum: z.number().int(), pageSize: z.number().int(), total: z.number().int() });

export const orderHistory = defineCall({
  ...common,
  name: "trading.orderHistory",
  path: "GET /api/trade-api/order/history",
  answers: "history",
  rate: "read",
  ask: z.strictObject({ ...page, symbol: symbolText.optional() }),
  answer: listOf(pastOrderRow),
  refusals: [],
});

export const fills = defineCall({
  ...common,
  name: "trading.fills",
  path: "GET /api/trade-api/fills",
  answers: "history",
  rate: "read",
  ask: z.strictObject({ ...page, symbol: symbolText.optional() }),
  answer: listOf(fillRow),
  refusals: [],
});
