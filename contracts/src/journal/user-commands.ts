import { defineCommand } from "./define.ts";

/** What users may send. A command of a user carries the user's number and the client's key before and after these fields. */
export const userCommands = {
  place_order: defineCommand(1, "user", {
    market: "u16",
    product: "u8",
    side: "u8",
    orderType: "u8",
    tif: "u8",
    postOnly: "flag",
    stp: "u8",
    price: "u53",
    qty: "u53",
    /** Quote money to spend: a spot market buy by amount; then `qty` is 0. */
    quoteAmount: "u53",
    /** Which position of a perpetual: 0 none (spot), 1 long, 2 short. */
    posSide: "u8",
    /** The order waits for this price; undefined: it does not wait. */
    trigger: "trigger",
    /** Dormant until the order's first fill. */
    exits: "exits",
  }),
  cancel_order: defineCommand(2, "user", {
    orderId: "u48",
  }),
  /** `market`, `product` and `posSide` narrow the sweep: unknownId and 0 mean all. */
  cancel_all: defineCommand(3, "user", {
    market: "u16",
    product: "u8",
    posSide: "u8",
    includeTriggers: "flag",
    includeTpsl: "flag",
  }),
  /** `trigger` is the new trigger price of an order or TP/SL that still waits. */
  amend_order: defineCommand(4, "user", {
    orderId: "u48",
    price: "u53",
    qty: "u53",
    trigger: "u53",
  }),
  transfer: defineCommand(5, "user", {
    fromProduct: "u8",
    fromSub: "u16",
    toProduct: "u8",
    toSub: "u16",
    asset: "u16",
    amount: "i64",
  }),
  cancel_by_key: defineCommand(6, "user", {
    target: "key",
  }),
  /** TP and SL of a position: `qty` 0 is the whole position, else a part; two together are siblings. */
  set_tpsl: defineCommand(7, "user", {
    market: "u16",
    posSide: "u8",
    qty: "u53",
    exits: "exits",
  }),
  /** the whole position by one protected IOC. */
  flash_close: defineCommand(8, "user", {
    market: "u16",
    posSide: "u8",
  }),
  /** Flash close of every position of a product; 0 means all. */
  close_all: defineCommand(9, "user", {
    product: "u8",
  }),
  /** 0 cross, 1 isolated. */
  set_margin_mode: defineCommand(10, "user", {
    market: "u16",
    mode: "u8",
  }),
  /** `posSide` 0 means both positions. */
  set_leverage: defineCommand(11, "user", {
    market: "u16",
    posSide: "u8",
    leverage: "u8",
  }),
  /** Adds to an isolated position's margin, or takes from it if negative. */
  change_margin: defineCommand(12, "user", {
    market: "u16",
    posSide: "u8",
    amount: "i64",
  }),
  /** cancels the user's orders of the scope after so many ms unless renewed; 0 switches it off. */
  cancel_after: defineCommand(13, "user", {
    ms: "u32",
    market: "u16",
    product: "u8",
  }),
  /** Money of the wallet that earns, and back (rule book 3.3). */
  earn_subscribe: defineCommand(14, "user", {
    asset: "u16",
    amount: "i64",
  }),
  earn_redeem: defineCommand(15, "user", {
    asset: "u16",
    amount: "i64",
  }),
  /** A loan of one of a margin pair's two assets, and its repayment. `market` is the pair. */
  borrow: defineCommand(16, "user", {
    market: "u16",
    asset: "u16",
    amount: "i64",
  }),
  repay: defineCommand(17, "user", {
    market: "u16",
    asset: "u16",
    amount: "i64",
  }),
  /**
   * closes a position, or `qty` of it, at market once LAST or MARK has come back from its best price by the callback: basis points, or ticks
   * (the other is 0). It trails from the first price at or beyond `activation`, 0: from now on.
   */
  place_trailing_stop: defineCommand(18, "user", {
    market: "u16",
    posSide: "u8",
    qty: "u53",
    by: "u8",
    callbackBps: "u16",
    callbackTicks: "u32",
    activation: "u53",
  }),
  /** closes the position at market and opens the other side with what was closed. */
  reverse_position: defineCommand(19, "user", {
    market: "u16",
    posSide: "u8",
  }),
} as const;
