import { productIds } from "@tidemark/contracts";
import { Segmented, Tabs } from "@tidemark/kit-ui";
import { useOpenOrders } from "../../features/open-orders/open-orders.tsx";
import { FilterBar } from "../../features/order-filters/filter-bar.tsx";
import {
  filterOf,
  isContractProduct,
  type OrderList,
  orderLists,
  type OrderProduct,
  orderProducts,
  type OrdersSearch,
  readOrdersSearch,
} from "../../features/order-filters/orders-search.ts";
import { useTriggerCount } from "../../features/trigger-orders/use-trigger-count.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { ListedMarkets } from "../../lib/markets/instruments.ts";
import type { Market } from "../../lib/markets/market.ts";
import type { OrderScope } from "../../lib/order-table/order-scope.ts";
import { useContractTopics } from "../contract/contract-topics.ts";
import { useOwnTopics } from "../terminal/own-topics.ts";
import { ListActions, ListBody } from "./order-lists.tsx";
import { m } from "./orders-messages.ts";

const productTexts = {
  [productIds.spot]: m.spot,
  [productIds.margin]: m.margin,
  [productIds.futures_usdt]: m.derivatives,
  [productIds.futures_btc]: m.cryptoContract,
} as const;

/** A margin pair trades on the market of its spot pair. */
function marketsOf(listed: ListedMarkets, product: OrderProduct): readonly Market[] {
  if (product === productIds.futures_usdt) return listed.LINEAR;
  if (product === productIds.futures_btc) return listed.INVERSE;
  return product === productIds.margin ? listed.SPOT.filter(({ marginPair }) => marginPair !== undefined) : listed.SPOT;
}

export type OrdersPageProps = {
  list: OrderList;
  search: OrdersSearch;
  markets: ListedMarkets;
  userId: string;
  onOpen: (list: OrderList, search: OrdersSearch) => void;
};

export function OrdersPage({ list, search, markets: listed, userId, onOpen }: OrdersPageProps) {
  const t = useTexts();
  const { product, symbol } = search;
  const markets = marketsOf(listed, product);
  const own = useOwnTopics(userId)!;
  const topics = useContractTopics(own)!;
  const filter = filterOf(list, search);
  const all: OrderScope = { product, markets, only: undefined };
  const scope: OrderScope = {
    ...all,
    only: symbol,
    ...(Object.keys(filter).length === 0 ? {} : { filter }),
  };
  const counts: Partial<Record<OrderList, number>> = {
    open: useOpenOrders(own.orders, all).length,
    trigger: useTriggerCount("triggers", own.triggers, all),
    tpsl: useTriggerCount("exits", own.triggers, all),
  };
  const lists = orderLists.filter((one) => isContractProduct(product) || (one !== "positions" && one !== "funding"));
  return (
    <main className="wrap pt-8 pb-20">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-28 font-semibold">{t(m.title)}</h1>
        <Segmented
          label={t(m.product)}
          size="switch"
          items={orderProducts.map((one) => ({
            id: String(one),
            label: t(productTexts[one]),
            testId: `orders-product-${one}`,
          }))}
          selected={String(product)}
          // Another product has other markets and sides, so its list begins without filters.
          onSelect={(next) => onOpen(list, readOrdersSearch({ product: next }))}
          className="max-w-full overflow-x-auto"
        />
      </header>
      <Tabs
        isPage
        label={t(m.lists)}
        items={lists.map((id) => ({ id, label: t(m[id]), ...(counts[id] === undefined ? {} : { count: counts[id] }) }))}
        selected={list}
        onSelect={(next) => onOpen(next, search)}
        panelId="orders-list"
        className="mt-5"
      />
      <FilterBar
        list={list}
        search={search}
        markets={markets}
        onChange={(change) => onOpen(list, readOrdersSearch({ ...search, ...change }))}
      >
        <ListActions list={list} scope={scope} own={own} />
      </FilterBar>
      <section id="orders-list" className="panel overflow-x-auto">
        <ListBody list={list} scope={scope} topics={topics} />
      </section>
    </main>
  );
}
