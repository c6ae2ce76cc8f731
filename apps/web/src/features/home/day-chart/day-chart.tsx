import { classNames, Skeleton, Tag } from "@tidemark/kit-ui";
import { shortText } from "@tidemark/money";
import { useEffect, useId, useRef } from "react";
import type { Market } from "../../../lib/markets/market.ts";
import { marketLive, useDrawing } from "../../../lib/client/live.ts";
import { shown } from "../../../lib/format/number-text.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { DayChange } from "../day-change.tsx";
import { clockMarks, dayHeadroom, drawDay, gridLevelsMax } from "./day-drawing.ts";
import { endingAt } from "../plot/day-line.ts";
import { m } from "../home-messages.ts";
import { useDayLine, useDayStats } from "../home-queries.ts";
import { boxHeight, boxWidth } from "../../../lib/plot/level-line.ts";
import { LivePrice } from "../live-price.tsx";

export type DayChartProps = {
  /** Undefined until loaded. */
  market: Market | undefined;
  /** The markets could not be loaded. */
  isUnavailable: boolean;
  className?: string;
};

/** The day of one market with its high. Left to right in every language. */
export function DayChart({ market, isUnavailable, className }: DayChartProps) {
  const t = useTexts();
  const box = useRef<HTMLElement>(null);
  const day = useDayLine(market?.symbol, "5m");
  const { data: stats } = useDayStats(market?.symbol);
  const ticker = market === undefined ? undefined : marketLive("ticker", market.symbol);

  const draw = () => {
    if (box.current === null || market === undefined || ticker === undefined) return;
    const { state, rows } = ticker.change;
    box.current.dataset.state = day === undefined ? "loading" : state;
    if (day === undefined) return;
    const last = rows[0]?.last ?? "";
    drawDay(box.current, last === "" ? day : endingAt(day, Number(last)), (level, decimals) =>
      shown(level.toFixed(market.priceDecimals), decimals ?? market.priceDecimals),
    );
  };
  useDrawing([ticker], draw);
  // Draws again when the query, not the stream, brings a new line.
  useEffect(draw);

  return (
    <figure
      ref={box}
      dir="ltr"
      data-state="loading"
      data-testid="home-chart"
      className={classNames("group/day flex flex-col", className)}
    >
      <figcaption className="flex items-end justify-between gap-3 pb-4">
        <div className="min-w-0">
          <div className="flex h-5 items-center gap-2 text-13 text-muted">
            <span
              aria-hidden
              className="size-1.5 flex-none rounded-full bg-brand text-brand group-data-[state=live]/day:animate-live group-data-[state=loading]/day:bg-faint group-data-[state=stale]/day:bg-warn"
            />
            {market === undefined ? <Skeleton>BTC/USDT</Skeleton> : <span className="num">{market.title}</span>}
            <DayChange stats={stats} />
            <span className="hidden group-data-[state=stale]/day:inline">
              <Tag tone="warn">{t(m.stale)}</Tag>
            </span>
          </div>
          <LivePrice market={market} className="text-28 leading-[1.1] font-semibold tracking-[-0.03em] w768:text-40" />
        </div>
        <Facts market={market} stats={stats} />
      </figcaption>
      <Plot
        label={t(m.dayChart, { pair: market?.title ?? "BTC/USDT" })}
        tidemark={t(m.tidemark)}
        silence={isUnavailable ? t(m.chartSilent) : ""}
      />
    </figure>
  );
}

type Stats = { readonly high: string; readonly low: string; readonly quoteVolume: string };

