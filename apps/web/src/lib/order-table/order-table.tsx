import { Cell, classNames, DetailRow, Row, Skeleton, Table } from "@tidemark/kit-ui";
import { Fragment, type ReactNode, useState } from "react";
import { useWidthFrom } from "../device/use-width.ts";
import type { Listed, OrderColumn } from "./order-columns.tsx";
import { type SidedRow, toneOf } from "./order-texts.ts";
import { CardDetail, DetailButton, openColumn } from "./row-detail.tsx";

export type OrderTableProps<R extends SidedRow> = {
  label: string;
  columns: readonly OrderColumn<R>[];
  /** Undefined until loaded. */
  rows: readonly Listed<R>[] | undefined;
  keyOf: (row: R, index: number) => string;
  /** A rejected order never got a number. */
  orderIdOf?: (row: R) => string | undefined;
  testId: string;
  /** What a row opens into, and the name of the button that opens it. */
  detailOf?: (listed: Listed<R>) => ReactNode;
  detailLabel?: string;
};

/** Orders, fills or past positions of any product: a table, on a phone one card each. */
export function OrderTable<R extends SidedRow>(props: OrderTableProps<R>) {
  const { label, rows, keyOf, orderIdOf, testId, detailOf, detailLabel = "" } = props;
  const isWide = useWidthFrom(768);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string) =>
    setOpen((before) =>
      before.has(key) ? new Set([...before].filter((one) => one !== key)) : new Set(before).add(key),
    );
  const [first, ...rest] = props.columns;
  const columns =
    detailOf === undefined || first === undefined
      ? props.columns
      : [openColumn<R>(detailLabel), { align: "start" as const, ...first }, ...rest];
  if (rows !== undefined && !isWide)
    return (
      <ul aria-label={label} className="text-12">
        {rows.map((listed, index) => {
          const key = keyOf(listed.row, index);
          return (
            <OrderCard
              key={key}
              listed={listed}
              columns={props.columns}
              orderId={orderIdOf?.(listed.row)}
              testId={testId}
              detail={
                detailOf !== undefined && (
                  <CardDetail label={detailLabel} isOpen={open.has(key)} onToggle={() => toggle(key)}>
                    {detailOf(listed)}
                  </CardDetail>
                )
              }
            />
          );
        })}
      </ul>
    );
  return (
    <Table label={label} columns={columns}>
      {rows === undefined ? (
        <LoadingRows columns={columns} />
      ) : (
        rows.map((listed, index) => {
          const orderId = orderIdOf?.(listed.row);
          const key = keyOf(listed.row, index);
          const isOpen = open.has(key);
          return (
            <Fragment key={key}>
              <Row testId={testId} {...(orderId === undefined ? {} : { orderId })} tone={toneOf(listed.row.side)}>
                {detailOf !== undefined && (
                  <Cell align="start">
                    <DetailButton label={detailLabel} isOpen={isOpen} onToggle={() => toggle(key)} />
                  </Cell>
                )}
                {props.columns.map((column, at) => (
                  <Cell key={column.id} {...cellLook(column, at)}>
                    {column.cell(listed)}
                  </Cell>
                ))}
              </Row>
              {detailOf !== undefined && isOpen && <DetailRow span={columns.length}>{detailOf(listed)}</DetailRow>}
            </Fragment>
          );
        })
      )}
    </Table>
  );
}

const cellLook = <R,>({ align, className }: OrderColumn<R>, at: number) => ({
  align: align ?? (at === 0 ? ("start" as const) : ("end" as const)),
  ...(className === undefined ? {} : { className }),
});

/** As high as the rows to come. */
function LoadingRows<R>({ columns }: { columns: readonly OrderColumn<R>[] }) {
  return [0, 1, 2].map((row) => (
    <Row key={row}>
      {columns.map((column, at) => (
        <Cell key={column.id} {...cellLook(column, at)}>
          <Skeleton>{at === 0 ? "BTC/USDT" : "104,280.0"}</Skeleton>
        </Cell>
      ))}
    </Row>
  ));
}

type OrderCardProps<R> = {
  listed: Listed<R>;
  columns: readonly OrderColumn<R>[];
  orderId: string | undefined;
  testId: string;
  detail: ReactNode;
};

/** The phone's shape of the same row. */
function OrderCard<R>({ listed, columns, orderId, testId, detail }: OrderCardProps<R>) {
  const at = (place: OrderColumn<R>["card"]) => columns.filter((column) => column.card === place);
  const cells = (place: OrderColumn<R>["card"]) =>
    at(place).map((column) => <Fragment key={column.id}>{column.cell(listed)}</Fragment>);
  return (
    <li data-testid={testId} data-order-id={orderId} className="grid gap-2.5 border-t border-line p-3 first:border-0">
      <div className="flex flex-wrap items-center gap-x-1.5 gap-y-1 [&>b]:text-14">
        {cells("head")}
        <span className="ms-auto flex items-center gap-2">{cells("end")}</span>
      </div>
      <CardFields fields={at("field")} listed={listed}>
        {cells("action")}
      </CardFields>
      {detail}
    </li>
  );
}

/** As many as fit into one line with the button. */
const fieldsInLineMax = 3;

/** A field in three columns. The last one takes what is left of its line, so that a long text does not wrap. */
function gridPlace(at: number, count: number): string {
  const column = at % 3;
  if (column === 2) return "justify-items-end text-end";
  if (at < count - 1) return "justify-items-start";
  return column === 0 ? "col-span-3 justify-items-start" : "col-span-2 justify-items-end text-end";
}

type CardFieldsProps<R> = { fields: readonly OrderColumn<R>[]; listed: Listed<R>; children: ReactNode };

/** A few fields share one line with the button; more stand in columns, so that their numbers line up. */
function CardFields<R>({ fields, listed, children }: CardFieldsProps<R>) {
  const isGrid = fields.length > fieldsInLineMax;
  return (
    <div
      className={
        isGrid
          ? "grid grid-cols-[1.3fr_1fr_1fr] items-start gap-x-3 gap-y-2"
          : "flex flex-wrap items-end justify-between gap-3"
      }
    >
      {fields.map((column, at) => (
        <span
          key={column.id}
          className={classNames(
            "grid min-w-0",
            isGrid ? gridPlace(at, fields.length) : "justify-items-start last:justify-items-end",
          )}
        >
          <small className="text-11 text-muted">{column.label}</small>
          {isGrid ? <span className="min-w-0">{column.cell(listed)}</span> : column.cell(listed)}
        </span>
      ))}
      {isGrid ? <div className="col-span-3 grid empty:hidden">{children}</div> : children}
    </div>
  );
}
