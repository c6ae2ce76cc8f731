import { classNames, Skeleton, Sparkline } from "@tidemark/kit-ui";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useConnection } from "../../lib/client/connection.ts";
import type { Market } from "../../lib/markets/market.ts";
import { useWidthFrom } from "../../lib/device/use-width.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { CoinMark } from "../../lib/markets/coin-mark.tsx";
import { DayChange } from "./day-change.tsx";
import { m } from "./home-messages.ts";
import { useDayLine, useDayStats } from "./home-queries.ts";
import { LivePrice } from "./live-price.tsx";

/** Six in a row, two rows of three, or six lines on a phone. Borders and padding of each cell: */
const places = [
  "w768:ps-0",
  "w768:border-s",
  "w768:border-s w768:max-w1200:pe-0",
  "w768:max-w1200:border-t w768:max-w1200:ps-0 w1200:border-s",
  "w768:border-s w768:max-w1200:border-t",
  "w768:border-s w768:pe-0 w768:max-w1200:border-t",
] as const;
const cellClassName = classNames(
  "grid min-w-0 grid-cols-[minmax(0,1fr)_88px_minmax(88px,auto)] items-center gap-x-4 border-line py-2.5 transition-colors",
  "hover:bg-surface focus-visible:-outline-offset-2 max-w768:border-b w768:grid-cols-[minmax(0,1fr)] w768:gap-0 w768:p-5",
);

export type MarketStripProps = {
  /** Undefined until loaded. */
  markets: readonly Market[] | undefined;
};

/** The first markets, with prices that tick and the course of their day. */
export function MarketStrip({ markets }: MarketStripProps) {
  const t = useTexts();
  const isStale = useConnection(({ state }) => state === "stale");
  return (
    <section aria-label={t(m.markets)} className="wrap">
      <div
        className={classNames(
          "grid grid-cols-[minmax(0,1fr)] border-t border-line w768:grid-cols-3 w768:border-b w1200:grid-cols-6",
          isStale && "[&_svg]:opacity-50",
        )}
      >
        {places.map((edges, place) => {
          const market = markets?.[place];
          const className = classNames(cellClassName, edges);
          const cell = <Cell market={market} />;
          if (market === undefined)
            return (
              <div key={edges} className={className}>
                {cell}
              </div>
            );
          return (
            <Link key={edges} to={market.path} className={className} data-testid="home-market">
              {cell}
            </Link>
          );
        })}
      </div>
    </section>
  );
}

function Cell({ market }: { market: Market | undefined }) {
  const { data: stats } = useDayStats(market?.symbol);
  return (
    <>
      <span className="flex h-6 items-center gap-2.5">
        {market === undefined ? (
          <Skeleton>BTC/USDT USDT</Skeleton>
        ) : (
          <>
            <CoinMark coin={market.base} />
            <span className="num truncate font-medium">
              {market.base}
              <span className="font-normal text-muted">/{market.quote}</span>
            </span>
          </>
        )}
      </span>
      <span className="grid justify-items-start max-w768:order-last max-w768:justify-items-end w768:mt-2.5">
        <LivePrice market={market} className="text-16 leading-6 font-medium" />
        <span className="text-13 leading-5">
          <DayChange stats={stats} />
        </span>
      </span>
      <Course market={market} last={stats?.last} />
    </>
  );
}

/** As wide as its cell. */
function Course({ market, last }: { market: Market | undefined; last: string | undefined }) {
  const t = useTexts();
  const day = useDayLine(market?.symbol, "15m");
  const place = useRef<HTMLSpanElement>(null);
  const [width, setWidth] = useState(0);
  const height = useWidthFrom(768) ? 40 : 28;
  useEffect(() => {
    const watcher = new ResizeObserver(([entry]) => setWidth(Math.floor(entry!.contentRect.width)));
    watcher.observe(place.current!);
    return () => watcher.disconnect();
  }, []);
  const levels = day?.readings.map(({ level }) => level) ?? [];
  const points = last === undefined || last === "" ? levels : [...levels.slice(0, -1), Number(last)];
  return (
    <span ref={place} dir="ltr" className="block h-7 w768:mt-3 w768:h-10">
      {market !== undefined && width > 0 && (
        <Sparkline label={t(m.dayCourse, { pair: market.title })} points={points} width={width} height={height} />
      )}
    </span>
  );
}
