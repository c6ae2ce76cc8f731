import type { OrderRow } from "@tidemark/contracts";
import { group, printUnits, tradeValueNumber } from "@tidemark/money";
import { useEffect, useMemo, useRef, useState } from "react";
import type { Market } from "../../lib/markets/market.ts";
import { valueScaleOf } from "../../lib/markets/market-value.ts";
import { type Live, marketLive, useDrawing } from "../../lib/client/live.ts";
import { shownUnits } from "../../lib/format/number-text.ts";
import { type BookPrinter, createBookDrawing } from "./book-drawing.ts";
import { fittedSize, ladderOf, rowsThatFit, stepReader } from "./ladder.ts";

export type BookSettings = {
  readonly step: number;
  readonly arrangement: "both" | "bids" | "asks";
  /** Of sizes and totals: the size itself, or its value. */
  readonly unit: "size" | "value";
};

/** Levels of coin contracts are added in minor units of the coin, all others in ticks times lots, which are exact. */
const valuesOf = (market: Market): { of: (price: number, size: number) => number; unit: bigint; decimals: number } => {
  if (market.kind === "INVERSE")
    return { of: (price, size) => tradeValueNumber(market.measure, price, size), unit: 1n, decimals: 4 };
  return { of: (price, size) => price * size, unit: BigInt(market.measure.unit), decimals: 0 };
};

function printerOf(market: Market, { unit, step }: BookSettings, rowChars: number): BookPrinter {
  const prices = new Map<number, string>();
  // A coarser step needs fewer decimals: 104,290 and not 104,290.0.
  const stepDecimals = (printUnits(BigInt(step) * market.tick).split(".")[1] ?? "").length;
  const plainPrice = (ticks: number): string => printUnits(BigInt(ticks) * market.tick, 8, market.priceDecimals);
  const price = (ticks: number): string => {
    let text = prices.get(ticks);
    if (text === undefined) {
      text = group(
        printUnits(BigInt(ticks) * market.tick, 8, Math.max(stepDecimals, Math.min(1, market.priceDecimals))),
      );
      if (prices.size > 5_000) prices.clear();
      prices.set(ticks, text);
    }
    return text;
  };
  const lots = (count: number): string => printUnits(BigInt(count) * market.lot, 8, market.sizeDecimals);
  const values = valuesOf(market);
  const money = (value: number): string =>
    shownUnits(BigInt(value) * values.unit, values.decimals, valueScaleOf(market));
  return {
    price,
    plainPrice,
    plainSize: (level) => lots(level.size),
    size: (level) =>
      unit === "size" ? fittedSize(group(lots(level.size)), rowChars - price(level.price).length) : money(level.value),
    total: (level) => (unit === "size" ? group(lots(level.total)) : money(level.totalValue)),
  };
}

/** Characters of price and size in a row of a phone, by the width of a digit; wider books have room for all. */
function rowCharsOf(width: number): number {
  if (width > phoneBookMax) return Number.POSITIVE_INFINITY;
  return width > narrowBookMax ? Math.floor((width - 26) / 6.9) : Math.floor((width - 18) / 6.3);
}
const phoneBookMax = 240;
/** Below this the book has smaller text and margins (`order-book.tsx`). */
const narrowBookMax = 140;

/** Binds the market's depth to the elements of the book; React renders only when the book becomes empty or not. */
export function useBookDrawing(market: Market, orders: Live<OrderRow> | undefined, settings: BookSettings) {
  const ladderRef = useRef<HTMLDivElement>(null);
  const asksRef = useRef<HTMLDivElement>(null);
  const bidsRef = useRef<HTMLDivElement>(null);
  const spreadRef = useRef<HTMLSpanElement>(null);
  const shareRef = useRef<HTMLDivElement>(null);
  const [status, setStatus] = useState<"loading" | "empty" | "filled">("loading");
  const drawing = useRef<ReturnType<typeof createBookDrawing> | undefined>(undefined);
  const heights = useRef({ ladder: 0, row: 18 });
  const read = useMemo(
    () => ({ ticks: stepReader(market.tickSize), lots: stepReader(market.lotSize), value: valuesOf(market).of }),
    [market],
  );
  const [rowChars, setRowChars] = useState(Number.POSITIVE_INFINITY);
  const print = useMemo(() => printerOf(market, settings, rowChars), [market, settings, rowChars]);
  const depth = marketLive("depth", market.symbol);

  const draw = () => {
    const [box, spread, share] = [ladderRef.current, spreadRef.current, shareRef.current];
    if (box === null || asksRef.current === null || bidsRef.current === null) return;
    drawing.current ??= createBookDrawing(asksRef.current, bidsRef.current);
    const { state, rows } = depth.change;
    const { arrangement } = settings;
    const fits = rowsThatFit(heights.current.ladder, heights.current.row, arrangement === "both" ? 2 : 1);
    box.style.setProperty("--book-row-drawn", `${fits.height}px`);
    const own = (side: "BUY" | "SELL"): Set<number> =>
      new Set(
        (orders?.change.rows ?? [])
          .filter((order) => order.side === side && order.symbol === market.symbol)
          .map((order) => read.ticks(order.price)),
      );
    const ladder = ladderOf(rows, read.ticks, read.lots, {
      step: settings.step,
      asksMax: arrangement === "bids" ? 0 : fits.rows,
      bidsMax: arrangement === "asks" ? 0 : fits.rows,
      userAsks: own("SELL"),
      userBids: own("BUY"),
      valueOf: read.value,
    });
    drawing.current.draw(ladder, print);
    if (spread !== null) spread.textContent = ladder.spread === undefined ? "—" : print.plainPrice(ladder.spread);
    if (share !== null) {
      share.style.setProperty("--bids", String((ladder.bidShare ?? 500) / 10));
      share.dataset.bids = ladder.bidShare === undefined ? "—" : `${(ladder.bidShare / 10).toFixed(1)}%`;
      share.dataset.asks = ladder.bidShare === undefined ? "—" : `${((1000 - ladder.bidShare) / 10).toFixed(1)}%`;
    }
    box.dataset.stale = String(state === "stale");
    const next = state === "loading" ? "loading" : rows.length === 0 ? "empty" : "filled";
    if (next !== status) setStatus(next);
  };

  useDrawing([depth, orders], draw);
  const latest = useRef(draw);
  useEffect(() => {
    latest.current = draw;
    draw();
  });
  useEffect(() => {
    const box = ladderRef.current!;
    const watcher = new ResizeObserver(() => {
      heights.current = {
        ladder: box.clientHeight - (box.querySelector<HTMLElement>("[data-mid]")?.offsetHeight ?? 0),
        row: Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue("--book-row"), 10) || 18,
      };
      setRowChars(rowCharsOf(box.clientWidth));
      latest.current();
    });
    watcher.observe(box);
    return () => {
      watcher.disconnect();
      drawing.current?.clear();
      drawing.current = undefined;
    };
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return { ladderRef, asksRef, bidsRef, spreadRef, shareRef, status };
}
