import { Button } from "@tidemark/kit-ui";
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { Market } from "../../lib/markets/market.ts";
import { type Candle, placeOf } from "./candles.ts";
import { useChartChoices } from "./chart-choices.ts";
import { m } from "./chart-messages.ts";
import { type CandleSource, useCandles } from "./chart-queries.ts";
import { ComparedFeed } from "./compared-markets.tsx";
import { ComparedLegend } from "./compared-legend.tsx";
import type { DrawingTool } from "./drawings/drawing.ts";
import { useDrawings } from "./drawings/drawing-store.ts";
import { knownOf } from "./indicators/shown-indicators.ts";
import { Legend, writeLegend } from "./legend.tsx";
import { OwnLines } from "./own-lines/own-lines.tsx";
import type { OwnLine } from "./own-lines/own-line.ts";
import { PlotSkeleton } from "./plot-skeleton.tsx";
import { PlusButton, type PointerSource, type PriceAction, type PricePointer } from "./plus/plus-button.tsx";
import type { ChartPort } from "./port/chart-port.ts";
import { useChart } from "./use-chart.ts";

const DrawingLayer = lazy(async () => ({
  default: (await import("./drawing-tools/drawing-layer.tsx")).DrawingLayer,
}));

export type PlotProps = {
  market: Market;
  source: CandleSource;
  lines: readonly OwnLine[];
  actionsAt: (price: string) => readonly PriceAction[];
  compared: readonly Market[];
  onCompareEnd: (symbol: string) => void;
  tool: DrawingTool | undefined;
  /** A drawing is finished. */
  onToolEnd: () => void;
  /** The tool is put away without a drawing. */
  onToolGiveUp: () => void;
  onPort: (port: ChartPort | undefined) => void;
};

export function Plot(props: PlotProps) {
  const { market, source, lines, compared, tool, onPort } = props;
  const t = useTexts();
  const box = useRef<HTMLDivElement>(null);
  const legend = useRef<HTMLDivElement>(null);
  const shown = knownOf(useChartChoices((state) => state.indicators));
  const style = useChartChoices((state) => state.style);
  const hasVolume = useChartChoices((state) => state.hasVolume);
  const areDrawingsHidden = useChartChoices((state) => state.areDrawingsHidden);
  const hasDrawings = useDrawings(market.symbol).present.length > 0;
  // A text is typed after its tool has ended, and is the first drawing only then: the layer stays for it.
  const [isWriting, setIsWriting] = useState(false);
  const hasLayer = tool !== undefined || isWriting || (hasDrawings && !areDrawingsHidden);
  const pointed = useRef<((at: PricePointer | undefined) => void) | undefined>(undefined);
  const pointer = useCallback<PointerSource>((onPointer) => {
    pointed.current = onPointer;
    return () => {
      pointed.current = undefined;
    };
  }, []);
  const made = useRef<ChartPort | undefined>(undefined);
  const { status, port, retry } = useChart({
    market,
    source,
    box,
    onLook: (look) => writeLegend(legend.current, market, shown, look, made.current),
    onPointer: (at) => pointed.current?.(at),
  });
  useEffect(() => {
    made.current = port;
    onPort(port);
  }, [port, onPort]);
  const isComparing = compared.length > 0;
  const isReady = status === "ready" && port !== undefined;

  return (
    <div dir="ltr" className="relative min-h-0 min-w-0 flex-1">
      <div ref={box} className="absolute inset-0" data-testid="chart" data-style={style} />
      {isReady && !isComparing && <OwnLines port={port} market={market} lines={lines} />}
      {isReady && !isComparing && hasLayer && (
        <Suspense>
          <DrawingLayer
            port={port}
            market={market}
            tool={tool}
            onToolEnd={props.onToolEnd}
            onGiveUp={props.onToolGiveUp}
            onWriting={setIsWriting}
          />
        </Suspense>
      )}
      {isReady && !isComparing && tool === undefined && (
        <PlusButton port={port} market={market} source={pointer} actionsAt={props.actionsAt} />
      )}
      {isComparing && port !== undefined ? (
        <Comparison port={port} source={source} market={market} compared={compared} onEnd={props.onCompareEnd} />
      ) : (
        <Legend ref={legend} shown={shown} isAveraged={style === "heikinAshi"} hasVolume={hasVolume} />
      )}
      {status === "loading" && <PlotSkeleton />}
      {status === "failed" && (
        <div className="absolute inset-0 grid place-content-center justify-items-center gap-3 bg-surface text-muted">
          {t(m.failed)}
          <Button onPress={retry}>{t(m.retry)}</Button>
        </div>
      )}
    </div>
  );
}

type ComparisonProps = Pick<PlotProps, "market" | "source" | "compared"> & {
  port: ChartPort;
  onEnd: (symbol: string) => void;
};

/** Other markets on the scale in percent, as long as it is mounted. */
function Comparison({ port, source, market, compared, onEnd }: ComparisonProps): ReactNode {
  const candlesOf = useRef(new Map<string, Candle[]>());
  const since = useCandles(source).data?.[0]?.at;
  const symbols = compared.map(({ symbol }) => symbol).join(" ");
  const draw = () =>
    port.setCompared(compared.map(({ symbol }) => ({ symbol, candles: candlesOf.current.get(symbol) ?? [] })));
  // oxlint-disable-next-line react/exhaustive-deps -- the markets are compared by their symbols
  useEffect(draw, [port, symbols]);
  useEffect(() => () => port.setCompared([]), [port]);
  return (
    <>
      {compared.map(({ symbol }) => (
        <ComparedFeed
          key={`${symbol} ${source.interval}`}
          symbol={symbol}
          interval={source.interval}
          price="LAST"
          since={since}
          onUpdate={(of, candle) => {
            // Kept here too: another market that is added draws all of them again.
            const known = candlesOf.current.get(of);
            const index = known === undefined ? undefined : placeOf(known, candle);
            if (known !== undefined && index !== undefined) known[index] = candle;
            port.updateCompared(of, candle);
          }}
          onCandles={(of, candles) => {
            candlesOf.current.set(of, [...candles]);
            draw();
          }}
        />
      ))}
      <ComparedLegend market={market} compared={compared} onEnd={onEnd} />
    </>
  );
}
