import { IconButton, Tabs } from "@tidemark/kit-ui";
import { ChevronDown, ChevronUp } from "lucide-react";
import { useState } from "react";
import type { PickedPrice } from "../../features/order-form/shell/picked-price.ts";
import type { Market } from "../../lib/markets/market.ts";
import { useIdle } from "../../lib/device/use-idle.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { OwnTopics } from "./own-topics.ts";
import { panelPart } from "./panel-part.tsx";
import { m } from "./terminal-messages.ts";

const TerminalChart = panelPart(async () => (await import("./terminal-chart.tsx")).TerminalChart);
const MarketInfo = panelPart(async () => (await import("../../features/market-bar/market-info.tsx")).MarketInfo);
const MarketTrades = panelPart(
  async () => (await import("../../features/market-trades/market-trades.tsx")).MarketTrades,
);

export type PhoneChartProps = {
  market: Market;
  own: OwnTopics | undefined;
  onPick: (picked: PickedPrice) => void;
};

/** On a phone the chart shares its space with trades and market info, and can be collapsed. */
export function PhoneChart({ market, own, onPick }: PhoneChartProps) {
  const t = useTexts();
  const [tab, setTab] = useState<"chart" | "trades" | "info">("chart");
  const [isFolded, setIsFolded] = useState(false);
  const isIdle = useIdle();
  return (
    <>
      <div className="flex h-(--head-height) items-stretch border-b border-line ps-3 pe-1">
        <Tabs
          label={t(m.chartTabs)}
          items={[
            { id: "chart", label: t(m.chart) },
            { id: "trades", label: t(m.trades) },
            { id: "info", label: t(m.info) },
          ]}
          selected={tab}
          onSelect={(next) => {
            setTab(next);
            setIsFolded(false);
          }}
        />
        <IconButton
          aria-label={t(isFolded ? m.expand : m.collapse)}
          aria-expanded={!isFolded}
          onPress={() => setIsFolded(!isFolded)}
          className="ms-auto self-center"
        >
          {isFolded ? <ChevronDown size={16} /> : <ChevronUp size={16} />}
        </IconButton>
      </div>
      {!isFolded && (
        <div className={tab === "info" ? "" : "h-63"}>
          {tab === "chart" && isIdle && (
            <TerminalChart market={market} markets={[]} own={own} info={undefined} onPick={onPick} />
          )}
          {tab === "trades" && <MarketTrades market={market} fills={own?.fills} hasHeader={false} />}
          {tab === "info" && <MarketInfo market={market} />}
        </div>
      )}
    </>
  );
}
