import { z } from "zod";
import { corridorRefusals, doneOrder, unitsOf } from "../call-parts.ts";
import { type CommandDraft } from "../codec/command-codec.ts";
import { noKey } from "../journal/define.ts";
import { defineCall } from "../define.ts";
import { decimalText, posSides, triggerSources, sourceSeq } from "../values.ts";
import { positionAfter } from "./calls.ts";
import { command, positionAsk, marketOf, moneyOf, now } from "./position-calls.ts";

/**
 * closes the position, or a part of it, at market once the source has come back from its best price by the callback. With an activation
 * price it trails from the first price at or beyond that on (LONG: at or above). It is changed by cancelling it and placing another.
 */
export const placeTrailingStop = defineCall({
  ...command,
  name: "trading.placeTrailingStop",
  path: "POST /api/trade-api/position/trailing-stop",
  ask: z
    .strictObject({
      ...positionAsk,
      qty: decimalText.optional(),
      by: z.enum(["LAST", "MARK"]).optional(),
      /** Basis points of the best price, or ticks: one of them. */
      callbackBps: z.number().int().min(10).max(1_000).optional(),
      callbackTicks: z.number().int().min(1).max(2_147_483_647).optional(),
      activationPrice: decimalText.optional(),
    })
    .refine(
      (ask) => (ask.callbackBps === undefined) !== (ask.callbackTicks === undefined),
      "a callback in basis points or in ticks",
    ),
  answer: doneOrder,
  refusals: [
    "SYMBOL_NOT_FOUND",
    "MARKET_NOT_TRADING",
    "ORDER_TYPE_NOT_ALLOWED",
    "QTY_STEP",
    "QTY_RANGE",
    "TOO_MANY_TRIGGERS",
    "POSITION_NOT_FOUND",
    "VOUCHER_LEG",
    "TRIGGER_PRICE_INVALID",
    "TRIGGER_SOURCE_UNAVAILABLE",
    ...corridorRefusals,
  ],
  command: {
    make: (ask, context): CommandDraft => ({
      type: "place_trailing_stop",
      uid: context.uid,
      key: noKey,
      market: marketOf(context, ask.symbol),
      posSide: posSides.indexOf(ask.posSide),
      qty: unitsOf(ask.qty),
      by: triggerSources.indexOf(ask.by ?? "LAST"),
      callbackBps: ask.callbackBps ?? 0,
      callbackTicks: ask.callbackTicks ?? 0,
      activation: unitsOf(ask.activationPrice),
    }),
    answer: (result) => ({ seq: result.seq, orderId: String(result.ref) }),
  },
});

const reverseAsk = z.strictObject(positionAsk);
const reverseRefusals = [
  "SYMBOL_NOT_FOUND",
  "MARKET_NOT_TRADING",
  "LOCKED_BY_OPERATOR",
  "ORDER_TYPE_NOT_ALLOWED",
  "POSITION_NOT_FOUND",
  "VOUCHER_LEG",
  "QTY_RANGE",
  "MIN_NOTIONAL",
  "MAX_NOTIONAL",
  "TOO_MANY_ORDERS",
  "POSITION_IN_LIQUIDATION",
  "LEVERAGE_TOO_HIGH",
  "RISK_LIMIT_EXCEEDED",
  "OPEN_INTEREST_CAP",
  "OPEN_WOULD_LIQUIDATE",
  "INSUFFICIENT_MARGIN",
  "NO_LIQUIDITY",
  "BEYOND_BANKRUPTCY",
  ...corridorRefusals,
] as const;

/**
 * closes the position at market and opens the other side with what was closed, at market, in the margin mode and with the leverage that
 * stand. Refused as a whole if the opening would be. The answer names the order that opens; the close's, where it took all that there was.
 */
export const reversePosition = defineCall({
  ...command,
  name: "trading.reversePosition",
  path: "POST /api/trade-api/position/reverse",
  ask: reverseAsk,
  answer: doneOrder,
  refusals: reverseRefusals,
  command: {
    make: (ask, context): CommandDraft => ({
      type: "reverse_position",
      uid: context.uid,
      key: noKey,
      market: marketOf(context, ask.symbol),
      posSide: posSides.indexOf(ask.posSide),
    }),
    answer: (result) => ({ seq: result.seq, orderId: String(result.ref) }),
    moneyOf,
  },
});

/** What a reverse would do, from the function that does it: applied to the state now and rolled back. */
export const previewReverse = defineCall({
  ...now,
  name: "trading.previewReverse",
  path: "POST /api/trade-api/position/reverse/preview",
  ask: reverseAsk,
  answer: z.object({
    ...sourceSeq,
    closedQty: z.string(),
    openedQty: z.string(),
    /** The mean prices of both parts; empty where nothing would be filled. */
    closePrice: z.string(),
    openPrice: z.string(),
    /** What the opening needs when it enters: its margin, what it would lose to the mark, and its fee. */
    cost: z.string(),
    /** Of both parts. */
    fee: z.string(),
    feeAsset: z.string(),
    realisedPnl: z.string(),
    /** The position that would be opened, as it would then stand. */
    position: positionAfter.optional(),
  }),
  refusals: [...reverseRefusals, "PREVIEW_TOO_LARGE"],
});