function Facts({ market, stats }: { market: Market | undefined; stats: Stats | undefined }) {
  const t = useTexts();
  const price = (text: string): string => shown(text, market?.priceDecimals ?? 2);
  const facts = [
    { label: t(m.dayHigh), text: stats?.high, print: price, width: "104,550.20" },
    { label: t(m.dayLow), text: stats?.low, print: price, width: "101,825.00" },
    { label: t(m.dayVolume), text: stats?.quoteVolume, print: shortText, width: "6.15B USDT", unit: market?.valueUnit },
  ];
  return (
    <dl className="grid flex-none grid-cols-[auto_auto] gap-x-3 gap-y-0.5 text-end text-11 leading-4 transition-opacity group-data-[state=stale]/day:opacity-50 w768:gap-x-4 w768:text-12 w768:leading-4.5">
      {facts.map(({ label, text, print, width, unit }) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="font-medium">
            {text === undefined ? (
              <Skeleton>{width}</Skeleton>
            ) : (
              <span className="num">{text === "" ? "—" : print(text)}</span>
            )}
            {text !== undefined && unit !== undefined && <span className="font-normal text-muted"> {unit}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The elements to draw into; until there is a line, only the grid is visible. */
function Plot({ label, tidemark, silence }: { label: string; tidemark: string; silence: string }) {
  const fade = useId();
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn here
    <div role="img" aria-label={label} className="relative min-h-0 flex-1 text-11 text-muted">
      <div
        data-part="field"
        className="absolute inset-x-0 top-0 bottom-6 overflow-clip transition-opacity group-data-[state=stale]/day:opacity-50"
      >
        {Array.from({ length: gridLevelsMax + 1 }, (_, index) => (
          <div
            key={index}
            data-part="level"
            className="absolute inset-0 border-t border-line"
            style={{ translate: `0 ${dayHeadroom + index * 13}%` }}
          >
            <span className="num absolute end-0 -top-2 w-18 bg-canvas ps-2" />
          </div>
        ))}
        <svg
          aria-hidden
          viewBox={`0 0 ${boxWidth} ${boxHeight}`}
          preserveAspectRatio="none"
          fill="none"
          className="absolute inset-y-0 start-0 h-full w-[calc(100%-76px)] overflow-visible *:[vector-effect:non-scaling-stroke] group-data-[state=loading]/day:opacity-0"
        >
          <linearGradient id={fade} x1="0" x2="0" y1="0" y2="1">
            <stop stopOpacity="0.2" className="[stop-color:var(--brand)]" />
            <stop offset="1" stopOpacity="0" className="[stop-color:var(--brand)]" />
          </linearGradient>
          <path data-part="area" fill={`url(#${fade})`} />
          <path data-part="line" strokeWidth={1.75} strokeLinejoin="round" className="stroke-brand" />
          <path d={`M0,${dayHeadroom}H${boxWidth}`} strokeDasharray="2 4" className="stroke-muted" />
        </svg>
        <div className="absolute inset-x-0" style={{ insetBlockStart: `${dayHeadroom}%` }}>
          <span className="absolute bottom-0.5 start-0 [unicode-bidi:plaintext] group-data-[state=loading]/day:invisible">
            {tidemark}
          </span>
        </div>
        {silence !== "" && (
          <p className="absolute inset-x-0 top-2/5 text-center text-13 [unicode-bidi:plaintext]">
            <span className="bg-canvas px-3 py-1">{silence}</span>
          </p>
        )}
        <div
          data-part="end"
          className="absolute inset-y-0 end-19 transition-[translate] duration-400 group-data-[state=loading]/day:invisible"
        >
          <span className="absolute -start-1 -top-1 size-2 rounded-full bg-brand text-brand group-data-[state=live]/day:animate-live" />
        </div>
        <div
          data-part="now"
          className="absolute inset-y-0 end-0 transition-[translate] duration-400 group-data-[state=loading]/day:invisible"
        >
          <span className="num -mt-2.5 grid h-5 min-w-16 place-items-center rounded-tag bg-brand-solid px-0.75 font-semibold text-on-brand" />
        </div>
      </div>
      <div
        data-part="clock"
        className="num absolute start-0 end-19 bottom-0 flex justify-between group-data-[state=loading]/day:invisible"
      >
        {Array.from({ length: clockMarks }, (_, index) => (
          <span key={index}>00:00</span>
        ))}
      </div>
    </div>
  );
}
