import { orderStatuses, pastOrderKinds, type PastOrderKind, type PastOrderRow, productIds } from "@tidemark/contracts";
import type { OrderFilter } from "../../lib/order-table/order-filter.ts";

/** The lists of a product's orders. */
export const orderLists = ["open", "trigger", "tpsl", "history", "fills", "positions", "funding"] as const;
export type OrderList = (typeof orderLists)[number];

export const isOrderList = (text: string): text is OrderList => (orderLists as readonly string[]).includes(text);

/** Products with orders, in the order of the menu. */
export const orderProducts = [
  productIds.spot,
  productIds.margin,
  productIds.futures_usdt,
  productIds.futures_btc,
] as const;
export type OrderProduct = (typeof orderProducts)[number];

export const isContractProduct = (product: OrderProduct): boolean =>
  product === productIds.futures_usdt || product === productIds.futures_btc;

/** What an order does, or the position that a row belongs to. */
const sideFilters = {
  buy: { side: "BUY" },
  sell: { side: "SELL" },
  openLong: { side: "BUY", posSide: "LONG" },
  closeLong: { side: "SELL", posSide: "LONG" },
  openShort: { side: "SELL", posSide: "SHORT" },
  closeShort: { side: "BUY", posSide: "SHORT" },
  long: { posSide: "LONG" },
  short: { posSide: "SHORT" },
} as const satisfies Record<string, OrderFilter>;
export type SideFilter = keyof typeof sideFilters;

/** The statuses that an order can have ended with. */
export const endedStatuses = ["FILLED", "CANCELED", "EXPIRED", "REJECTED", "TRIGGERED", "TRIGGER_FAILED"] as const;
type Status = PastOrderRow["status"];

/** The filters as the address has them, so that a link shows the same list. Days are those of the browser's time zone, both included. */
export type OrdersSearch = {
  readonly product: OrderProduct;
  readonly symbol?: string;
  readonly side?: SideFilter;
  readonly kind?: PastOrderKind;
  readonly status?: Status;
  readonly from?: string;
  readonly to?: string;
  readonly id?: number;
};

const oneOf = <T>(list: readonly T[], value: unknown): T | undefined => list.find((one) => one === value);

const isDay = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));

/** An order's number has at most 14 digits. */
const idMax = 99_999_999_999_999;

/** Reads an address; what does not fit is left out. */
export function readOrdersSearch(raw: Readonly<Record<string, unknown>>): OrdersSearch {
  const read = {
    symbol: typeof raw.symbol === "string" && raw.symbol !== "" ? raw.symbol.slice(0, 24) : undefined,
    side: oneOf(Object.keys(sideFilters) as SideFilter[], raw.side),
    kind: oneOf(pastOrderKinds, raw.kind),
    status: oneOf(orderStatuses, raw.status),
    from: isDay(raw.from) ? raw.from : undefined,
    to: isDay(raw.to) ? raw.to : undefined,
    id: Number.isSafeInteger(raw.id) && Number(raw.id) > 0 && Number(raw.id) <= idMax ? Number(raw.id) : undefined,
  };
  const product = oneOf(orderProducts, Number(raw.product)) ?? productIds.spot;
  return { product, ...onlyDefined(read) };
}

/** Without the fields that are undefined: an address does not name them. */
function onlyDefined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

/** The filters that a list has; others of the address do not apply to it. */
const filtersOf = {
  open: ["symbol", "side", "id"],
  trigger: ["symbol", "side", "kind", "id"],
  tpsl: ["symbol", "side", "kind", "id"],
  history: ["symbol", "side", "kind", "status", "range", "id"],
  fills: ["symbol", "side", "range", "id"],
  positions: ["symbol", "side", "range"],
  funding: ["symbol", "side", "range"],
} as const satisfies Record<OrderList, readonly string[]>;
export type FilterName = (typeof filtersOf)["history"][number];

export const hasFilter = (list: OrderList, name: FilterName): boolean =>
  (filtersOf[list] as readonly FilterName[]).includes(name);

/** The sides that a list of a product can be narrowed to. */
export function sidesOf(list: OrderList, product: OrderProduct): readonly SideFilter[] {
  if (!isContractProduct(product)) return ["buy", "sell"];
  if (list === "positions" || list === "funding") return ["long", "short"];
  return ["openLong", "openShort", "closeLong", "closeShort"];
}

/** The kinds that a list can have. */
export function kindsOf(list: OrderList): readonly PastOrderKind[] {
  if (list === "trigger") return ["LIMIT_TRIGGER", "MARKET_TRIGGER", "TRAILING"];
  if (list === "tpsl") return ["TP", "SL"];
  return pastOrderKinds;
}

/** The first moment of a day in the browser's time zone, or of one so many days later. */
function momentOf(day: string, later = 0): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + later).getTime();
}

/** The address as a filter of the list. */
export function filterOf(list: OrderList, search: OrdersSearch): OrderFilter {
  const { product, side, kind, status, from, to, id } = search;
  const isSide = side !== undefined && sidesOf(list, product).includes(side);
  const hasRange = hasFilter(list, "range");
  return {
    ...(isSide ? sideFilters[side] : {}),
    ...(kind !== undefined && hasFilter(list, "kind") && kindsOf(list).includes(kind) ? { kind } : {}),
    ...(status !== undefined && hasFilter(list, "status") ? { status } : {}),
    ...(from !== undefined && hasRange ? { from: momentOf(from) } : {}),
    ...(to !== undefined && hasRange ? { to: momentOf(to, 1) } : {}),
    ...(id !== undefined && hasFilter(list, "id") ? { orderId: String(id) } : {}),
  };
}
