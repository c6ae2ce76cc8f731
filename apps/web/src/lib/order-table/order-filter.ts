import type { OrderKind, PastOrderKind, PastOrderRow, PosSide, Side } from "@tidemark/contracts";

/** What narrows a list beyond its product and market. Moments are in ms: from the first on, and before the second. */
export type OrderFilter = {
  readonly side?: Side;
  readonly posSide?: PosSide;
  readonly kind?: PastOrderKind;
  readonly status?: PastOrderRow["status"];
  readonly orderId?: string;
  readonly from?: number;
  readonly to?: number;
};

type Scoped = { readonly product: number; readonly only: string | undefined; readonly filter?: OrderFilter };

/** The parts of a filter that a history is asked with; a call refuses the ones that it does not have. */
const parts = {
  orders: ["side", "posSide", "kind", "status", "orderId", "from", "to"],
  fills: ["side", "posSide", "orderId", "from", "to"],
  positions: ["posSide", "from", "to"],
} as const satisfies Record<string, readonly (keyof OrderFilter)[]>;
type Part<K extends keyof typeof parts> = (typeof parts)[K][number];

export type HistoryAsk<K extends keyof typeof parts> = { readonly product: number; readonly symbol?: string } & Pick<
  OrderFilter,
  Part<K>
>;

export function historyAsk<K extends keyof typeof parts>(
  kind: K,
  { product, only, filter = {} }: Scoped,
): HistoryAsk<K> {
  const own = Object.entries(filter).filter(([name]) => (parts[kind] as readonly string[]).includes(name));
  return {
    product,
    ...(only === undefined ? {} : { symbol: only }),
    ...(Object.fromEntries(own) as Pick<OrderFilter, Part<K>>),
  };
}

type Row = {
  readonly symbol: string;
  readonly side?: Side;
  readonly posSide?: PosSide;
  readonly orderId?: string;
  readonly type?: OrderKind;
  /** Of what waits for a price; fills have another role. */
  readonly role?: string;
};

const exitRoles: readonly string[] = ["TP", "SL", "TRAILING"];
const liveKindOf = ({ type, role = "" }: Row): string | undefined => (exitRoles.includes(role) ? role : type);

/** Whether a row that is followed passes. Such lists are of now, so the times of a filter do not matter. */
export function passes(filter: OrderFilter | undefined, row: Row): boolean {
  if (filter === undefined) return true;
  const { side, posSide, kind, orderId } = filter;
  return (
    (side === undefined || row.side === side) &&
    (posSide === undefined || row.posSide === posSide) &&
    (orderId === undefined || row.orderId === orderId) &&
    (kind === undefined || liveKindOf(row) === kind)
  );
}
