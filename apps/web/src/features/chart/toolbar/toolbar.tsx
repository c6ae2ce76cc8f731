import type { CandlePrice } from "@tidemark/contracts";
import { IconButton, Segmented } from "@tidemark/kit-ui";
import { Camera, ChartNoAxesCombined, Maximize, Minimize, Redo2, Undo2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTexts } from "../../../lib/i18n/texts.ts";
import type { Market } from "../../../lib/markets/market.ts";
import { usePreferences } from "../../../lib/storage/preferences.ts";
import { m } from "../chart-messages.ts";
import { drawingsOf, useDrawings } from "../drawings/drawing-store.ts";
import type { ChartPort } from "../port/chart-port.ts";
import { CompareMenu } from "./compare-menu.tsx";
import { Intervals } from "./interval-menu.tsx";
import { StyleMenu } from "./style-menu.tsx";
import { toolClass } from "./tool-class.ts";

const IndicatorDialog = lazy(async () => ({
  default: (await import("../indicators/indicator-dialog.tsx")).IndicatorDialog,
}));

export type ChartPage = "chart" | "depth" | "info";

export type ToolbarProps = {
  market: Market;
  prices: readonly CandlePrice[];
  price: CandlePrice;
  page: ChartPage;
  /** Undefined on a phone, where the page has tabs of its own. */
  onPage: ((page: ChartPage) => void) | undefined;
  /** The chart, while it is shown. */
  port: ChartPort | undefined;
  others: readonly Market[];
  compared: readonly string[];
  onCompare: (symbol: string) => void;
  isFull: boolean;
  onFull: () => void;
};

/** More lines than this cannot be told apart. */
const comparedMax = 4;
const divider = <i aria-hidden className="mx-1.5 h-3.5 w-px flex-none bg-line-strong" />;

export function Toolbar(props: ToolbarProps) {
  const { prices, price, page, onPage, others, compared, onCompare } = props;
  const t = useTexts();
  const [areIndicatorsOpen, setAreIndicatorsOpen] = useState(false);
  return (
    <div className="flex h-(--head-height) flex-none items-center gap-0.5 overflow-x-auto border-b border-line px-2 [scrollbar-width:none] max-w768:h-8.5 max-w768:border-0">
      <Intervals />
      {divider}
      <StyleMenu prices={prices} price={price} />
      <button
        type="button"
        data-testid="chart-indicators"
        onClick={() => setAreIndicatorsOpen(true)}
        className={toolClass}
      >
        <ChartNoAxesCombined size={14} />
        <span className="@max-[760px]:sr-only">{t(m.indicators)}</span>
      </button>
      {areIndicatorsOpen && (
        <Suspense>
          <IndicatorDialog onClose={() => setAreIndicatorsOpen(false)} />
        </Suspense>
      )}
      {others.length > 0 && (
        <CompareMenu markets={others} compared={compared} comparedMax={comparedMax} onToggle={onCompare} />
      )}
      {onPage !== undefined && (
        <div className="ms-auto flex items-center gap-0.5">
          <Segmented
            label={t(m.label)}
            size="tool"
            items={[
              { id: "chart", label: t(m.chart) },
              { id: "depth", label: t(m.depth), testId: "chart-depth" },
              { id: "info", label: t(m.info) },
            ]}
            selected={page}
            onSelect={onPage}
          />
          {divider}
          <Actions {...props} />
        </div>
      )}
    </div>
  );
}

function Actions({ market, port, isFull, onFull }: ToolbarProps) {
  const t = useTexts();
  const interval = usePreferences((state) => state.chartInterval);
  const { past, future } = useDrawings(market.symbol);
  const store = drawingsOf(market.symbol);
  const shoot = async () => {
    if (port === undefined) return;
    const { saveScreenshot } = await import("../screenshot.ts");
    saveScreenshot(port.screenshot(), market.title, interval);
  };
  return (
    <>
      <span className="contents @max-[640px]:hidden">
        <IconButton size="sm" aria-label={t(m.undo)} isDisabled={past.length === 0} onPress={store.undo}>
          <Undo2 size={14} />
        </IconButton>
        <IconButton size="sm" aria-label={t(m.redo)} isDisabled={future.length === 0} onPress={store.redo}>
          <Redo2 size={14} />
        </IconButton>
        <IconButton
          size="sm"
          aria-label={t(m.screenshot)}
          isDisabled={port === undefined}
          onPress={() => void shoot()}
          data-testid="chart-screenshot"
        >
          <Camera size={14} />
        </IconButton>
      </span>
      <IconButton size="sm" aria-label={t(isFull ? m.leaveFull : m.full)} onPress={onFull} data-testid="chart-full">
        {isFull ? <Minimize size={14} /> : <Maximize size={14} />}
      </IconButton>
    </>
  );
}
