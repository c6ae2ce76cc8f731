import { classNames } from "@tidemark/kit-ui";
import type { ReactNode } from "react";

type Column = { readonly title: string; readonly isEnd?: boolean };
type Props = {
  title: string;
  columns: readonly Column[];
  rows: readonly { readonly id: string; readonly cells: readonly ReactNode[] }[];
  testId: string;
};

const side = ({ isEnd = false }: Column): string => (isEnd ? "text-end" : "text-start");

/** Figures in rows, under a heading. Numbers stand at the end side. */
export function PlainTable({ title, columns, rows, testId }: Props) {
  return (
    <section className="grid min-w-0 gap-1">
      <h2 className="text-14 font-semibold">{title}</h2>
      <div className="overflow-x-auto">
        <table aria-label={title} className="w-full border-collapse text-12" data-testid={testId}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column.title}
                  className={classNames("h-9 px-2 font-normal whitespace-nowrap text-muted", side(column))}
                >
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, cells }) => (
              <tr key={id} className="border-t border-line">
                {columns.map((column, place) => (
                  <td
                    key={column.title}
                    className={classNames("h-9 px-2 whitespace-nowrap", side(column), column.isEnd === true && "num")}
                  >
                    {cells[place]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
