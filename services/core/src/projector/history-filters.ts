import {
  orderKinds,
  orderStatuses,
  type PastOrderKind,
  type PosSide,
  posSides,
  productIds,
  type Side,
  sides,
  triggerRoles,
} from "@tidemark/contracts";
import { marketsOf } from "@tidemark/engine";
import { type HistoryContext, marketFilter } from "./history-page.ts";

/** What rows must fulfil, with the values in the order in which the text numbers them. */
export class Conditions {
  readonly values: unknown[] = [];
  readonly #texts: string[] = [];

  get text(): string {
    return this.#texts.join(" and ");
  }

  /** `?` stands for the value. Where there is none, nothing is asked. */
  and(text: string, value: unknown): this {
    if (value === undefined || value === null) return this;
    this.values.push(value);
    this.#texts.push(text.replaceAll("?", `$${this.values.length}`));
    return this;
  }

  always(text: string): this {
    this.#texts.push(text);
    return this;
  }
}

const placeIn = <T>(list: readonly T[], one: T | undefined): number | undefined =>
  one === undefined ? undefined : list.indexOf(one);

export type PositionsAsk = { symbol?: string; product?: number; posSide?: PosSide; from?: number; to?: number };
export type FillsAsk = PositionsAsk & { side?: Side; orderId?: string };
export type OrdersAsk = FillsAsk & {
  kind?: PastOrderKind;
  status?: (typeof orderStatuses)[number];
  list?: keyof typeof lists;
};

/** What every filter has; `at` is the column of the row's time. */
function ownWhere({ instruments, uid }: HistoryContext, ask: PositionsAsk, at: string): Conditions {
  return new Conditions()
    .and("uid = ?", uid)
    .and("market = ?", marketFilter(instruments, ask.symbol))
    .and("pos_side = ?", placeIn(posSides, ask.posSide))
    .and(`${at} >= ?`, ask.from)
    .and(`${at} < ?`, ask.to);
}

/** Rows without a product of their own have that of their market. */
export const marketsOfProduct = ({ machine }: HistoryContext, product: number | undefined): number[] | undefined =>
  product === undefined
    ? undefined
    : marketsOf(machine.state)
        .filter((market) => market.product === product)
        .map(({ id }) => id);

export const positionsWhere = (context: HistoryContext, ask: PositionsAsk, at = "at"): Conditions =>
  ownWhere(context, ask, at).and("market = any(?::int[])", marketsOfProduct(context, ask.product));

/** A margin pair trades on the market of its spot pair, so only the order of such a fill says which of the two it was. */
const sharesMarkets: readonly number[] = [productIds.spot, productIds.margin];

export function fillsWhere(context: HistoryContext, ask: FillsAsk): Conditions {
  const { product } = ask;
  const isShared = product !== undefined && sharesMarkets.includes(product);
  const where = ownWhere(context, ask, "at").and("side = ?", placeIn(sides, ask.side)).and("order_id = ?", ask.orderId);
  if (!isShared) return where.and("market = any(?::int[])", marketsOfProduct(context, product));
  return where.and(
    "exists (select from history.orders as own where own.order_id = fills.order_id and own.product = ?)",
    product,
  );
}

/** What has ended: open orders and what still waits are answered from memory. */
const open = ["NEW", "PARTIALLY_FILLED", "PENDING_TRIGGER"] as const;
const openStatuses = open.map((status) => orderStatuses.indexOf(status)).join(", ");
/** The lists that the product shows apart, by what an order waited for. */
const lists = { ORDERS: "role is null", TRIGGERS: "role = 0", TPSL: "role > 0" } as const;

/** An order that protected a position is found by its role, any other by its kind. */
function kindText(kind: PastOrderKind): string {
  const kinds: readonly string[] = orderKinds;
  const isRole = kind === "TP" || kind === "SL" || kind === "TRAILING";
  if (isRole) return `role = ${triggerRoles.indexOf(kind)}`;
  return `type = ${kinds.indexOf(kind)} and coalesce(role, 0) = 0`;
}

export function ordersWhere(context: HistoryContext, ask: OrdersAsk): Conditions {
  const where = ownWhere(context, ask, "at")
    .and("product = ?", ask.product)
    .and("side = ?", placeIn(sides, ask.side))
    .and("order_id = ?", ask.orderId)
    .and("status = ?", placeIn(orderStatuses, ask.status))
    .always(`status not in (${openStatuses})`);
  if (ask.list !== undefined) where.always(lists[ask.list]);
  return ask.kind === undefined ? where : where.always(kindText(ask.kind));
}
