import { type MarketStatus, marketStatuses } from "@tidemark/contracts";
import { classNames, IconButton, Skeleton, Tag } from "@tidemark/kit-ui";
import { shortText } from "@tidemark/money";
import { ChevronDown, ChevronUp } from "lucide-react";
import { type ReactNode, useState, useSyncExternalStore } from "react";
import { isContract, isMargin, type Market } from "../../lib/markets/market.ts";
import { useConnection } from "../../lib/client/connection.ts";
import { isSimulatedPage } from "../../lib/client/page-hosts.ts";
import { marketLive } from "../../lib/client/live.ts";
import { shown } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { changeOf } from "./day-change.ts";
import { LastPrice } from "./last-price.tsx";
import { m } from "./market-bar-messages.ts";
import { statusTexts } from "./market-info-messages.ts";
import { useDayStats } from "./market-bar-queries.ts";
import { Stat } from "./stat.tsx";

/** The current status of the market; that of the instruments until the ticker has one. */
function useMarketStatus(market: Market): MarketStatus {
  const ticker = marketLive("ticker", market.symbol);
  return useSyncExternalStore(ticker.subscribe, () => {
    const live = ticker.change.rows[0]?.status;
    return marketStatuses.find((status) => status === live) ?? market.status;
  });
}

export type MarketBarProps = {
  market: Market;
  /** Figures of the market's kind, before those of the day. */
  stats: ReactNode;
  /** Opens the list of markets; it wraps the pair's name. */
  switcher: (pair: ReactNode) => ReactNode;
  /** Buttons of the terminal at the end; on a phone below the figures. */
  tools?: ReactNode;
};

export function MarketBar({ market, stats, switcher, tools }: MarketBarProps) {
  const t = useTexts();
  const { data: day } = useDayStats(market.symbol);
  const status = useMarketStatus(market);
  const isStale = useConnection((state) => state.state === "stale");
  const [isUnfolded, setIsUnfolded] = useState(false);
  const change = day === undefined ? undefined : changeOf(day, market.priceDecimals);
  const value = (text: string | undefined, print: (text: string) => string, width: string): ReactNode => {
    if (text === undefined) return <Skeleton>{width}</Skeleton>;
    return <span className="num">{text === "" ? "—" : print(text)}</span>;
  };
  const price = (text: string): string => shown(text, market.priceDecimals);

  return (
    <section
      aria-label={t(m.label)}
      className={classNames(
        "flex h-full items-center text-12 max-w768:h-auto max-w768:flex-wrap",
        isStale && "[&_[data-change]]:opacity-50 [&_dd]:opacity-50",
      )}
    >
      {switcher(
        <>
          <span
            aria-hidden
            className="grid size-7 flex-none place-items-center rounded-full bg-hover text-14 font-semibold ring-1 ring-inset ring-line-strong max-w768:hidden"
          >
            {market.base[0]}
          </span>
          <span className="text-start">
            <b className="flex items-center gap-1 text-16 leading-5 font-semibold tracking-[-0.01em]">
              {market.title}
              <ChevronDown aria-hidden size={14} className="text-muted" />
            </b>
            <small className="flex items-center gap-1.5 text-11 leading-3.75 text-muted">
              {isSimulatedPage && <Tag tone="brand">SIM</Tag>}
              {isContract(market) ? (
                <span>
                  {t(m.perpetual)} · <span className="num">{market.contract.maxLeverage}×</span>
                </span>
              ) : isMargin(market) ? (
                <span>
                  {t(m.margin)} · <span className="num">{market.marginPair.leverage}×</span>
                </span>
              ) : (
                t(m.spot)
              )}
              {status !== "TRADING" && <Tag tone="warn">{t(statusTexts[status])}</Tag>}
            </small>
          </span>
        </>,
      )}
      <div className="grid flex-none justify-items-start ps-3 pe-4 max-w768:ms-auto max-w768:justify-items-end max-w768:px-0">
        <LastPrice
          market={market}
          className="text-20 leading-6 tracking-[-0.015em] max-w768:text-16 max-w768:leading-5"
        />
        <small
          data-change
          className={classNames(
            "flex gap-1.5 text-11 leading-3.75 font-medium",
            change === undefined ? "text-muted" : change.isRise ? "text-rise" : "text-fall",
          )}
        >
          {change === undefined ? (
            <Skeleton>+1.85% +1,891.5</Skeleton>
          ) : (
            <>
              <span className="num" data-testid="day-change">
                {change.percent}
              </span>
              <span className="num max-w768:hidden">{change.absolute}</span>
            </>
          )}
        </small>
      </div>
      <IconButton
        aria-label={t(m.more)}
        aria-expanded={isUnfolded}
        onPress={() => setIsUnfolded(!isUnfolded)}
        className="mx-1 w768:hidden"
      >
        {isUnfolded ? <ChevronUp size={16} /> : <ChevronDown size={16} />}
      </IconButton>
      <dl
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
        tabIndex={0}
        className={classNames(
          "flex min-w-0 flex-1 gap-5 overflow-x-auto pe-6 focus-visible:-outline-offset-2",
          "fade-end max-w768:grid max-w768:basis-full max-w768:grid-cols-3 max-w768:gap-y-2 max-w768:border-t max-w768:border-line max-w768:p-3 max-w768:[mask-image:none]",
          !isUnfolded && "max-w768:hidden",
        )}
      >
        {stats}
        <Stat label={t(m.high)}>{value(day?.high, price, "104,550.2")}</Stat>
        <Stat label={t(m.low)}>{value(day?.low, price, "101,825.0")}</Stat>
        <Stat label={t(m.volume, { asset: market.sizeUnit })}>{value(day?.volume, shortText, "59.33K")}</Stat>
        <Stat label={t(m.volume, { asset: market.valueUnit })}>{value(day?.quoteVolume, shortText, "6.15B")}</Stat>
      </dl>
      <div
        className={classNames(
          "flex min-w-24 flex-none items-center justify-end gap-0.5 pe-2 max-w768:basis-full max-w768:px-3 max-w768:pb-2",
          !isUnfolded && "max-w768:hidden",
        )}
      >
        {tools}
      </div>
    </section>
  );
}
