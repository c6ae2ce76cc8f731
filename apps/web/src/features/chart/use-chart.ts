import type { OrderRow, Side } from "@tidemark/contracts";
import { group } from "@tidemark/money";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { Market } from "../../lib/markets/market.ts";
import { type Live, marketLive, useDrawing } from "../../lib/client/live.ts";
import { usePreferences } from "../../lib/storage/preferences.ts";
import { type Candle, candleOf, grown } from "./candles.ts";
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

/** Binds candles, live trades and own orders to the chart, which is loaded when it is first needed. */
export function useChart({ market, orders, box, chips, texts, onCancel, onLook }: ChartBinding) {
  const interval = usePreferences((state) => state.chartInterval);
  const look = usePreferences((state) => `${state.theme} ${state.rise}`);
  const { data, isError, refetch } = useCandles(market.symbol, interval);
  const [drawing, setDrawing] = useState<ChartDrawing>();
  const [hasFailed, setHasFailed] = useState(false);
  const last = useRef<Candle | undefined>(undefined);
  const seen = useRef(0);
  const latestLook = useRef(onLook);
  const latestCancel = useRef(onCancel);
  const orderChips = useRef<ReturnType<ChartDrawing["hangChips"]> | undefined>(undefined);
  const trades = marketLive("trades", market.symbol);

  useEffect(() => {
    latestLook.current = onLook;
    latestCancel.current = onCancel;
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

  useEffect(() => {
    if (drawing === undefined || data === undefined) return;
    const candles = data.rows.map(candleOf);
    last.current = candles.at(-1);
    // Trades before the answer are contained in it: only newer ones extend the last candle. A cached answer may be older than the newest
    // trade, so the price is taken from that trade; its size may already be counted and is not added again.
    const newest = trades.change.rows[0];
    seen.current = Math.max(seen.current, Number(newest?.tradeId ?? 0));
    drawing.setCandles(candles);
    if (newest === undefined) return;
    last.current = grown(last.current, { ...newest, qty: "0" }, interval);
    if (last.current !== undefined) drawing.update(last.current);
  }, [drawing, data, trades, interval]);

  // The theme is applied after its colours are set in the document.
  useEffect(() => drawing?.paint(), [drawing, look]);

  useDrawing([trades], () => {
    if (drawing === undefined || data === undefined) return;
    const news = trades.change.rows.filter((trade) => Number(trade.tradeId) > seen.current).toReversed();
    for (const trade of news) {
      last.current = grown(last.current, trade, interval);
      seen.current = Number(trade.tradeId);
    }
    if (news.length > 0 && last.current !== undefined) drawing.update(last.current);
  });
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
