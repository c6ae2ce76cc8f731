import type { OrderScope } from "../../lib/order-table/order-scope.ts";

export type Reach = { readonly symbol: string | undefined; readonly orderIds: readonly string[] };

/** The orders that "cancel all" may mean. */
export type CancelReach = {
  readonly here: Reach;
  readonly all: Reach;
  /** There are orders in this market and in others. */
  readonly hasChoice: boolean;
  /** What is chosen first: the page's own market, as long as it has orders. */
  readonly first: "here" | "all";
};

export function cancelReachOf(
  rows: readonly { readonly orderId: string; readonly symbol: string }[],
  symbol: string | undefined,
): CancelReach {
  const idsOf = (listed: typeof rows): readonly string[] => listed.map(({ orderId }) => orderId);
  const here = rows.filter((row) => row.symbol === symbol);
  const symbols = new Set(rows.map((row) => row.symbol));
  // With orders in one market only, the question names that market.
  const only = symbols.size === 1 ? rows[0]!.symbol : undefined;
  return {
    here: { symbol, orderIds: idsOf(here) },
    all: { symbol: only, orderIds: idsOf(rows) },
    hasChoice: here.length > 0 && here.length < rows.length,
    first: here.length > 0 ? "here" : "all",
  };
}

type CancelActs = {
  readonly cancelAll: (ask: { product: number; symbol?: string; orderIds: readonly string[] }) => Promise<void>;
  readonly cancelListed: (orderIds: readonly string[]) => Promise<void>;
};

/** Cancels these orders and no others: a filter hides orders that a sweep of the product or the market would take too. */
export const cancelReach = (
  { cancelAll, cancelListed }: CancelActs,
  { product, filter }: OrderScope,
  { symbol, orderIds }: Reach,
): Promise<void> =>
  filter === undefined
    ? cancelAll({ product, ...(symbol === undefined ? {} : { symbol }), orderIds })
    : cancelListed(orderIds);
