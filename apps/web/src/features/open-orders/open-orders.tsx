import type { OrderRow } from "@tidemark/contracts";
import { Button, EmptyState } from "@tidemark/kit-ui";
import { ClipboardList } from "lucide-react";
import { type Live, useLive } from "../../lib/client/live.ts";
import { clockText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { EditableNumber } from "../../lib/order-table/editable-number.tsx";
import { listedIn, type OrderColumn, useOrderColumns } from "../../lib/order-table/order-columns.tsx";
import { isInScope, type OrderScope } from "../../lib/order-table/order-scope.ts";
import { OrderTable } from "../../lib/order-table/order-table.tsx";
import { sizeText } from "../../lib/order-table/order-texts.ts";
import { isContract } from "../../lib/markets/market.ts";
import { useOrderName } from "../../lib/order-table/use-order-name.ts";
import { m } from "./open-orders-messages.ts";
import { useOrderActions } from "../../lib/order-table/use-order-actions.ts";
import { useContractColumns } from "./contract-columns.tsx";
import { useRowFocus } from "./use-row-focus.ts";

export type OpenOrdersProps = { orders: Live<OrderRow> | undefined; scope: OrderScope };

/** Price and size are edited in place; the row changes when the stream reports it. */
function useOwnColumns(): Readonly<Record<"filled" | "price" | "tif" | "actions", OrderColumn<OrderRow>>> {
  const t = useTexts();
  const shared = useOrderColumns();
  const actions = useOrderActions();
  const nameOf = useOrderName();
  return {
    filled: {
      ...shared.filled(),
      cell: ({ row, market }) => (
        <span dir="ltr" className="inline-flex items-center gap-1.5">
          <span className="num text-muted" data-testid="open-order-filled">
            {sizeText(market, row.filledQty)}
          </span>{" "}
          /{" "}
          <EditableNumber
            value={row.qty}
            decimals={market?.sizeDecimals ?? 8}
            label={t(m.editSize, { size: row.qty })}
            disabled={actions.isBusy(row.orderId)}
            testId="open-order-size"
            onSave={(qty) => void actions.amend(row.orderId, { qty })}
          />
        </span>
      ),
    },
    price: {
      ...shared.price(),
      cell: ({ row, market }) => (
        <EditableNumber
          value={row.price}
          decimals={market?.priceDecimals ?? 8}
          label={t(m.editPrice, { price: row.price })}
          disabled={actions.isBusy(row.orderId)}
          testId="open-order-price"
          onSave={(price) => void actions.amend(row.orderId, { price })}
        />
      ),
    },
    tif: {
      id: "tif",
      label: t(m.tif),
      align: "start",
      className: "ps-6!",
      card: "head",
      cell: ({ row }) => <span className="max-w768:text-muted">{row.postOnly ? t(m.postOnly) : row.tif}</span>,
    },
    actions: {
      id: "actions",
      label: t(m.actions),
      card: "action",
      cell: ({ row, market }) => (
        <Button
          size="sm"
          isPending={actions.isBusy(row.orderId)}
          onPress={() => actions.cancel(row.orderId)}
          aria-label={t(m.cancelOrder, { order: nameOf(market, row) })}
          data-testid="cancel-order"
          className="text-11 group-hover/row:bg-line-strong"
        >
          {t(m.cancel)}
        </Button>
      ),
    },
  };
}

export const useOpenOrders = (orders: Live<OrderRow> | undefined, scope: OrderScope): readonly OrderRow[] =>
  useLive(orders)
    .rows.filter((order) => isInScope(scope, order))
    .toSorted((a, b) => Number(b.orderId) - Number(a.orderId));

export function OpenOrders({ orders, scope }: OpenOrdersProps) {
  // Around both shapes of the list, because the focus moves to the tab when the last order leaves.
  return (
    <div {...useRowFocus()}>
      <OrderList orders={orders} scope={scope} />
    </div>
  );
}

function OrderList({ orders, scope }: OpenOrdersProps) {
  const t = useTexts();
  const { state } = useLive(orders);
  const rows = useOpenOrders(orders, scope);
  const shared = useOrderColumns();
  const own = useOwnColumns();
  const isOfContracts = scope.markets.some(isContract);
  const ofContracts = useContractColumns({ hasColumns: isOfContracts, asks: isOfContracts && rows.length > 0 });
  if (state !== "loading" && rows.length === 0)
    return (
      <EmptyState icon={<ClipboardList size={24} strokeWidth={1.5} />} title={t(m.emptyTitle)} hint={t(m.emptyHint)} />
    );
  return (
    <OrderTable<OrderRow>
      label={t(m.title)}
      columns={[
        shared.market(),
        shared.side(),
        shared.type(),
        own.filled,
        own.price,
        ...(isOfContracts ? [shared.average<OrderRow>()] : []),
        shared.value(),
        ...ofContracts,
        own.tif,
        shared.time(({ createdAt }) => createdAt, clockText),
        own.actions,
      ]}
      rows={state === "loading" ? undefined : listedIn(scope, rows)}
      keyOf={({ orderId }) => orderId}
      orderIdOf={({ orderId }) => orderId}
      testId="open-order-row"
    />
  );
}
