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
import { type HistoryContext, marketFilter } from "./page.ts";

/** What rows of a user must fulfil, with the values in the order in which the text numbers them. */
export class Conditions {
  readonly values: unknown[];
  readonly #texts: string[];

  /** The owner is no condition that can be left out: without a user there are no rows. */
  constructor(uid: number) {
    this.values = [uid];
    this.#texts = ["uid = $1"];
  }

  get text(): string {
    return this.#texts.join(" and ");
  }

  /** `?` stands for the value. Where there is none, nothing is asked. */
  andIfGiven(text: string, value: unknown): this {
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
  return new Conditions(uid)
    .andIfGiven("market = ?", marketFilter(instruments, ask.symbol))
    .andIfGiven("pos_side = ?", placeIn(posSides, ask.posSide))
    .andIfGiven(`${at} >= ?`, ask.from)
    .andIfGiven(`${at} < ?`, ask.to);
}

/** Rows without a product of their own have that of their market. */
export const marketsOfProduct = ({ machine }: HistoryContext, product: number | undefined): number[] | undefined =>
  product === undefined
    ? undefined
    : marketsOf(machine.state)
        .filter((market) => market.product === product)
        .map(({ id }) => id);

export const positionsWhere = (context: HistoryContext, ask: PositionsAsk, at = "at"): Conditions =>
  ownWhere(context, ask, at).andIfGiven("market = any(?::int[])", marketsOfProduct(context, ask.product));

/** A margin pair trades on the market of its spot pair, so only the order of such a fill says which of the two it was. */
const sharesMarkets: readonly number[] = [productIds.spot, productIds.margin];

export function fillsWhere(context: HistoryContext, ask: FillsAsk): Conditions {
  const { product, orderId } = ask;
  const where = ownWhere(context, ask, "at")
    .andIfGiven("side = ?", placeIn(sides, ask.side))
    .andIfGiven("order_id = ?", orderId);
  // An order has one product, and its fills are found without it.
  if (product === undefined || orderId !== undefined) return where;
  const isShared = sharesMarkets.includes(product);
  where.andIfGiven("market = any(?::int[])", marketsOfProduct(context, isShared ? productIds.spot : product));
  if (!isShared) return where;
  // Only fills of spot markets are looked up among the orders.
  return where.andIfGiven(
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
    .andIfGiven("product = ?", ask.product)
    .andIfGiven("side = ?", placeIn(sides, ask.side))
    .andIfGiven("order_id = ?", ask.orderId)
    .andIfGiven("status = ?", placeIn(orderStatuses, ask.status))
    .always(`status not in (${openStatuses})`);
  if (ask.list !== undefined) where.always(lists[ask.list]);
  return ask.kind === undefined ? where : where.always(kindText(ask.kind));
}
