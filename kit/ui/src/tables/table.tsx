import type { ReactNode } from "react";
import { classNames } from "../theme/class-names.ts";
import { tableClass } from "./table-class.ts";

export type Column = { id: string; label: ReactNode; align?: "start" | "end"; className?: string };

/** A dense table with a heading that stays; the first and last columns stay too when the middle has to scroll. */
export function Table({
  label,
  columns,
  children,
}: {
  label: string;
  columns: readonly Column[];
  children: ReactNode;
}) {
  return (
    <table aria-label={label} className={`${tableClass} border-separate border-spacing-0 text-12 whitespace-nowrap`}>
      <thead>
        <tr>
          {columns.map((column, index) => (
            <th
              key={column.id}
              scope="col"
              className={classNames(
                "sticky top-0 z-2 h-7 bg-surface px-2 text-11 font-normal text-muted first:start-0 first:z-3 first:ps-3 last:end-0 last:z-3 last:pe-3",
                (column.align ?? (index === 0 ? "start" : "end")) === "start" ? "text-start" : "text-end",
                column.className,
              )}
            >
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

export type RowProps = { children: ReactNode; testId?: string; orderId?: string; tone?: "rise" | "fall" };

/** A row; `tone` draws the bar of its side at the start, always together with its text. */
export function Row({ children, testId, orderId, tone }: RowProps) {
  return (
    <tr
      data-testid={testId}
      data-order-id={orderId}
      data-tone={tone}
      className="group/row data-[tone=fall]:[--bar:var(--fall)] data-[tone=rise]:[--bar:var(--rise)]"
    >
      {children}
    </tr>
  );
}

export type CellProps = { children?: ReactNode; align?: "start" | "end"; className?: string; testId?: string };

export function Cell({ children, align = "end", className, testId }: CellProps) {
  return (
    <td
      data-testid={testId}
      className={classNames(
        "h-(--row-height,46px) border-t border-line bg-surface px-2 leading-4 transition-colors group-hover/row:bg-hover",
        "first:sticky first:start-0 first:z-1 first:ps-3 last:sticky last:end-0 last:z-1 last:pe-3",
        "first:before:absolute first:before:start-0 first:before:top-1/2 first:before:h-4 first:before:w-[3px] first:before:-translate-y-1/2 first:before:rounded-e-[2px] first:before:bg-(--bar)",
        align === "start" ? "text-start" : "text-end",
        className,
      )}
    >
      {children}
    </td>
  );
}

/** Below a row: what it opens into, over the whole width. */
export function DetailRow({ span, children }: { span: number; children: ReactNode }) {
  return (
    <tr>
      <td colSpan={span} className="border-t border-line bg-canvas px-4 py-3">
        {children}
      </td>
    </tr>
  );
}
