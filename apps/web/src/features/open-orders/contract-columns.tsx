import type { OrderRow } from "@tidemark/contracts";
import { Skeleton } from "@tidemark/kit-ui";
import { shown } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { Listed, OrderColumn } from "../../lib/order-table/order-columns.tsx";
import { useOrderFigures } from "../../session/order-figures.ts";
import { m } from "./open-orders-messages.ts";

type ContractColumns = {
  /** The list is of contracts. The columns are there before the orders are, so that the table does not jump. */
  readonly hasColumns: boolean;
  /** There are orders to ask about. */
  readonly asks: boolean;
};

/** What only orders of contracts have: the margin they bind with its terms, and the TP/SL they bring along. */
export function useContractColumns({ hasColumns, asks }: ContractColumns): readonly OrderColumn<OrderRow>[] {
  const t = useTexts();
  const figuresOf = useOrderFigures(asks);
  const price = ({ market }: Listed<OrderRow>, text: string): string =>
    text === "" ? "—" : shown(text, market?.priceDecimals ?? 8);
  if (!hasColumns) return [];
  return [
    {
      id: "margin",
      label: t(m.margin),
      card: "field",
      cell: ({ row, market }) => {
        const figures = figuresOf(row.orderId);
        if (figures === undefined) return <Skeleton>1,042.50</Skeleton>;
        return (
          <>
            <span className="num" data-testid="open-order-margin">
              {shown(figures.margin, market?.valueDecimals ?? 8)}
            </span>
            <small className="block text-11 text-muted max-w768:ms-1 max-w768:inline">
              {t(m[figures.mode])} <span className="num">{figures.leverage}×</span>
            </small>
          </>
        );
      },
    },
    {
      id: "exits",
      label: t(m.exits),
      card: "field",
      cell: (listed) => {
        const figures = figuresOf(listed.row.orderId);
        if (figures === undefined) return <Skeleton>104,250.0</Skeleton>;
        if (figures.tp === "" && figures.sl === "") return "—";
        return (
          <span className="num" data-testid="open-order-exits">
            {price(listed, figures.tp)}
            <small className="block text-11 text-muted max-w768:ms-1 max-w768:inline">
              {price(listed, figures.sl)}
            </small>
          </span>
        );
      },
    },
  ];
}
