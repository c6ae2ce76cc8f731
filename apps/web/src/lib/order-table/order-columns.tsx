import type { ReactNode } from "react";
import { type Translate, useTexts } from "../i18n/texts.ts";
import type { Market } from "../markets/market.ts";
import { m } from "./order-table-messages.ts";
import { marketIn, type OrderScope } from "./order-scope.ts";
import {
  averageText,
  type FilledRow,
  intentOf,
  priceText,
  type SidedRow,
  sizeText,
  timeText,
  toneOf,
  type TradedRow,
  type TypedRow,
  valueText,
} from "./order-texts.ts";

/** A row with its market, which is looked up once. */
export type Listed<R> = { readonly row: R; readonly market: Market | undefined };

export type OrderColumn<R> = {
  readonly id: string;
  readonly label: ReactNode;
  readonly align?: "start" | "end";
  readonly className?: string;
  /** Its place in the phone's card: in the first line, at the end of that line, below with its label, or as a button. */
  readonly card: "head" | "end" | "field" | "action" | "none";
  readonly cell: (listed: Listed<R>) => ReactNode;
};

export const listedIn = <R extends { readonly symbol: string }>(
  scope: OrderScope,
  rows: readonly R[],
): readonly Listed<R>[] => rows.map((row) => ({ row, market: marketIn(scope, row.symbol) }));

const number = (text: ReactNode): ReactNode => <span className="num">{text}</span>;

function columnsOf(t: Translate) {
  return {
    market: <R extends SidedRow>(): OrderColumn<R> => ({
      id: "market",
      label: t(m.market),
      card: "head",
      cell: ({ row, market }) => <b className="font-semibold">{market?.title ?? row.symbol}</b>,
    }),
    /** Buy or sell, of a contract what it opens or closes. */
    side: <R extends TradedRow>(): OrderColumn<R> => ({
      id: "side",
      label: t(m.side),
      align: "start",
      card: "head",
      cell: ({ row }) => (
        <span className={toneOf(row.side) === "rise" ? "text-rise" : "text-fall"}>
          {t(m[intentOf(row.side, row.posSide)])}
        </span>
      ),
    }),
    type: <R extends TypedRow>(): OrderColumn<R> => ({
      id: "type",
      label: t(m.type),
      align: "start",
      card: "head",
      cell: ({ row }) => t(m[row.type]),
    }),
    filled: <R extends TradedRow & FilledRow>(): OrderColumn<R> => ({
      id: "filled",
      label: t(m.filled),
      card: "field",
      cell: ({ row, market }) => (
        <span dir="ltr" className="num">
          {sizeText(market, row.filledQty)} <span className="text-muted">/ {sizeText(market, row.qty)}</span>
        </span>
      ),
    }),
    size: <R extends TradedRow>(): OrderColumn<R> => ({
      id: "size",
      label: t(m.size),
      card: "field",
      cell: ({ row, market }) => number(sizeText(market, row.qty)),
    }),
    price: <R extends TradedRow>(): OrderColumn<R> => ({
      id: "price",
      label: t(m.price),
      card: "field",
      cell: ({ row, market }) => number(row.price === "" ? t(m.MARKET) : priceText(market, row.price)),
    }),
    average: <R extends FilledRow>(): OrderColumn<R> => ({
      id: "average",
      label: t(m.average),
      card: "none",
      cell: ({ row, market }) => number(averageText(market, row) ?? "—"),
    }),
    value: <R extends TradedRow>(): OrderColumn<R> => ({
      id: "value",
      label: t(m.value),
      card: "none",
      cell: ({ row, market }) => (
        <>
          {number(valueText(market, row) ?? "—")} <span className="text-muted">{market?.valueUnit}</span>
        </>
      ),
    }),
    time: <R,>(at: (row: R) => number, print?: (at: number) => string): OrderColumn<R> => ({
      id: "time",
      label: t(m.time),
      card: "end",
      cell: ({ row }) => <span className="num text-muted">{timeText(at(row), print)}</span>,
    }),
  };
}

/** The columns that lists of orders and fills share. Each list picks its own and adds what only it has. */
export const useOrderColumns = () => columnsOf(useTexts());
