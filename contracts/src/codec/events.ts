import { DecodeError } from "./bytes.ts";

/**
 * Events are rows of 64-bit numbers: a code, then the fields below. Rows of one command end with its `answered` row. Money that may pass
 * 2^53 stands as high · 2^52 + low. A number is never reused; a new meaning is a new name.
 */
export const eventFields = {
  answered: { code: 1, fields: ["index", "result", "ref"] },
  /** The two numbers that a refusal brings along, see errors.ts. */
  refused: { code: 2, fields: ["uid", "kind", "market", "result", "firstHigh", "firstLow", "secondHigh", "secondLow"] },
  order_accepted: {
    code: 3,
    fields: [
      "uid",
      "orderId",
      "market",
      "product",
      "side",
      "orderType",
      "tif",
      "postOnly",
      "stp",
      "price",
      "qty",
      "quoteAmount",
      "keyForm",
      "k0",
      "k1",
      "k2",
      "k3",
      "posSide",
      "reserveHigh",
      "reserveLow",
    ],
  },
  /** Nine words of four characters each: a client key that does not pack. */
  order_key: { code: 4, fields: ["uid", "orderId", "length", "w0", "w1", "w2", "w3", "w4", "w5", "w6", "w7", "w8"] },
  /** Fees of this fill, and what each order has come to with it: filled size, its worth in quote, all fees so far. */
  order_filled: {
    code: 5,
    fields: [
      "market",
      "tradeId",
      "price",
      "qty",
      "takerSide",
      "makerOrder",
      "takerOrder",
      "makerUid",
      "takerUid",
      "makerFee",
      "takerFee",
      "makerFilled",
      "takerFilled",
      "makerValue",
      "takerValue",
      "makerFees",
      "takerFees",
      "makerPosSide",
      "takerPosSide",
    ],
  },
  /** `value` is what the fills were worth together, in quote minor units; `fee` in the asset received. */
  order_closed: { code: 6, fields: ["uid", "orderId", "market", "status", "cause", "filled", "value", "fee"] },
  order_amended: { code: 7, fields: ["uid", "orderId", "market", "price", "qty", "filled", "keptPlace"] },
  /** The total that now rests at a price: 0 when the level is gone. */
  level_set: { code: 8, fields: ["market", "side", "price", "total"] },
  /** A ledger entry: `lines` ledger_line rows follow. */
  entry: { code: 9, fields: ["cause", "ref", "lines"] },
  ledger_line: { code: 10, fields: ["uid", "account", "delta", "high", "low"] },
  transferred: {
    code: 11,
    fields: ["uid", "transferId", "fromProduct", "fromSub", "toProduct", "toSub", "asset", "amountHigh", "amountLow"],
  },
  deposit_credited: { code: 12, fields: ["uid", "asset", "amountHigh", "amountLow"] },
  index_set: { code: 13, fields: ["market", "index", "stale"] },
  market_configured: { code: 14, fields: ["market"] },
  asset_configured: { code: 15, fields: ["asset"] },
  market_status_set: { code: 16, fields: ["market", "status"] },
  fees_configured: { code: 17, fields: ["level"] },
  vip_level_set: { code: 18, fields: ["uid", "level"] },
  account_status_set: { code: 19, fields: ["uid", "product", "status"] },
  /** A command whose handler failed and was rolled back; its market is now cancel-only. */
  poisoned: { code: 20, fields: ["index", "market"] },
  upgraded: { code: 21, fields: ["from", "to"] },
  contract_configured: { code: 22, fields: ["market"] },
  /**
   * A leg after whatever changed it: its size, entry value, own margin (isolated), and what it has come to since it was opened. `cause` is an
   * entry cause; `pnl` is what this change realised. `voucherLeverage` is 0 but for the leg of a voucher, which is isolated at that leverage.
   */
  position_changed: {
    code: 23,
    fields: [
      "uid",
      "market",
      "posSide",
      "cause",
      "qty",
      "valueHigh",
      "valueLow",
      "marginHigh",
      "marginLow",
      "pnlHigh",
      "pnlLow",
      "realisedHigh",
      "realisedLow",
      "feesHigh",
      "feesLow",
      "fundingHigh",
      "fundingLow",
      "openedAt",
      "voucherLeverage",
    ],
  },
  /** Margin mode (0 cross, 1 isolated) and the leverage of both legs. */
  margin_settings: { code: 24, fields: ["uid", "market", "mode", "longLeverage", "shortLeverage"] },
  /** An order or TP/SL that waits for a price. `role`: 0 order, 1 TP, 2 SL, 3 trailing stop; `sibling` and `parent` are orders, 0 for none.
   * Of a trailing stop `triggerPrice` is the price that activates it, 0 for none, and the callback is in basis points or in ticks. */
  trigger_accepted: {
    code: 25,
    fields: [
      "uid",
      "orderId",
      "market",
      "product",
      "side",
      "posSide",
      "orderType",
      "role",
      "triggerPrice",
      "triggerBy",
      "direction",
      "price",
      "qty",
      "tif",
      "postOnly",
      "stp",
      "sibling",
      "parent",
      "keyForm",
      "k0",
      "k1",
      "k2",
      "k3",
      "callbackBps",
      "callbackTicks",
    ],
  },
  trigger_amended: { code: 26, fields: ["uid", "orderId", "market", "triggerPrice", "direction", "price", "qty"] },
  /** `child` is the order it became; `result` the refusal if it failed. */
  trigger_ended: { code: 27, fields: ["uid", "orderId", "market", "status", "cause", "child", "result"] },
  mark_set: { code: 28, fields: ["market", "mark", "state"] },
  premium_sampled: { code: 29, fields: ["market", "premium", "samples"] },
  funding_settled: { code: 30, fields: ["market", "rate", "mark", "at", "positions", "residueHigh", "residueLow"] },
  funding_skipped: { code: 31, fields: ["market", "at"] },
  /** What one leg paid (negative) or received, and the part of it that was added to its entry value. */
  funding_paid: {
    code: 32,
    fields: ["uid", "market", "posSide", "rate", "amountHigh", "amountLow", "capitalisedHigh", "capitalisedLow"],
  },
  /** an account (or isolated leg, posSide above 0) came to its maintenance margin. */
  liquidation_started: {
    code: 33,
    fields: ["uid", "market", "posSide", "equityHigh", "equityLow", "maintenanceHigh", "maintenanceLow"],
  },
  /** A leg went to the engine at its bankruptcy value; `margin` is what was left of its margin at mark, and went to the fund with it. */
  taken_over: {
    code: 34,
    fields: [
      "uid",
      "market",
      "posSide",
      "qty",
      "valueHigh",
      "valueLow",
      "bankruptcyPrice",
      "mark",
      "marginHigh",
      "marginLow",
    ],
  },
  /** Both legs of a hedged pair closed against each other at mark. */
  pair_netted: { code: 35, fields: ["uid", "market", "qty", "mark"] },
  /** A position reduced to cover what the fund may not keep. */
  deleveraged: {
    code: 36,
    fields: ["uid", "market", "posSide", "qty", "valueHigh", "valueLow", "pnlHigh", "pnlLow", "cutHigh", "cutLow"],
  },
  /** What the engine closed of its inventory, and what the fund won or lost by it. */
  inventory_closed: { code: 37, fields: ["market", "posSide", "qty", "pnlHigh", "pnlLow"] },
  deficit_paid: { code: 38, fields: ["uid", "product", "asset", "amountHigh", "amountLow"] },
  market_settled: { code: 39, fields: ["market", "mark", "positions"] },
  breaker_tripped: { code: 40, fields: ["market", "reference", "then"] },
  cancel_after_set: { code: 41, fields: ["uid", "deadline", "market", "product"] },
  trading_stopped: { code: 42, fields: ["uid", "market", "stopped"] },
  withdrawal_locked: { code: 43, fields: ["uid", "until"] },
  kyc_level_set: { code: 44, fields: ["uid", "level"] },
  campaign_funded: { code: 45, fields: ["campaign", "product", "asset", "amountHigh", "amountLow"] },
  bonus_granted: {
    code: 46,
    fields: ["uid", "grant", "campaign", "kind", "amountHigh", "amountLow", "ratio", "endsAt"],
  },
  /** What was taken of a grant, and what is left; `cause` is an entry cause. */
  bonus_changed: {
    code: 47,
    fields: ["uid", "grant", "cause", "amountHigh", "amountLow", "remainingHigh", "remainingLow"],
  },
  voucher_opened: {
    code: 48,
    fields: ["uid", "voucher", "campaign", "market", "posSide", "qty", "usedHigh", "usedLow"],
  },
  voucher_ended: { code: 49, fields: ["uid", "voucher", "promoHigh", "promoLow", "cashHigh", "cashLow"] },
  coupon_paid: { code: 50, fields: ["uid", "campaign", "asset", "amountHigh", "amountLow"] },
  earn_changed: { code: 51, fields: ["uid", "asset", "cause", "amountHigh", "amountLow"] },
  deposit_reversed: { code: 52, fields: ["uid", "asset", "amountHigh", "amountLow", "debtHigh", "debtLow"] },
  loan_changed: { code: 53, fields: ["uid", "market", "asset", "cause", "amountHigh", "amountLow"] },
  /** `level` in 1e-8. */
  pair_liquidated: { code: 54, fields: ["uid", "market", "level", "deficitHigh", "deficitLow"] },
  pair_configured: { code: 55, fields: ["market"] },
  withdrawal_requested: { code: 57, fields: ["uid", "withdrawalId", "asset", "amountHigh", "amountLow"] },
  withdrawal_ended: {
    code: 58,
    fields: ["uid", "asset", "amountHigh", "amountLow", "feeHigh", "feeLow", "isSent"],
  },
  /** Margin ratio at or above 80 % (R-11.1). */
  margin_warned: { code: 56, fields: ["uid", "product", "asset", "market", "ratio"] },
  /** A loss that neither fund nor company could pay was booked to the deficit account; `total` is what stands there now. An alarm. */
  deficit_booked: { code: 59, fields: ["product", "asset", "amountHigh", "amountLow", "totalHigh", "totalLow"] },
  /** a margin pair has come to its warning level; told once until it has been above again. `level` in 1e-8. */
  pair_warned: { code: 60, fields: ["uid", "market", "level"] },
} as const;

