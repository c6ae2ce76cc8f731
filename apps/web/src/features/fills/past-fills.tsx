import type { FillRow } from "@tidemark/contracts";
import { useEffect, useRef } from "react";
import { type Live, useLive } from "../../lib/client/live.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { HistoryList } from "../../lib/lists/history-list.tsx";
import { useList } from "../../lib/lists/use-list.ts";
import { isContract } from "../../lib/markets/market.ts";
import { listedIn } from "../../lib/order-table/order-columns.tsx";
import { historyAsk } from "../../lib/order-table/order-filter.ts";
import type { OrderScope } from "../../lib/order-table/order-scope.ts";
import { OrderTable } from "../../lib/order-table/order-table.tsx";
import { fillKeyOf, type ListedFill, useFillColumns } from "./fill-columns.tsx";
import { m } from "./fills-messages.ts";

export type PastFillsProps = {
  /** Asked again when a new one comes. */
  fills: Live<FillRow>;
  scope: OrderScope;
};

/** All fills of a product, in pages. */
export function PastFills({ fills, scope }: PastFillsProps) {
  const t = useTexts();
  const list = useList("fills", historyAsk("fills", scope));
  const { shared, realised, number } = useFillColumns();
  const newest = useLive(fills).rows[0]?.tradeId;
  const before = useRef(newest);
  useEffect(() => {
    if (before.current !== undefined && before.current !== newest) list.refetch();
    before.current = newest;
    // oxlint-disable-next-line react/exhaustive-deps -- only a new fill asks again
  }, [newest]);
  return (
    <HistoryList list={list} emptyTitle={t(m.emptyTitle)} emptyHint={t(m.emptyHint)}>
      <OrderTable<ListedFill>
        label={t(m.title)}
        columns={[...shared, ...(scope.markets.some(isContract) ? realised : []), ...number]}
        rows={list.isKnown ? listedIn(scope, list.items) : undefined}
        keyOf={fillKeyOf}
        testId="fill-row"
      />
    </HistoryList>
  );
}
