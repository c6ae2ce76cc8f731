import type { refusals } from "@tidemark/contracts";

type Codes = { readonly [N in keyof typeof refusals]?: (typeof refusals)[N]["code"] };

export const ok = 200;

/** The refusals that the engine itself gives; the compiler holds the numbers against the contracts. */
export const refuse = {
  SYMBOL_NOT_FOUND: 21001,
  MARKET_NOT_TRADING: 21002,
  ORDER_TYPE_NOT_ALLOWED: 21003,
  PRICE_TICK: 21004,
  PRICE_RANGE: 21005,
  PRICE_BAND: 21006,
  QTY_STEP: 21007,
  QTY_RANGE: 21008,
  MIN_NOTIONAL: 21009,
  MAX_NOTIONAL: 21010,
  TOO_MANY_ORDERS: 21011,
  DUPLICATE_CLIENT_ID: 21013,
  POST_ONLY_WOULD_TAKE: 21014,
  FOK_NOT_FILLABLE: 21015,
  NO_LIQUIDITY: 21016,
  TIF_INVALID: 21017,
  CLIENT_ID_INVALID: 21018,
  INSUFFICIENT_BALANCE: 21040,
  INSUFFICIENT_MARGIN: 21041,
  ORDER_NOT_FOUND: 21050,
  ORDER_FINAL: 21051,
  AMEND_NOT_ALLOWED: 21052,
  AMEND_NO_CHANGE: 21053,
  SAME_ACCOUNT: 23001,
  ACCOUNT_SUSPENDED: 23002,
  AMOUNT_INVALID: 23003,
  INSUFFICIENT_TRANSFERABLE: 23004,
  ASSET_NOT_IN_PRODUCT: 23005,
  INTERNAL: 50001,
  PRODUCER_GAP: 50005,
  PRODUCER_FORK: 50006,
  CONFIG_INVALID: 50007,
} as const satisfies Codes;

/** Codes by a small number, for results that are remembered in few bits. The list may only grow at its end. */
const remembered: readonly number[] = [
  ok,
  21001,
  21002,
  21003,
  21004,
  21005,
  21006,
  21007,
  21008,
  21009,
  21010,
  21011,
  21013,
  21014,
  21015,
  21016,
  21017,
  21018,
  21040,
  21041,
  21050,
  21051,
  21052,
  21053,
  23001,
  23002,
  23003,
  23004,
  23005,
  50001,
  50005,
  50006,
  50007,
];
const place = new Map(remembered.map((code, i) => [code, i]));

/** Result code and reference in one whole number. An order's own placement is marked: its key lives as long as the order. */
export const packResult = (code: number, ref: number, places: boolean): number =>
  (ref * 2 + (places ? 1 : 0)) * 128 + (code === ok ? 0 : place.get(code)!);
export const codeOfResult = (packed: number): number => remembered[packed % 128]!;
export const refOfResult = (packed: number): number => Math.floor(packed / 256);
/** The order that this result placed, 0 for every other command. */
export function placedBy(packed: number): number {
  const order = Math.floor(packed / 256);
  return packed - order * 256 >= 128 ? order : 0;
}
