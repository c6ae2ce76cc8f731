import { candleMs, candlePart } from "@tidemark/contracts";
import { group } from "@tidemark/money";
import { type RefObject, useEffect, useRef, useState } from "react";
import { marketLive, useDrawing } from "../../lib/client/live.ts";
import type { Market } from "../../lib/markets/market.ts";
import { usePreferences } from "../../lib/storage/preferences.ts";
import { candleOf } from "./candles.ts";
import { useChartChoices } from "./chart-choices.ts";
import { type CandleSource, useCandles } from "./chart-queries.ts";
import { knownOf } from "./indicators/shown-indicators.ts";
import type { ChartPort, ChartPortSettings } from "./port/chart-port.ts";

type ChartBinding = Pick<ChartPortSettings, "onLook" | "onPointer"> & {
  market: Market;
  source: CandleSource;
  box: RefObject<HTMLDivElement | null>;
};

/** Makes the chart, which is loaded when it is first needed. */
function usePort({ market, box, onLook, onPointer }: ChartBinding, onStart: () => void) {
  const [port, setPort] = useState<ChartPort>();
  const [hasFailed, setHasFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const latest = useRef({ onLook, onPointer, onStart });
  useEffect(() => {
    latest.current = { onLook, onPointer, onStart };
  });
  useEffect(() => {
    let made: ChartPort | undefined;
    let isGone = false;
    import("./port/lightweight-chart.ts").then(
      ({ createLightweightChart }) => {
        if (isGone || box.current === null) return;
        made = createLightweightChart(box.current, {
          priceDecimals: market.priceDecimals,
          printPrice: (price) => group(price.toFixed(market.priceDecimals)),
          onLook: (look) => latest.current.onLook(look),
          onPointer: (at) => latest.current.onPointer(at),
          onStart: () => latest.current.onStart(),
        });
        setPort(made);
      },
      () => setHasFailed(true),
    );
    return () => {
      isGone = true;
      setPort(undefined);
      made?.remove();
    };
  }, [box, market.priceDecimals, market.symbol, attempt]);
  const retry = () => {
    setHasFailed(false);
    setAttempt(attempt + 1);
  };
  return { port, hasFailed, retry };
}

/** What the user has chosen for all markets. */
function useChoicesOf(port: ChartPort | undefined): void {
  const style = useChartChoices((state) => state.style);
  const indicators = useChartChoices((state) => state.indicators);
  const hasVolume = useChartChoices((state) => state.hasVolume);
  const look = usePreferences((state) => `${state.theme} ${state.rise}`);
  useEffect(() => port?.setStyle(style), [port, style]);
  useEffect(() => port?.setVolumeShown(hasVolume), [port, hasVolume]);
  useEffect(() => void port?.setIndicators(knownOf(indicators)), [port, indicators]);
  // The theme is applied after its colours are set in the document.
  useEffect(() => port?.paint(), [port, look]);
}

/** Binds candles, the running one and the user's choices to the chart. */
export function useChart(binding: ChartBinding) {
  const { source } = binding;
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useCandles(source);
  const older = () => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  };
  const { port, hasFailed, retry } = usePort(binding, older);
  const running = marketLive("candles", source.symbol, candlePart(source.price, source.interval));
  useChoicesOf(port);

  const drawRunning = () => {
    if (port === undefined || data === undefined) return;
    for (const row of running.change.rows) port.update(candleOf(row));
  };
  useEffect(() => {
    if (port === undefined || data === undefined) return;
    const start = performance.now();
    port.setCandles(data.map(candleOf), candleMs[source.interval] / 1000);
    drawRunning();
    // The chart paints in the next frame; the measure is read by `pnpm goals terminal` and by the browser's own tools.
    requestAnimationFrame(() => requestAnimationFrame(() => performance.measure("candles-drawn", { start })));
    // oxlint-disable-next-line react/exhaustive-deps -- the running candle is drawn by its own stream
  }, [port, data]);
  useDrawing([running], drawRunning);

  const isFailed = hasFailed || (isError && data === undefined);
  const isLoading = port === undefined || data === undefined;
  return {
    status: isFailed ? ("failed" as const) : isLoading ? ("loading" as const) : ("ready" as const),
    port,
    // Either the candles or the chart itself could not be loaded.
    retry: () => {
      if (hasFailed) retry();
      if (isError) void refetch();
    },
  };
}
