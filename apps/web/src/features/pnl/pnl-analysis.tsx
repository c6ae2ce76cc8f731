import { Button, EmptyState, Segmented, Skeleton } from "@tidemark/kit-ui";
import { ChartLine } from "lucide-react";
import { useState } from "react";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { ContractMarket } from "../../lib/markets/market.ts";
import { PnlCalendar } from "./pnl-calendar.tsx";
import { PnlClosed } from "./pnl-closed.tsx";
import { PnlCurve } from "./pnl-curve.tsx";
import { type PnlScope, PnlSum } from "./pnl-figures.tsx";
import { PnlMarkets } from "./pnl-markets.tsx";
import { m } from "./pnl-messages.ts";
import { pnlRanges, type PnlRange, rangeDays } from "./pnl-range.ts";
import { usePnl } from "./use-pnl.ts";

export type PnlAnalysisProps = {
  product: PnlScope["product"];
  settle: ContractMarket["settleAsset"];
  markets: readonly ContractMarket[];
  range: PnlRange;
  onRange: (range: PnlRange) => void;
};

/** What a contract account came to in a time: by day, by market and by position. */
export function PnlAnalysis({ product, settle, markets, range, onRange }: PnlAnalysisProps) {
  const t = useTexts();
  const [now] = useState(() => new Date());
  const scope: PnlScope = {
    product,
    asset: settle.asset,
    decimals: settle.displayDecimals,
    ...rangeDays(range, now),
    only: markets.length === 1 ? markets[0]!.symbol : undefined,
  };
  const { from, to } = scope;
  const { data, isError, refetch } = usePnl(scope);
  const texts = { "7D": t(m.days, { count: 7 }), month: t(m.month), "90D": t(m.days, { count: 90 }), "1Y": t(m.year) };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <div className="flex flex-wrap items-end justify-between gap-4">
        {data === undefined ? (
          <p className="text-40 font-semibold">{isError ? "—" : <Skeleton>+1,812.38</Skeleton>}</p>
        ) : (
          <PnlSum total={data.total} scope={scope} />
        )}
        <Segmented
          label={t(m.range)}
          size="switch"
          items={pnlRanges.map((id) => ({ id, label: texts[id], testId: `pnl-range-${id}` }))}
          selected={range}
          onSelect={onRange}
        />
      </div>
      <p className="-mt-5 text-13 text-muted">{t(m.hint)}</p>
      {isError && data === undefined && (
        <EmptyState icon={<ChartLine size={24} strokeWidth={1.5} />} title={t(m.failed)} hint="">
          <Button onPress={() => void refetch()}>{t(m.retry)}</Button>
        </EmptyState>
      )}
      {data !== undefined &&
        (data.days.length === 0 && data.closed.count === 0 ? (
          <EmptyState icon={<ChartLine size={24} strokeWidth={1.5} />} title={t(m.empty)} hint="" />
        ) : (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 w1024:grid-cols-[minmax(0,1fr)_minmax(320px,380px)]">
            <PnlCurve days={data.days} scope={scope} />
            <PnlCalendar key={`${from} ${to}`} days={data.days} scope={scope} />
            <PnlMarkets pnl={data} scope={scope} markets={markets} />
            <PnlClosed pnl={data} scope={scope} />
          </div>
        ))}
    </div>
  );
}
