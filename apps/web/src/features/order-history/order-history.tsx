import type { OrderRow, PastOrderRow } from "@tidemark/contracts";
import { Button, EmptyState, Pager, Tag } from "@tidemark/kit-ui";
import { History } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Live } from "../../lib/client/live.ts";
import { useList } from "../../lib/lists/use-list.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { listedIn, type OrderColumn, useOrderColumns } from "../../lib/order-table/order-columns.tsx";
import type { OrderScope } from "../../lib/order-table/order-scope.ts";
import { OrderTable } from "../../lib/order-table/order-table.tsx";
import { m } from "./order-history-messages.ts";

export type OrderHistoryProps = {
  /** Refetched when one of these ends. */
  orders: Live<OrderRow> | undefined;
  scope: OrderScope;
};

const tones = { FILLED: "brand", REJECTED: "warn" } as const;

/** Runs when an order of the user ends. */
function useOrderEnd(orders: Live<OrderRow> | undefined, onEnd: () => void): void {
  const latest = useRef(onEnd);
  useEffect(() => {
    latest.current = onEnd;
  });
  useEffect(
    () =>
      orders?.subscribe(() => {
        if (orders.change.gone.length > 0) latest.current();
      }),
    [orders],
  );
}

export function OrderHistory({ orders, scope }: OrderHistoryProps) {
  const t = useTexts();
  const { product, only } = scope;
  const list = useList("orderHistory", { product, ...(only === undefined ? {} : { symbol: only }) });
  const shared = useOrderColumns();
  useOrderEnd(orders, list.refetch);
  if (list.isFailed)
    return (
      <EmptyState icon={<History size={24} strokeWidth={1.5} />} title={t(m.failed)} hint="">
        <Button onPress={list.refetch}>{t(m.retry)}</Button>
      </EmptyState>
    );
  if (list.isEmpty)
    return <EmptyState icon={<History size={24} strokeWidth={1.5} />} title={t(m.emptyTitle)} hint={t(m.emptyHint)} />;
  const status: OrderColumn<PastOrderRow> = {
    id: "status",
    label: t(m.status),
    align: "start",
    className: "ps-6!",
    card: "end",
    cell: ({ row }) => <Tag tone={tones[row.status as "FILLED"] ?? "neutral"}>{t(m[row.status])}</Tag>,
  };
  return (
    <>
      <OrderTable<PastOrderRow>
        label={t(m.title)}
        columns={[
          shared.market(),
          shared.side(),
          shared.type(),
          shared.filled(),
          shared.price(),
          shared.average(),
          status,
          { ...shared.time(({ createdAt }) => createdAt), card: "field" },
        ]}
        rows={list.isKnown ? listedIn(scope, list.items) : undefined}
        keyOf={({ orderId }, index) => orderId ?? String(index)}
        orderIdOf={({ orderId }) => orderId}
        testId="order-history-row"
      />
      <Pager
        label={t(m.pages)}
        previousLabel={t(m.previousPage)}
        nextLabel={t(m.nextPage)}
        page={list.page}
        pageSize={list.pageSize}
        total={list.total}
        onPage={list.setPage}
      />
    </>
  );
}