export type EventName = keyof typeof eventFields;
export type EventCodes = { readonly [N in EventName]: (typeof eventFields)[N]["code"] };

/** One event, its fields by name. */
export type EventRow = {
  [N in EventName]: { readonly type: N } & { readonly [F in (typeof eventFields)[N]["fields"][number]]: number };
}[EventName];

const byCode: { name: EventName; fields: readonly string[] }[] = [];
for (const [name, { code, fields }] of Object.entries(eventFields)) byCode[code] = { name: name as EventName, fields };

/** The numbers of an event row from `at` on; the next row starts `1 + fields` later. */
export function readEvent(numbers: Float64Array, at: number): { event: EventRow; next: number } {
  const known = byCode[numbers[at] ?? -1];
  if (known === undefined || at + known.fields.length >= numbers.length) throw new DecodeError(`no event at ${at}`);
  const event: Record<string, unknown> = { type: known.name };
  for (let i = 0; i < known.fields.length; i += 1) event[known.fields[i]!] = numbers[at + 1 + i];
  return { event: event as unknown as EventRow, next: at + 1 + known.fields.length };
}

/** Width of the row whose code this is, for skipping what nobody listens to. */
export const eventWidth = (code: number): number => {
  const known = byCode[code];
  if (known === undefined) throw new DecodeError(`no event has the number ${code}`);
  return 1 + known.fields.length;
};

export function readEvents(numbers: Float64Array): EventRow[] {
  const events: EventRow[] = [];
  for (let at = 0; at < numbers.length;) {
    const { event, next } = readEvent(numbers, at);
    events.push(event);
    at = next;
  }
  return events;
}

/** Money from its two numbers. */
export const joinMoney = (high: number, low: number): bigint =>
  high === 0 ? BigInt(low) : BigInt(high) * 4_503_599_627_370_496n + BigInt(low);

/** A ledger account's packed key: which product, sub-account, asset and bucket; bucket numbers from 16 on are system accounts. */
export type AccountParts = { product: number; sub: number; asset: number; bucket: number };
export function accountParts(key: number): AccountParts {
  const bucket = key % 32;
  const asset = Math.floor(key / 32) % 1024;
  const product = Math.floor(key / 32_768) % 8;
  return { bucket, asset, product, sub: Math.floor(key / 262_144) };
}
