import { PageTable, Skeleton, Tag } from "@tidemark/kit-ui";
import type { AnswerOf } from "@tidemark/kit-client";
import type { ReactNode } from "react";
import { dateText, fundingText, shown } from "../../lib/format/number-text.ts";
import { requireUnits } from "../../lib/format/require-units.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { HistoryList } from "../../lib/lists/history-list.tsx";
import { useList } from "../../lib/lists/use-list.ts";
import type { ContractMarket } from "../../lib/markets/market.ts";
import { m } from "./mark-price-messages.ts";

type Settlement = AnswerOf<"fundingHistory">["list"][number];

/** The settlements of a contract, newest first, in pages. */
export function FundingHistory({ market }: { market: ContractMarket }) {
  const t = useTexts();
  const list = useList("fundingHistory", { symbol: market.symbol }, { owner: "public" });
  const cellOf = ({ at, isSkipped, rate, mark, positions }: Settlement, column: string): ReactNode => {
    if (column === "time") return <span className="date text-muted">{dateText(at).slice(0, 16)}</span>;
    if (column === "mark") return <span className="num">{mark === "" ? "—" : shown(mark, market.priceDecimals)}</span>;
    if (column === "positions") return <span className="num">{positions}</span>;
    return isSkipped ? (
      <Tag>{t(m.skipped)}</Tag>
    ) : (
      <span className="num font-medium">{fundingText(requireUnits(rate))}</span>
    );
  };
  return (
    <section>
      <h2 className="pb-1 text-16 font-semibold">{t(m.history)}</h2>
      {list.isKnown || list.isFailed ? (
        <HistoryList list={list} emptyTitle={t(m.noHistory)} emptyHint={t(m.noHistoryHint)}>
          <PageTable
            isDense
            label={t(m.history)}
            columns={[
              { id: "time", label: t(m.time) },
              { id: "rate", label: t(m.settledRate), align: "end" },
              { id: "mark", label: t(m.mark), align: "end" },
              { id: "positions", label: t(m.positions), align: "end", className: "max-w768:hidden" },
            ]}
            rows={list.items}
            keyOf={({ at }) => String(at)}
            cellOf={cellOf}
          />
        </HistoryList>
      ) : (
        <Skeleton className="h-32! w-full">.</Skeleton>
      )}
    </section>
  );
}
