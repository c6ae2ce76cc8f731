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
