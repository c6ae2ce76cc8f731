import type { OrderRow } from "@tidemark/contracts";
import { Button, IconButton, Segmented } from "@tidemark/kit-ui";
import { group } from "@tidemark/money";
import { Maximize } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import type { Market } from "../../lib/markets/market.ts";
import type { Live } from "../../lib/client/live.ts";
import { usePreferences } from "../../lib/storage/preferences.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { changeText } from "./change-text.ts";
import { type Candle, intervals } from "./candles.ts";
import type { ChartDrawing } from "./chart-drawing.ts";
import { m } from "./chart-messages.ts";
import { useChart } from "./use-chart.ts";

const intervalLabel = (interval: string): string =>
  interval === "1d" || interval === "1w" ? interval.toUpperCase() : interval;

export type ChartPanelProps = {
  market: Market;
  orders: Live<OrderRow> | undefined;
  /** Contents of the "Info" tab; absent if the page has its own tab for it. */
  info: ReactNode;
  onCancel: (orderId: string) => void;
};

export function ChartPanel({ market, orders, info, onCancel }: ChartPanelProps) {
  const t = useTexts();
  const interval = usePreferences((state) => state.chartInterval);
  const [page, setPage] = useState<"chart" | "info">("chart");
  const panel = useRef<HTMLElement>(null);
  return (
    <section ref={panel} aria-label={t(m.label)} className="@container flex h-full min-h-0 flex-col bg-surface text-12">
      <div className="flex h-(--head-height) flex-none items-center gap-0.5 overflow-x-auto border-b border-line px-2 [scrollbar-width:none] max-w768:h-8.5 max-w768:border-0">
        <Segmented
          label={t(m.interval)}
          size="tool"
          items={intervals.map((id) => ({ id, label: <span className="num">{intervalLabel(id)}</span> }))}
          selected={interval}
          onSelect={(id) => usePreferences.setState({ chartInterval: id })}
        />
        {info !== undefined && (
          <div className="ms-auto flex items-center gap-0.5">
            <Segmented
              label={t(m.label)}
              size="tool"
              items={[
                { id: "chart", label: t(m.chart) },
                { id: "info", label: t(m.info) },
              ]}
              selected={page}
              onSelect={setPage}
            />
            <i aria-hidden className="mx-1.5 h-3.5 w-px bg-line-strong" />
            <IconButton
              size="sm"
              aria-label={t(m.full)}
              onPress={() =>
                void (document.fullscreenElement === null
                  ? panel.current?.requestFullscreen()
                  : document.exitFullscreen())
              }
            >
              <Maximize size={14} />
            </IconButton>
          </div>
        )}
      </div>
      {page === "info" && info !== undefined ? (
        <div className="min-h-0 flex-1 overflow-auto">{info}</div>
      ) : (
        <Plot key={market.symbol} market={market} orders={orders} onCancel={onCancel} />
      )}
    </section>
  );
}

/** The legend's numbers, written straight into their elements. */
function legendWriter(legend: HTMLElement | null, market: Market) {
  const price = (value: number): string => group(value.toFixed(market.priceDecimals));
  return (candle: Candle | undefined, drawing: ChartDrawing | undefined): void => {
    if (legend === null || candle === undefined) return;
    const setText = (name: string, text: string) => {
      const element = legend.querySelector(`[data-of="${name}"]`);
      if (element !== null) element.textContent = text;
    };
    legend.hidden = false;
    legend.dataset.move = candle.close >= candle.open ? "up" : "down";
    for (const name of ["open", "high", "low", "close"] as const) setText(name, price(candle[name]));
    const change = candle.open === 0 ? 0 : ((candle.close - candle.open) / candle.open) * 100;
    setText("change", changeText(change));
    setText("volume", group(candle.volume.toFixed(2)));
    for (const { length, value } of drawing?.averages() ?? [])
      setText(`ma${length}`, value === undefined ? "—" : price(value));
  };
}

function Plot({ market, orders, onCancel }: Omit<ChartPanelProps, "info">) {
  const t = useTexts();
  const box = useRef<HTMLDivElement>(null);
  const legend = useRef<HTMLDivElement>(null);
  const chips = useRef<HTMLDivElement>(null);
  const { status, retry } = useChart({
    market,
    orders,
    box,
    chips,
    texts: { BUY: t(m.buy), SELL: t(m.sell), cancel: t(m.cancel) },
    onCancel,
    onLook: (candle, drawing) => legendWriter(legend.current, market)(candle, drawing),
  });
  const number = "group-data-[move=down]/legend:text-fall group-data-[move=up]/legend:text-rise font-medium me-1.5";
  return (
    <div dir="ltr" className="relative min-h-0 flex-1">
      <div ref={box} className="absolute inset-0" data-testid="chart" />
      <div ref={chips} className="pointer-events-none absolute inset-0 z-2 overflow-hidden" />
      <div
        ref={legend}
        hidden
        className="group/legend num pointer-events-none absolute start-3 top-2 z-3 grid text-11 leading-4.25 whitespace-nowrap text-muted max-w768:top-0.5 max-w768:[&>:first-child]:hidden"
      >
        <span>
          {t(m.open)} <b data-of="open" className={number} />
          {t(m.high)} <b data-of="high" className={number} />
          {t(m.low)} <b data-of="low" className={number} />
          {t(m.close)} <b data-of="close" className={number} />
          <b data-of="change" className={number} />
        </span>
        <span>
          MA7 <b data-of="ma7" className="me-1.5 font-medium text-warn" />
          MA25 <b data-of="ma25" className="me-1.5 font-medium text-info" />
          MA99 <b data-of="ma99" className="me-1.5 font-medium" />
          <span className="max-w768:hidden">
            {t(m.volume)} <b data-of="volume" className="font-medium text-ink" />
          </span>
        </span>
      </div>
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

const bars = [38, 44, 41, 52, 60, 55, 63, 58, 49, 42, 47, 53, 61, 66, 59, 54, 48, 57, 64, 70, 67, 72, 65, 60];

function PlotSkeleton() {
  return (
    <div aria-hidden className="absolute inset-0 flex animate-breathe items-end gap-1.5 ps-4 pe-21 pt-16 pb-11">
      {bars.map((height, index) => (
        <i
          key={index}
          className="relative flex-1 rounded-[2px] bg-skeleton"
          style={{ blockSize: `${14 + (height % 19)}%`, insetBlockEnd: `${(height - 36) * 1.6}%` }}
        />
      ))}
    </div>
  );
}
