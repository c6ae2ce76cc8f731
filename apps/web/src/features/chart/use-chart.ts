import { candlePart, type OrderRow, type Side } from "@tidemark/contracts";
import { group } from "@tidemark/money";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { Market } from "../../lib/markets/market.ts";
import { type Live, marketLive, useDrawing } from "../../lib/client/live.ts";
import { usePreferences } from "../../lib/storage/preferences.ts";
import { type Candle, candleOf } from "./candles.ts";
import type { ChartDrawing } from "./chart-drawing.ts";
import { useCandles } from "./chart-queries.ts";

type ChartBinding = {
  market: Market;
  orders: Live<OrderRow> | undefined;
  box: RefObject<HTMLDivElement | null>;
  /** Where the chips of own orders are drawn. */
  chips: RefObject<HTMLDivElement | null>;
  texts: Readonly<Record<Side | "cancel", string>>;
  onCancel: (orderId: string) => void;
  onLook: (candle: Candle | undefined, drawing: ChartDrawing | undefined) => void;
};

/** Binds candles, the running one and own orders to the chart, which is loaded when it is first needed. */
export function useChart({ market, orders, box, chips, texts, onCancel, onLook }: ChartBinding) {
  const interval = usePreferences((state) => state.chartInterval);
  const look = usePreferences((state) => `${state.theme} ${state.rise}`);
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useCandles(
    market.symbol,
    interval,
  );
  const [drawing, setDrawing] = useState<ChartDrawing>();
  const [hasFailed, setHasFailed] = useState(false);
  const latestLook = useRef(onLook);
  const latestCancel = useRef(onCancel);
  const orderChips = useRef<ReturnType<ChartDrawing["hangChips"]> | undefined>(undefined);
  const latestOlder = useRef<() => void>(() => undefined);
  const running = marketLive("candles", market.symbol, candlePart("LAST", interval));

  useEffect(() => {
    latestLook.current = onLook;
    latestCancel.current = onCancel;
    latestOlder.current = () => {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
    };
  });
  useEffect(() => {
    let made: ChartDrawing | undefined;
    let isGone = false;
    import("./chart-drawing.ts").then(
      ({ createChartDrawing }) => {
        if (isGone || box.current === null) return;
        made = createChartDrawing(box.current, {
          priceDecimals: market.priceDecimals,
          minMove: 10 ** -market.priceDecimals,
          printPrice: (price) => group(price.toFixed(market.priceDecimals)),
          onLook: (candle) => latestLook.current(candle, made),
          onStart: () => latestOlder.current(),
        });
        setDrawing(made);
      },
      () => setHasFailed(true),
    );
    return () => {
      isGone = true;
      setDrawing(undefined);
      made?.remove();
    };
  }, [box, market.priceDecimals, market.symbol]);

  const drawRunning = () => {
    if (drawing === undefined || data === undefined) return;
    for (const row of running.change.rows) drawing.update(candleOf(row));
  };
  useEffect(() => {
    if (drawing === undefined || data === undefined) return;
    drawing.setCandles(data.map(candleOf));
    drawRunning();
    // oxlint-disable-next-line react/exhaustive-deps -- the running candle is drawn by its own stream
  }, [drawing, data]);

  // The theme is applied after its colours are set in the document.
  useEffect(() => drawing?.paint(), [drawing, look]);

  useDrawing([running], drawRunning);
  const drawOrders = () => {
    const lines = (orders?.change.rows ?? [])
      .filter((order) => order.symbol === market.symbol && order.price !== "")
      .map((order) => ({ id: order.orderId, price: Number(order.price), side: texts[order.side], size: order.qty }));
    drawing?.setOrderLines(lines);
    orderChips.current?.set(lines);
  };
  useDrawing([orders], drawOrders);
  useEffect(() => {
    if (drawing === undefined || chips.current === null) return;
    const made = drawing.hangChips(chips.current, {
      onCancel: (id) => latestCancel.current(id),
      cancelLabel: texts.cancel,
    });
    orderChips.current = made;
    drawOrders();
    return () => {
      orderChips.current = undefined;
      made.end();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- created again only with the chart itself
  }, [drawing]);

  const status =
    hasFailed || (isError && data === undefined)
      ? "failed"
      : drawing === undefined || data === undefined
        ? "loading"
        : "ready";
  return { status, retry: () => void refetch() } as const;
}
