import type { CandlePrice } from "@tidemark/contracts";
import { classNames } from "@tidemark/kit-ui";
import { lazy, type ReactNode, Suspense, useMemo, useState } from "react";
import { useTexts } from "../../lib/i18n/texts.ts";
import { isContract, isMargin, type Market } from "../../lib/markets/market.ts";
import { usePreferences } from "../../lib/storage/preferences.ts";
import { useChartChoices } from "./chart-choices.ts";
import { m } from "./chart-messages.ts";
import type { DrawingTool } from "./drawings/drawing.ts";
import { ToolRail } from "./drawing-tools/tool-rail.tsx";
import type { OwnLine } from "./own-lines/own-line.ts";
import { Plot } from "./plot.tsx";
import type { PriceAction } from "./plus/plus-button.tsx";
import type { ChartPort } from "./port/chart-port.ts";
import { IntervalEntry, useTypedDigit } from "./toolbar/interval-entry.tsx";
import { type ChartPage, Toolbar } from "./toolbar/toolbar.tsx";
import { useFullScreen } from "./use-full-screen.ts";

const DepthView = lazy(async () => ({ default: (await import("./depth/depth-view.tsx")).DepthView }));

export type ChartPanelProps = {
  market: Market;
  /** What can be compared with it; empty where there is no room for it. */
  markets: readonly Market[];
  /** The user's orders and positions. */
  lines: readonly OwnLine[];
  /** What can be done at a price, for the plus button. */
  actionsAt: (price: string) => readonly PriceAction[];
  /** Contents of the "Info" tab; absent if the page has its own tab for it. */
  info: ReactNode;
};

const pricesOf = (market: Market): readonly CandlePrice[] =>
  isContract(market) ? ["LAST", "MARK", "INDEX"] : ["LAST", "INDEX"];

export function ChartPanel({ market, markets, lines, actionsAt, info }: ChartPanelProps) {
  const t = useTexts();
  const interval = usePreferences((state) => state.chartInterval);
  const wantedPrice = useChartChoices((state) => state.price);
  const price = pricesOf(market).includes(wantedPrice) ? wantedPrice : "LAST";
  const [page, setPage] = useState<ChartPage>("chart");
  const [compared, setCompared] = useState<readonly string[]>([]);
  const [tool, setTool] = useState<{ readonly name: DrawingTool; readonly isKept: boolean }>();
  const [port, setPort] = useState<ChartPort>();
  const { panel, isFull, toggle } = useFullScreen();
  const typed = useTypedDigit(panel, page === "chart");
  const toggleCompared = (symbol: string) =>
    setCompared(compared.includes(symbol) ? compared.filter((each) => each !== symbol) : [...compared, symbol]);
  // A margin pair has the prices of its spot market, which is listed already.
  const others = markets.filter((each) => !isMargin(each) && each.symbol !== market.symbol);
  const shownCompared = compared.flatMap((symbol) => others.find((each) => each.symbol === symbol) ?? []);

  const hasPages = info !== undefined;
  // The lines move with the market and render the panel; its tools change only by the user.
  const toolbar = useMemo(
    () => (
      <Toolbar
        market={market}
        prices={pricesOf(market)}
        price={price}
        page={page}
        onPage={hasPages ? setPage : undefined}
        port={page === "chart" ? port : undefined}
        others={others}
        compared={compared}
        onCompare={toggleCompared}
        isFull={isFull}
        onFull={toggle}
      />
    ),
    // oxlint-disable-next-line react/exhaustive-deps -- the functions follow from the values
    [market, markets, price, page, hasPages, port, compared, isFull],
  );
  const rail = useMemo(
    () => (
      <ToolRail
        symbol={market.symbol}
        tool={tool?.name}
        onTool={(name, isKept) => setTool(name === undefined ? undefined : { name, isKept })}
      />
    ),
    [market.symbol, tool],
  );

  return (
    <section
      ref={panel}
      aria-label={t(m.label)}
      // The ticket and the lists are covered: their keys would act unseen.
      data-hotkeys-off={isFull || undefined}
      className={classNames(
        "@container flex min-h-0 flex-col bg-surface text-12",
        isFull ? "fixed inset-0 z-modal" : "relative h-full",
      )}
    >
      {toolbar}
      {typed.digit !== undefined && <IntervalEntry first={typed.digit} onEnd={typed.end} />}
      {page === "info" && <div className="min-h-0 flex-1 overflow-auto">{info}</div>}
      {page === "depth" && (
        <Suspense>
          <DepthView market={market} lines={lines} />
        </Suspense>
      )}
      {page === "chart" && (
        <div className="flex min-h-0 flex-1">
          {hasPages && rail}
          <Plot
            key={market.symbol}
            market={market}
            source={{ symbol: market.symbol, interval, price }}
            lines={lines}
            actionsAt={actionsAt}
            compared={shownCompared}
            onCompareEnd={toggleCompared}
            tool={tool?.name}
            onToolEnd={() => tool?.isKept === true || setTool(undefined)}
            onToolGiveUp={() => setTool(undefined)}
            onPort={setPort}
          />
        </div>
      )}
    </section>
  );
}
