import { useVirtualizer, useWindowVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import { classNames } from "../theme/class-names.ts";
import { Skeleton } from "../figures/skeleton.tsx";
import { SortButton } from "./sort-button.tsx";
import { nextSort, type Sort, sortedRows } from "./sorting.ts";
import { tableClass } from "./table-class.ts";

export type DataColumn<Item> = {
  id: string;
  label: string;
  /** The heading is for screen readers only: a column of buttons. */
  isLabelHidden?: boolean;
  align?: "start" | "end";
  /** Of the heading and every cell: a width ("w-40"), or from which width of the window it is shown ("max-w768:hidden"). */
  className?: string;
  /** Makes the heading a button. */
  compare?: (a: Item, b: Item) => number;
  cell: (item: Item) => ReactNode;
  /** A sample as wide as the column's contents, for the loading rows. */
  sample?: string;
};

export type DataTableProps<Item> = {
  label: string;
  columns: readonly DataColumn<Item>[];
  /** Absent while loading. */
  rows: readonly Item[] | undefined;
  rowId: (item: Item) => string;
  /** How the rows are sorted at first. */
  beginsSorted?: Sort;
  /** Replaces the rows if there are none. */
  empty: ReactNode;
  /** `own`: it scrolls inside its element, which must have a height. `page`: it is as long as its rows and the page scrolls. */
  scroll?: "own" | "page";
  loadingRows?: number;
  rowTestId?: string;
};

type Drawn<Item> = DataTableProps<Item> & {
  ordered: readonly Item[];
  sort: Sort | undefined;
  onSort: (columnId: string) => void;
};

const rowHeightGuessPx = 52;
const overscanRows = 8;

/** Thousands of rows, of which only those in sight exist. Headings stay in sight and sort. Columns have fixed widths: nothing jumps. */
export function DataTable<Item>(props: DataTableProps<Item>) {
  const { columns, rows, beginsSorted, scroll = "own" } = props;
  const [sort, setSort] = useState(beginsSorted);
  const compare = columns.find(({ id }) => id === sort?.columnId)?.compare;
  const direction = sort?.direction ?? "ascending";
  const ordered = useMemo(() => sortedRows(rows ?? [], compare, direction), [rows, compare, direction]);
  const drawn = { ...props, ordered, sort, onSort: (columnId: string) => setSort(nextSort(sort, columnId)) };
  return scroll === "own" ? <OwnScroll {...drawn} /> : <PageScroll {...drawn} />;
}

function OwnScroll<Item>(props: Drawn<Item>) {
  const element = useRef<HTMLElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled
  const virtualizer = useVirtualizer({
    count: props.ordered.length,
    getScrollElement: () => element.current,
    estimateSize: () => rowHeightGuessPx,
    getItemKey: (index) => props.rowId(props.ordered[index]!),
    overscan: overscanRows,
  });
  return (
    <section
      ref={element}
      aria-label={props.label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling element must be reachable by keyboard
      tabIndex={0}
      className="h-full overflow-auto focus-visible:-outline-offset-2"
    >
      <Grid {...props} virtualizer={virtualizer} offset={0} headClassName="top-0" />
    </section>
  );
}

function PageScroll<Item>(props: Drawn<Item>) {
  const element = useRef<HTMLDivElement>(null);
  const offset = useOffset(element);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled
  const virtualizer = useWindowVirtualizer({
    count: props.ordered.length,
    estimateSize: () => rowHeightGuessPx,
    getItemKey: (index) => props.rowId(props.ordered[index]!),
    overscan: overscanRows,
    scrollMargin: offset,
  });
  return (
    <div ref={element}>
      <Grid {...props} virtualizer={virtualizer} offset={offset} headClassName="top-(--nav-height)" />
    </div>
  );
}

/** The table's offset from the top of the page. */
function useOffset(element: RefObject<HTMLElement | null>): number {
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const measure = () => setOffset((element.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
    measure();
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, [element]);
  return offset;
}

type GridProps<Item, Scroller extends Element | Window> = Drawn<Item> & {
  virtualizer: Virtualizer<Scroller, Element>;
  offset: number;
  headClassName: string;
};

function Grid<Item, Scroller extends Element | Window>(props: GridProps<Item, Scroller>) {
  const { label, columns, rows, ordered, virtualizer, offset, headClassName, empty, loadingRows = 8 } = props;
  const shown = virtualizer.getVirtualItems();
  const before = (shown[0]?.start ?? offset) - offset;
  const after = virtualizer.getTotalSize() - ((shown.at(-1)?.end ?? offset) - offset);
  return (
    <>
      <table
        aria-label={label}
        aria-rowcount={rows === undefined ? -1 : ordered.length + 1}
        aria-busy={rows === undefined}
        className={`${tableClass} table-fixed border-separate border-spacing-0 text-(length:--row-text)`}
      >
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <Head key={column.id} {...props} column={column} headClassName={headClassName} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows === undefined &&
            Array.from({ length: loadingRows }, (_, row) => (
              <tr key={row}>
                {columns.map((column) => (
                  <td key={column.id} className={cellClassName(column)}>
                    <Skeleton>{column.sample ?? "000,000.00"}</Skeleton>
                  </td>
                ))}
              </tr>
            ))}
          <Gap height={before} />
          {shown.map((item) => (
            <tr
              key={item.key}
              ref={virtualizer.measureElement}
              data-index={item.index}
              data-testid={props.rowTestId}
              aria-rowindex={item.index + 2}
              className="group/row"
            >
              {columns.map((column) => (
                <td key={column.id} className={cellClassName(column)}>
                  {column.cell(ordered[item.index]!)}
                </td>
              ))}
            </tr>
          ))}
          <Gap height={after} />
        </tbody>
      </table>
      {rows !== undefined && rows.length === 0 && empty}
    </>
  );
}

function Head<Item>(props: Drawn<Item> & { column: DataColumn<Item>; headClassName: string }) {
  const { column, sort, onSort, headClassName } = props;
  const direction = sort?.columnId === column.id ? sort.direction : undefined;
  return (
    <th
      scope="col"
      {...(column.compare === undefined ? {} : { "aria-sort": direction ?? "none" })}
      className={classNames(
        "sticky z-2 h-10 border-b border-line bg-(--table-ground,var(--canvas)) px-3 text-12 font-normal text-muted first:ps-0 last:pe-0",
        column.align === "end" ? "text-end" : "text-start",
        headClassName,
        column.className,
      )}
    >
      {column.compare === undefined ? (
        <span className={column.isLabelHidden === true ? "sr-only" : "block leading-4 hyphens-auto"}>
          {column.label}
        </span>
      ) : (
        <SortButton direction={direction} isEnd={column.align === "end"} onPress={() => onSort(column.id)}>
          {column.label}
        </SortButton>
      )}
    </th>
  );
}

const cellClassName = <Item,>(column: DataColumn<Item>): string =>
  classNames(
    "h-(--row-height) border-b border-line px-3 leading-4.5 transition-colors group-hover/row:bg-hover first:ps-0 last:pe-0 group-last/row:border-b-0",
    column.align === "end" ? "text-end" : "text-start",
    column.className,
  );

/** Reserves the space of rows that are not rendered. One cell: more would widen columns that this window hides. */
function Gap({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- it is empty on purpose */}
      <td style={{ blockSize: height, padding: 0 }} />
    </tr>
  );
}
