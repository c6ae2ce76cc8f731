import { Skeleton } from "@tidemark/kit-ui";
import { useState } from "react";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { ContractMarket } from "../../lib/markets/market.ts";
import { PnlCalendar } from "./pnl-calendar.tsx";
import type { PnlScope } from "./pnl-figures.tsx";
import { m } from "./pnl-messages.ts";
import { rangeDays } from "./pnl-range.ts";
import { usePnl } from "./use-pnl.ts";

/** The calendar alone, for a page that shows more than profit and loss. */
export function PnlMonth({ settle }: { settle: ContractMarket["settleAsset"] }) {
  const t = useTexts();
  const [now] = useState(() => new Date());
  const scope: PnlScope = {
    product: 4,
    asset: settle.asset,
    decimals: settle.displayDecimals,
    ...rangeDays("90D", now),
  };
  const { data, isError } = usePnl(scope);
  if (data === undefined && !isError) return <Skeleton className="h-80! w-full">.</Skeleton>;
  return (
    <div className="grid content-start gap-3">
      <PnlCalendar days={data?.days ?? []} scope={scope} title={t(m.profitAndLoss)} />
      <p className="text-12 text-muted">{isError && data === undefined ? t(m.failed) : t(m.monthHint)}</p>
    </div>
  );
}
