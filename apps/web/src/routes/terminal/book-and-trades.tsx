import { Tabs } from "@tidemark/kit-ui";
import { type ReactNode, useState } from "react";
import type { Market } from "../../lib/markets/market.ts";
import { useIdle } from "../../lib/device/use-idle.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { lazyPart } from "../../shell/loading/lazy-part.ts";
import { LazyView } from "../../shell/loading/lazy-view.tsx";
import type { OwnTopics } from "./own-topics.ts";
import { panelPart } from "./panel-part.tsx";
import { m } from "./terminal-messages.ts";

const panelGrip = lazyPart(async () => (await import("./panels/panel-grip.tsx")).PanelGrip);
const MarketTrades = panelPart(
  async () => (await import("../../features/market-trades/market-trades.tsx")).MarketTrades,
);

export type BookAndTradesProps = { market: Market; own: OwnTopics | undefined; book: ReactNode; isStacked: boolean };

/** Book above trades where there is room for both; otherwise they share one column as tabs. */
export function BookAndTrades({ market, own, book, isStacked }: BookAndTradesProps) {
  const t = useTexts();
  const [tab, setTab] = useState<"book" | "trades">("book");
  const isIdle = useIdle();
  if (isStacked)
    return (
      <div
        data-cell="bt"
        className="grid min-h-0 grid-rows-[minmax(0,1fr)_var(--trades-height)] gap-1 [grid-area:bt] [grid-template-areas:'book'_'trades']"
      >
        <div className="panel [grid-area:book]">{book}</div>
        <div className="panel [grid-area:trades]" data-cell="trades">
          {isIdle && <MarketTrades market={market} fills={own?.fills} hasHeader />}
        </div>
        {isIdle && <LazyView part={panelGrip} with={{ panel: "trades", area: "trades", edge: "top" }} />}
      </div>
    );
  return (
    <div className="panel flex flex-col [grid-area:bt]" data-cell="bt">
      <div className="flex h-(--head-height) flex-none border-b border-line px-3 text-12">
        <Tabs
          label={t(m.bookOrTrades)}
          items={[
            { id: "book", label: t(m.book) },
            { id: "trades", label: t(m.trades) },
          ]}
          selected={tab}
          onSelect={setTab}
        />
      </div>
      <div className="min-h-0 flex-1 w768:max-w980:relative">
        <div className="h-full w768:max-w980:absolute w768:max-w980:inset-0">
          {tab === "book" ? book : <MarketTrades market={market} fills={own?.fills} hasHeader={false} />}
        </div>
      </div>
    </div>
  );
}
