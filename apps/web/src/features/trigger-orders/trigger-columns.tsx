import type { TriggerRow } from "@tidemark/contracts";
import { Button } from "@tidemark/kit-ui";
import { useTexts } from "../../lib/i18n/texts.ts";
import { EditableNumber } from "../../lib/order-table/editable-number.tsx";
import { type OrderColumn, useOrderColumns } from "../../lib/order-table/order-columns.tsx";
import { m as shared } from "../../lib/order-table/order-table-messages.ts";
import { sizeText } from "../../lib/order-table/order-texts.ts";
import { TriggerCondition } from "./trigger-condition.tsx";
import { m } from "./trigger-orders-messages.ts";
import { coverOf, hasSibling, isWhole } from "./trigger-texts.ts";
import type { useOrderActions } from "../../lib/order-table/use-order-actions.ts";

type Column = OrderColumn<TriggerRow>;
type Actions = ReturnType<typeof useOrderActions>;

const start = { align: "start", className: "ps-6!" } as const;

/** Trigger price, price and size are edited in place; the row changes when the stream reports it. */
export function useEditedColumns(actions: Actions): Readonly<Record<"when" | "price" | "size", Column>> {
  const t = useTexts();
  const columns = useOrderColumns();
  return {
    when: {
      id: "when",
      label: t(m.when),
      ...start,
      card: "field",
      cell: ({ row, market }) => (
        <TriggerCondition
          row={row}
          market={market}
          isBusy={actions.isBusy(row.orderId)}
          onSave={(triggerPrice) => void actions.amend(row.orderId, { triggerPrice })}
        />
      ),
    },
    price: {
      ...columns.price(),
      cell: ({ row, market }) =>
        row.price === "" ? (
          t(shared.MARKET)
        ) : (
          <EditableNumber
            value={row.price}
            decimals={market?.priceDecimals ?? 8}
            label={t(m.editPrice, { price: row.price })}
            disabled={actions.isBusy(row.orderId)}
            testId="trigger-order-price"
            onSave={(price) => void actions.amend(row.orderId, { price })}
          />
        ),
    },
    size: {
      ...columns.size(),
      cell: ({ row, market }) => {
        if (isWhole(row)) return t(shared.whole);
        // A trailing stop is not amended, and one that sleeps takes its size from its order.
        if (row.role === "TRAILING" || row.phase === "SLEEPING")
          return <span className="num">{sizeText(market, row.qty)}</span>;
        return (
          <EditableNumber
            value={row.qty}
            decimals={market?.sizeDecimals ?? 8}
            label={t(m.editSize, { size: row.qty })}
            disabled={actions.isBusy(row.orderId)}
            testId="trigger-order-size"
            onSave={(qty) => void actions.amend(row.orderId, { qty })}
          />
        );
      },
    },
  };
}

/** What only these lists have. `rows` are all of the user's, among which a TP or SL finds its sibling. */
export function useTriggerColumns(
  actions: Actions,
  rows: readonly TriggerRow[],
): Readonly<Record<"type" | "covers" | "ifFired" | "tif" | "actions", Column>> {
  const t = useTexts();
  const columns = useOrderColumns();
  return {
    type: {
      ...columns.type(),
      cell: ({ row }) => t(row.role === "ORDER" ? shared[row.type] : shared[row.role]),
    },
    covers: {
      id: "covers",
      label: t(m.covers),
      align: "start",
      card: "head",
      cell: ({ row }) => {
        const cover = coverOf(row);
        return <span className="max-w768:text-muted">{t(cover === "whole" ? shared.whole : m[cover])}</span>;
      },
    },
    ifFired: {
      id: "ifFired",
      label: t(m.ifFired),
      ...start,
      card: "field",
      cell: ({ row }) => {
        if (!hasSibling(row, rows)) return "—";
        return <span className="text-muted">{t(row.role === "TP" ? m.cancelsSl : m.cancelsTp)}</span>;
      },
    },
    tif: {
      id: "tif",
      label: t(m.tif),
      ...start,
      card: "head",
      cell: ({ row }) => <span className="max-w768:text-muted">{row.postOnly ? t(m.postOnly) : row.tif}</span>,
    },
    actions: {
      id: "actions",
      label: t(m.actions),
      card: "action",
      cell: ({ row }) => (
        <Button
          size="sm"
          isPending={actions.isBusy(row.orderId)}
          onPress={() => actions.cancel(row.orderId)}
          data-testid="cancel-trigger"
          className="text-11 group-hover/row:bg-line-strong"
        >
          {t(m.cancel)}
        </Button>
      ),
    },
  };
}
