import { z } from "zod";
import {
  corridorRefusals,
  doneAt,
  doneOrder,
  listOf,
  moneyUnitsOf,
  ofTrader,
  historyPage,
  productNumber,
  requestId,
  unitsOf,
} from "../call-parts.ts";
import { type CommandDraft } from "../codec/command-codec.ts";
import { noKey } from "../journal/define.ts";
import { type CallContext, defineCall } from "../define.ts";
import type { Refusal } from "../errors.ts";
import { unknownId } from "../instruments.ts";
import { decimalText, marginModes, posSides, symbolText, sourceSeq } from "../values.ts";
import { contractMoney, exitAsk, exitOf, previewOrder, sweptMarket } from "./calls.ts";
import { positionFilter } from "./history-filters.ts";
import {
  fundingPaymentRow,
  liquidationRow,
  marginSettingsRow,
  orderFiguresRow,
  pastPositionRow,
  positionNowRow,
} from "./rows.ts";

export const command = { ...ofTrader, answers: "command", rate: "trade", keyField: "requestId" } as const;
export const now = { ...ofTrader, answers: "now", rate: "read", refusals: [] } as const;
const history = { ...ofTrader, answers: "history", rate: "read", refusals: [] } as const;

export const positionAsk = { symbol: symbolText, posSide: z.enum(["LONG", "SHORT"]), requestId };
export const marketOf = ({ instruments }: CallContext, symbol: string): number =>
  instruments.market(symbol)?.id ?? unknownId;
export const moneyOf = (ask: { symbol: string }, { instruments }: CallContext, refusal: Refusal): string | undefined =>
  contractMoney(instruments, ask.symbol, refusal);

/** TP and SL of a position: without `qty` of the whole position, then always at market and in place of the one before. */
export const setTpsl = defineCall({
  ...command,
  name: "trading.setTpsl",
  path: "POST /api/trade-api/position/tpsl",
  ask: z.strictObject({ ...positionAsk, qty: decimalText.optional(), tp: exitAsk.optional(), sl: exitAsk.optional() }),
  answer: doneOrder,
  refusals: [
    "SYMBOL_NOT_FOUND",
    "MARKET_NOT_TRADING",
    "ORDER_TYPE_NOT_ALLOWED",
    "QTY_STEP",
    "POSITION_NOT_FOUND",
    "VOUCHER_LEG",
    "TRIGGER_PRICE_INVALID",
    "TRIGGER_SOURCE_UNAVAILABLE",
    "TPSL_WRONG_SIDE",
    "PRICE_TICK",
    "PRICE_RANGE",
    "TOO_MANY_TPSL",
    ...corridorRefusals,
  ],
  command: {
    make: (ask, context): CommandDraft => ({
      type: "set_tpsl",
      uid: context.uid,
      key: noKey,
      market: marketOf(context, ask.symbol),
      posSide: posSides.indexOf(ask.posSide),
      qty: unitsOf(ask.qty),
      tp: exitOf(ask.tp),
      sl: exitOf(ask.sl),
    }),
    answer: (result) => ({ seq: result.seq, orderId: String(result.ref) }),
  },
});

/** the whole position by one protected IOC, refused if nothing of it would fill. What it filled stands in the order that it made. */
export const flashClose = defineCall({
  ...command,
  name: "trading.flashClose",
  path: "POST /api/trade-api/position/flash-close",
  ask: z.strictObject(positionAsk),
  answer: doneOrder,
  refusals: [
    "SYMBOL_NOT_FOUND",
    "MARKET_NOT_TRADING",
    "ORDER_TYPE_NOT_ALLOWED",
    "POSITION_NOT_FOUND",
    "NO_LIQUIDITY",
    ...corridorRefusals,
  ],
  command: {
    make: (ask, context): CommandDraft => ({
      type: "flash_close",
      uid: context.uid,
      key: noKey,
      market: marketOf(context, ask.symbol),
      posSide: posSides.indexOf(ask.posSide),
    }),
    answer: (result) => ({ seq: result.seq, orderId: String(result.ref) }),
  },
});

/** What a flash close would do, from the function that does it: applied to the state now and rolled back. */
export const previewFlashClose = defineCall({
  ...now,
  name: "trading.previewFlashClose",
  path: "POST /api/trade-api/position/flash-close/preview",
  ask: z.strictObject(positionAsk),
  answer: previewOrder.answer,
  refusals: [...flashClose.refusals, "PREVIEW_TOO_LARGE"],
});

