import type { ReactNode } from "react";
import { classNames } from "../theme/class-names.ts";
import { tableClass } from "./table-class.ts";

export type PageColumn = {
  id: string;
  label: ReactNode;
  align?: "start" | "end";
  /** Also for the cells below, as a width or where it is not shown. */
  className?: string;
  /** The name is for screen readers only. */
  isLabelHidden?: boolean;
};
export type PageTableProps<Item> = {
  label: string;
  columns: readonly PageColumn[];
  rows: readonly Item[];
  keyOf: (item: Item) => string;
  /** The contents of a column in a row. */
  cellOf: (item: Item, column: string) => ReactNode;
  /** 40 px rows for read-only tables; otherwise 52. */
  isDense?: boolean;
  rowTestId?: string;
};

/** A short table on a page, with hairlines. Its edges align with the text around it. */
export function PageTable<Item>(props: PageTableProps<Item>) {
  const { label, columns, rows, keyOf, cellOf, isDense = false, rowTestId } = props;
  const sideOf = ({ align = "start" }: PageColumn) => (align === "start" ? "text-start" : "text-end");
  return (
    <table aria-label={label} className={`${tableClass} border-collapse text-13`}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.id}
              scope="col"
              className={classNames(
                "h-9 pe-4 text-12 font-normal text-muted last:pe-0",
                sideOf(column),
                column.className,
              )}
            >
              {column.isLabelHidden === true ? <span className="sr-only">{column.label}</span> : column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((item) => (
          <tr key={keyOf(item)} data-testid={rowTestId} className="border-t border-line">
            {columns.map((column) => (
              <td
                key={column.id}
                className={classNames(
                  "py-2 pe-4 leading-5 last:pe-0",
                  isDense ? "h-10" : "h-13",
                  sideOf(column),
                  column.className,
                )}
              >
                {cellOf(item, column.id)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
