import { OrderFills } from "../../features/fills/order-fills.tsx";
import { PastFills } from "../../features/fills/past-fills.tsx";
import { FundingPayments } from "../../features/funding-payments/funding-payments.tsx";
import { CancelAll } from "../../features/open-orders/cancel-all.tsx";
import { OpenOrders } from "../../features/open-orders/open-orders.tsx";
import { ExportCsv } from "../../features/order-filters/export-csv.tsx";
import type { OrderList } from "../../features/order-filters/orders-search.ts";
import { OrderHistory } from "../../features/order-history/order-history.tsx";
import { PositionHistory } from "../../features/position-history/position-history.tsx";
import { CancelListed } from "../../features/trigger-orders/cancel-listed.tsx";
import { TriggerOrders } from "../../features/trigger-orders/trigger-orders.tsx";
import { marketIn, type OrderScope } from "../../lib/order-table/order-scope.ts";
import type { ContractTopics } from "../contract/contract-topics.ts";
import type { OwnTopics } from "../terminal/own-topics.ts";

/** The list itself. */
export function ListBody({ list, scope, topics }: { list: OrderList; scope: OrderScope; topics: ContractTopics }) {
  switch (list) {
    case "open":
      return <OpenOrders orders={topics.orders} scope={scope} />;
    case "trigger":
      return <TriggerOrders list="triggers" triggers={topics.triggers} scope={scope} />;
    case "tpsl":
      return <TriggerOrders list="exits" triggers={topics.triggers} scope={scope} />;
    case "history":
      return (
        <OrderHistory
          orders={topics.orders}
          scope={scope}
          detailOf={({ row, market }) => <OrderFills order={row} market={market} />}
        />
      );
    case "fills":
      return <PastFills fills={topics.fills} scope={scope} />;
    case "positions":
      return <PositionHistory positions={topics.positions} scope={scope} />;
    case "funding":
      return <FundingPayments scope={scope} />;
  }
}

/** What can be done with the whole list: what is open is cancelled, what has ended is a file. */
export function ListActions({ list, scope, own }: { list: OrderList; scope: OrderScope; own: OwnTopics }) {
  switch (list) {
    case "open":
      return (
        <CancelAll
          orders={own.orders}
          scope={scope}
          market={scope.only === undefined ? undefined : marketIn(scope, scope.only)}
        />
      );
    case "trigger":
    case "tpsl":
      return <CancelListed list={list === "tpsl" ? "exits" : "triggers"} triggers={own.triggers} scope={scope} />;
    case "history":
    case "fills":
    case "positions":
    case "funding":
      return <ExportCsv list={list} scope={scope} />;
  }
}
