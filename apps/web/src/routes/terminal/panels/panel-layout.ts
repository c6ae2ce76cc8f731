import type { CSSProperties } from "react";
import { storedByTrader } from "../../../lib/storage/by-trader.ts";

/** The panels whose size a trader sets, in pixels. */
const panelSizes = ["markets", "book", "ticket", "dock", "trades"] as const;
export type PanelSize = (typeof panelSizes)[number];

/** Where the panels are from 980 px on. Below, a small screen has one useful order. */
export type PanelLayout = {
  readonly ticket: "first" | "last";
  /** Before or after the chart. */
  readonly book: "before" | "after";
  /** The lists end at the ticket, or reach under it. */
  readonly dock: "beside" | "whole";
  readonly isDockFolded: boolean;
  /** On a phone, where ticket and book stand side by side, the book comes first. */
  readonly isBookFirst: boolean;
  /** The column of markets that screens from 1600 px on have. */
  readonly hasMarkets: boolean;
  /** Sizes that were changed. Others follow the width of the screen. */
  readonly sizes: Readonly<Partial<Record<PanelSize, number>>>;
};

export const usualLayout: PanelLayout = {
  ticket: "last",
  book: "after",
  dock: "beside",
  isDockFolded: false,
  isBookFirst: false,
  hasMarkets: true,
  sizes: {},
};

export const panelLayouts = storedByTrader<PanelLayout>("panels", usualLayout);

export const sizeRanges = {
  markets: { min: 180, max: 360 },
  book: { min: 240, max: 480 },
  ticket: { min: 288, max: 480 },
  dock: { min: 200, max: 700 },
  trades: { min: 96, max: 560 },
} as const satisfies Record<PanelSize, { min: number; max: number }>;

/** What one panel takes of the screen at most, so that a size kept on a large screen leaves the chart some room on a small one. */
const shareMax = { markets: "17%", book: "32%", ticket: "34%", dock: "70%", trades: "75%" } as const satisfies Record<
  PanelSize,
  string
>;

export const sizeVariable = (panel: PanelSize): string => `--${panel}-size`;

/** A size as CSS; `usual` is that of the screen's width. */
const cssSize = (panel: PanelSize, usual: string): string =>
  `min(var(${sizeVariable(panel)}, ${usual}), ${shareMax[panel]})`;

type Column = "side" | "bt" | "chart" | "markets";

function columnsOf(layout: PanelLayout, hasMarkets: boolean): readonly Column[] {
  const middle: readonly Column[] = layout.book === "after" ? ["chart", "bt"] : ["bt", "chart"];
  const inner: readonly Column[] = hasMarkets ? ["markets", ...middle] : middle;
  return layout.ticket === "last" ? [...inner, "side"] : ["side", ...inner];
}

/** The names of the cells, row by row: bar, chart and dock beside the ticket, which has the full height unless the dock is whole. */
export function areasOf(layout: PanelLayout, hasMarkets: boolean): readonly (readonly string[])[] {
  const columns = columnsOf(layout, hasMarkets);
  const beside = (name: string) => columns.map((column) => (column === "side" ? column : name));
  return [beside("bar"), columns, layout.dock === "whole" ? columns.map(() => "dock") : beside("dock")];
}

const areasText = (layout: PanelLayout, hasMarkets: boolean): string =>
  areasOf(layout, hasMarkets)
    .map((row) => `"${row.join(" ")}"`)
    .join(" ");

/** Book and ticket are a little wider from 1200 px on. */
const widths = {
  markets: cssSize("markets", "264px"),
  side: cssSize("ticket", "var(--ticket-usual)"),
  bt: cssSize("book", "var(--book-usual)"),
  chart: "minmax(0, 1fr)",
} as const satisfies Record<Column, string>;

const columnsText = (layout: PanelLayout, hasMarkets: boolean): string =>
  columnsOf(layout, hasMarkets)
    .map((column) => widths[column])
    .join(" ");

/** The layout as the variables that the classes of the frame read. */
export function frameStyle(layout: PanelLayout): CSSProperties {
  const { sizes, isDockFolded, isBookFirst, hasMarkets } = layout;
  const kept = panelSizes.flatMap((panel) => {
    const size = sizes[panel];
    // A size may have been kept under another range.
    const { min, max } = sizeRanges[panel];
    return size === undefined ? [] : [[sizeVariable(panel), `${Math.min(max, Math.max(min, size))}px`] as const];
  });
  return {
    ...Object.fromEntries(kept),
    "--dock-height": isDockFolded ? "var(--head-height)" : cssSize("dock", "var(--dock-usual)"),
    "--trades-height": cssSize("trades", "calc((100% - 4px) * 0.3)"),
    "--phone-columns": isBookFirst ? "minmax(0, 4fr) minmax(0, 6fr)" : "minmax(0, 6fr) minmax(0, 4fr)",
    "--phone-areas": `"bar bar" "chart chart" "${isBookFirst ? "book ticket" : "ticket book"}" "dock dock" "account account"`,
    "--frame-areas": areasText(layout, false),
    "--frame-columns": columnsText(layout, false),
    "--wide-areas": areasText(layout, hasMarkets),
    "--wide-columns": columnsText(layout, hasMarkets),
  } as CSSProperties;
}