/** Flash close of every position of a product, or of all; the answer says how many positions were sent. */
export const closeAll = defineCall({
  ...command,
  name: "trading.closeAll",
  path: "POST /api/trade-api/position/close-all",
  ask: z.strictObject({ product: productNumber.optional(), requestId }),
  answer: z.object({ ...sourceSeq, positions: z.number().int() }),
  refusals: ["NO_LIQUIDITY", ...corridorRefusals],
  command: {
    make: (ask, { uid }): CommandDraft => ({ type: "close_all", uid, key: noKey, product: ask.product ?? 0 }),
    answer: (result) => ({ seq: result.seq, positions: result.ref }),
  },
});

export const setMarginMode = defineCall({
  ...command,
  name: "trading.setMarginMode",
  path: "POST /api/trade-api/position/margin-mode",
  ask: z.strictObject({ symbol: symbolText, mode: z.enum(marginModes), requestId }),
  answer: doneAt,
  refusals: ["SYMBOL_NOT_FOUND", "MODE_CHANGE_BLOCKED", ...corridorRefusals],
  command: {
    make: (ask, context): CommandDraft => ({
      type: "set_margin_mode",
      uid: context.uid,
      key: noKey,
      market: marketOf(context, ask.symbol),
      mode: marginModes.indexOf(ask.mode),
    }),
    answer: ({ seq: at }) => ({ seq: at }),
  },
});

const leverageAsk = z.strictObject({
  symbol: symbolText,
  posSide: z.enum(posSides).optional(),
  leverage: z.number().int().min(0).max(255),
  requestId,
});
const leverageRefusals = [
  "SYMBOL_NOT_FOUND",
  "LEVERAGE_RANGE",
  "VOUCHER_LEG",
  "MARKET_NOT_TRADING",
  "RISK_LIMIT_EXCEEDED",
  "LEVERAGE_MARGIN",
  ...corridorRefusals,
] as const;

/**
 * Of both positions, or of one where the market is isolated. The engine says which range a market has. An isolated position gives back what a
 * higher value need not keep, and takes from cash what a lower one asks for.
 */
export const setLeverage = defineCall({
  ...command,
  name: "trading.setLeverage",
  path: "POST /api/trade-api/position/leverage",
  ask: leverageAsk,
  answer: doneAt,
  refusals: leverageRefusals,
  command: {
    make: (ask, context): CommandDraft => ({
      type: "set_leverage",
      uid: context.uid,
      key: noKey,
      market: marketOf(context, ask.symbol),
      posSide: posSides.indexOf(ask.posSide ?? "NONE"),
      leverage: ask.leverage,
    }),
    answer: ({ seq: at }) => ({ seq: at }),
    moneyOf,
  },
});

/** What another leverage would move, from the function that sets it: applied to the state now and rolled back. */
export const previewLeverage = defineCall({
  ...now,
  name: "trading.previewLeverage",
  path: "POST /api/trade-api/position/leverage/preview",
  ask: leverageAsk,
  answer: z.object({
    ...sourceSeq,
    /** What comes to cash of isolated positions and of what their orders hold; below zero what is taken from it. */
    toCash: z.string(),
    /** The isolated positions whose margin changes, as they would then stand. */
    positions: z.array(
      z.object({
        posSide: z.enum(posSides),
        isoMargin: z.string(),
        /** What leaves the position; below zero what is added to it. */
        released: z.string(),
        liquidationPrice: z.string(),
      }),
    ),
  }),
  refusals: [...leverageRefusals, "PREVIEW_TOO_LARGE"],
});

const marginAsk = z.strictObject({ ...positionAsk, amount: decimalText });
const marginRefusals = [
  "SYMBOL_NOT_FOUND",
  "NOT_ISOLATED",
  "POSITION_NOT_FOUND",
  "VOUCHER_LEG",
  "AMOUNT_INVALID",
  ...corridorRefusals,
] as const;
const marginDraft = (ask: z.infer<typeof marginAsk>, context: CallContext, sign: 1n | -1n): CommandDraft => ({
  type: "change_margin",
  uid: context.uid,
  key: noKey,
  market: marketOf(context, ask.symbol),
  posSide: posSides.indexOf(ask.posSide),
  amount: sign * moneyUnitsOf(ask.amount),
});

