import type { OrderRow, PastOrderRow } from "@tidemark/contracts";
import { classNames, Explained, Skeleton, Tag } from "@tidemark/kit-ui";
import { lazy, type ReactNode, Suspense } from "react";
import { type Live, useGone } from "../../lib/client/live.ts";
import { HistoryList } from "../../lib/lists/history-list.tsx";
import { useList } from "../../lib/lists/use-list.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { isZeroText } from "../../lib/format/number-text.ts";
import { isContract } from "../../lib/markets/market.ts";
import { feeAssetOf } from "../../lib/markets/market-value.ts";
import { type Listed, listedIn, type OrderColumn, useOrderColumns } from "../../lib/order-table/order-columns.tsx";
import { historyAsk } from "../../lib/order-table/order-filter.ts";
import type { OrderScope } from "../../lib/order-table/order-scope.ts";
import { m as shared } from "../../lib/order-table/order-table-messages.ts";
import { OrderTable } from "../../lib/order-table/order-table.tsx";
import { priceText } from "../../lib/order-table/order-texts.ts";
import { m } from "./order-history-messages.ts";
import { isOfWholePosition, kindOf, realisedText } from "./past-order-texts.ts";

const Rejection = lazy(async () => ({ default: (await import("./rejection.tsx")).Rejection }));

export type OrderHistoryProps = {
  /** Refetched when one of these ends. */
  orders: Live<OrderRow> | undefined;
  scope: OrderScope;
  /** On a page, which has the room: the fee of each order, and what a row opens into. */
  detailOf?: (listed: Listed<PastOrderRow>) => ReactNode;
};

function Status({ row }: { row: PastOrderRow }) {
  const t = useTexts();
  const label = t(m[row.status]);
  if (row.refusal === undefined) return <Tag tone={row.status === "FILLED" ? "brand" : "neutral"}>{label}</Tag>;
  return (
    <Explained
      label={label}
      className="text-warn"
      explanation={
        <Suspense fallback={<Skeleton>Not enough balance: 521,550 USDT needed</Skeleton>}>
          <Rejection {...row.refusal} />
        </Suspense>
      }
    >
      {label}
    </Explained>
  );
}

/** The columns that differ from those of open orders. */
function useOwnColumns(): Readonly<
  Record<"type" | "filled" | "fee" | "pnl" | "status" | "number", OrderColumn<PastOrderRow>>
> {
  const t = useTexts();
  const columns = useOrderColumns();
  const filled = columns.filled<PastOrderRow>();
  return {
    type: {
      ...columns.type(),
      cell: ({ row, market }) => (
        <>
          {t(shared[kindOf(row)])}
          {row.trigger !== undefined && row.trigger.price !== "" && (
            <small className="text-11 text-muted w768:block">
              {t(shared[row.trigger.by])} <span className="num">{priceText(market, row.trigger.price)}</span>
            </small>
          )}
        </>
      ),
    },
    filled: {
      ...filled,
      cell: (listed) => (isOfWholePosition(listed.row) ? t(shared.whole) : filled.cell(listed)),
    },
    fee: {
      id: "fee",
      label: t(m.fee),
      card: "field",
      cell: ({ row, market }) =>
        isZeroText(row.fee) ? (
          "—"
        ) : (
          <>
            <span className="num">{row.fee}</span> <span className="text-muted">{feeAssetOf(market, row.side)}</span>
          </>
        ),
    },
    number: {
      id: "number",
      label: t(m.number),
      card: "field",
      cell: ({ row }) => <span className="num text-muted">{row.orderId ?? "—"}</span>,
    },
    pnl: {
      id: "pnl",
      label: t(m.pnl),
      card: "field",
      cell: ({ row, market }) => {
        const text = realisedText(market, row);
        if (text === undefined) return "—";
        return <span className={classNames("num", text.startsWith("+") ? "text-rise" : "text-fall")}>{text}</span>;
      },
    },
    status: {
      id: "status",
      label: t(m.status),
      align: "start",
      className: "ps-6!",
      card: "end",
      cell: ({ row }) => <Status row={row} />,
    },
  };
}

export function OrderHistory({ orders, scope, detailOf }: OrderHistoryProps) {
  const t = useTexts();
  const list = useList("orderHistory", historyAsk("orders", scope));
  const columns = useOrderColumns();
  const own = useOwnColumns();
  const isPage = detailOf !== undefined;
  useGone(orders, list.refetch);
  return (
    <HistoryList list={list} emptyTitle={t(m.emptyTitle)} emptyHint={t(m.emptyHint)}>
      <OrderTable<PastOrderRow>
        label={t(m.title)}
        columns={[
          columns.market(),
          columns.side(),
          own.type,
          own.filled,
          columns.price(),
          columns.average(),
          ...(isPage ? [own.fee] : []),
          // A spot trade realises nothing that the exchange could count.
          ...(scope.markets.some(isContract) ? [own.pnl] : []),
          own.status,
          { ...columns.time(({ createdAt }) => createdAt), card: "field" },
          own.number,
        ]}
        rows={list.isKnown ? listedIn(scope, list.items) : undefined}
        keyOf={({ orderId }, index) => orderId ?? String(index)}
        orderIdOf={({ orderId }) => orderId}
        testId="order-history-row"
        {...(detailOf === undefined ? {} : { detailOf, detailLabel: t(m.fills) })}
      />
    </HistoryList>
  );
}