/** cash into an isolated position's own margin. */
export const addMargin = defineCall({
  ...command,
  name: "trading.addMargin",
  path: "POST /api/trade-api/position/margin/add",
  ask: marginAsk,
  answer: doneAt,
  refusals: [...marginRefusals, "INSUFFICIENT_MARGIN"],
  command: {
    make: (ask, context) => marginDraft(ask, context, 1n),
    answer: ({ seq: at }) => ({ seq: at }),
    moneyOf,
  },
});

export const removeMargin = defineCall({
  ...command,
  name: "trading.removeMargin",
  path: "POST /api/trade-api/position/margin/remove",
  ask: marginAsk,
  answer: doneAt,
  refusals: [...marginRefusals, "MARKET_NOT_TRADING", "POSITION_IN_LIQUIDATION", "MARGIN_REMOVE_TOO_MUCH"],
  command: {
    make: (ask, context) => marginDraft(ask, context, -1n),
    answer: ({ seq: at }) => ({ seq: at }),
    moneyOf,
  },
});

/** What a change of an isolated position's margin would do, from the function that changes it: applied to the state now and rolled back. */
export const previewMargin = defineCall({
  ...now,
  name: "trading.previewMargin",
  path: "POST /api/trade-api/position/margin/preview",
  ask: marginAsk.extend({ change: z.enum(["ADD", "REMOVE"]) }),
  answer: z.object({
    ...sourceSeq,
    /** The position's margin and liquidation price as they would then stand. */
    isoMargin: z.string(),
    liquidationPrice: z.string(),
  }),
  refusals: [
    ...marginRefusals,
    "INSUFFICIENT_MARGIN",
    "MARKET_NOT_TRADING",
    "POSITION_IN_LIQUIDATION",
    "MARGIN_REMOVE_TOO_MUCH",
    "PREVIEW_TOO_LARGE",
  ],
});

/** cancels the orders of the scope after so many ms unless set anew; 0 switches it off. */
export const cancelAfter = defineCall({
  ...command,
  name: "trading.cancelAfter",
  path: "POST /api/trade-api/order/cancel-after",
  rate: "cancel",
  ask: z.strictObject({
    ms: z.number().int().min(0).max(4_294_967_295),
    symbol: symbolText.optional(),
    product: productNumber.optional(),
    requestId,
  }),
  answer: doneAt,
  refusals: ["AMOUNT_INVALID", ...corridorRefusals],
  command: {
    make: (ask, { uid, instruments }): CommandDraft => ({
      type: "cancel_after",
      uid,
      key: noKey,
      ms: ask.ms,
      market: sweptMarket(instruments, ask.symbol),
      product: ask.product ?? 0,
    }),
    answer: ({ seq: at }) => ({ seq: at }),
  },
});

export const positions = defineCall({
  ...now,
  name: "trading.positions",
  path: "GET /api/trade-api/position",
  ask: z.strictObject({}),
  answer: z.object({ ...sourceSeq, rows: z.array(positionNowRow) }),
});

/** Of the user's open orders of contracts: what each binds now, and the TP/SL it brings along. */
export const orderFigures = defineCall({
  ...now,
  name: "trading.orderFigures",
  path: "GET /api/trade-api/order/figures",
  ask: z.strictObject({}),
  answer: z.object({ ...sourceSeq, rows: z.array(orderFiguresRow) }),
});

/** Mode and leverage of every contract that the user has touched; all others are cross at 20. */
export const marginSettings = defineCall({
  ...now,
  name: "trading.marginSettings",
  path: "GET /api/trade-api/position/settings",
  ask: z.strictObject({}),
  answer: z.object({ ...sourceSeq, rows: z.array(marginSettingsRow) }),
});

const bySymbol = z.strictObject({ ...historyPage, symbol: symbolText.optional() });
/** Of one contract, or of those of one product; without either of all. */
const byContract = z.strictObject({ ...historyPage, ...positionFilter });

/** Positions that have ended, the last first. */
export const positionHistory = defineCall({
  ...history,
  name: "trading.positionHistory",
  path: "GET /api/trade-api/position/history",
  ask: byContract,
  answer: listOf(pastPositionRow),
});

export const fundingPayments = defineCall({
  ...history,
  name: "trading.fundingPayments",
  path: "GET /api/trade-api/position/funding",
  ask: byContract,
  answer: listOf(fundingPaymentRow),
});

/** What liquidations did to the user's own accounts, deleveraging among them. */
export const liquidations = defineCall({
  ...history,
  name: "trading.liquidations",
  path: "GET /api/trade-api/position/liquidations",
  ask: bySymbol,
  answer: listOf(liquidationRow),
});
