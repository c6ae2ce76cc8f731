import type { AnswerOf } from "@tidemark/kit-client";
import type { BalanceRow, Side } from "@tidemark/contracts";
import { useEffect, useRef } from "react";
import { type Live, useLive } from "../../lib/client/live.ts";
import { exactUnits } from "../../lib/format/number-text.ts";
import { requireUnits } from "../../lib/format/require-units.ts";
import { type Translate, useTexts } from "../../lib/i18n/texts.ts";
import { HistoryList } from "../../lib/lists/history-list.tsx";
import { useList } from "../../lib/lists/use-list.ts";
import { listedIn, type OrderColumn } from "../../lib/order-table/order-columns.tsx";
import type { OrderScope } from "../../lib/order-table/order-scope.ts";
import { OrderTable } from "../../lib/order-table/order-table.tsx";
import { timeText } from "../../lib/order-table/order-texts.ts";
import { loansIn, pairsIn } from "./listed-loans.ts";
import { m } from "./loans-messages.ts";

type Entry = AnswerOf<"loanHistory">["list"][number];
/** A repayment has the colour of what leaves no debt behind. */
type Line = Entry & { readonly side: Side };
const lineOf = (entry: Entry): Line => ({ ...entry, side: entry.cause === "REPAY" ? "BUY" : "SELL" });

const kinds: Readonly<Partial<Record<Entry["cause"], typeof m.LOAN>>> = {
  LOAN: m.LOAN,
  REPAY: m.REPAY,
  INTEREST: m.INTEREST,
};

function columnsOf(t: Translate): readonly OrderColumn<Line>[] {
  return [
    {
      id: "pair",
      label: t(m.pair),
      card: "head",
      cell: ({ row, market }) => <b className="font-semibold">{market?.title ?? row.symbol}</b>,
    },
    {
      id: "kind",
      label: t(m.kind),
      align: "start",
      card: "head",
      cell: ({ row }) => <span className="text-muted">{t(kinds[row.cause] ?? m.other)}</span>,
    },
    {
      id: "amount",
      label: t(m.amount),
      card: "field",
      cell: ({ row }) => (
        <>
          <span className="num" data-testid="loan-history-amount">
            {exactUnits(requireUnits(row.amount), 2)}
          </span>{" "}
          <span className="text-muted">{row.asset}</span>
        </>
      ),
    },
    {
      id: "time",
      label: t(m.time),
      card: "end",
      cell: ({ row }) => <span className="num text-muted">{timeText(row.at)}</span>,
    },
  ];
}

/** Loans, repayments and the interest of every hour, the last first. */
export function LoanHistory({ balances, scope }: { balances: Live<BalanceRow>; scope: OrderScope }) {
  const t = useTexts();
  const { only } = scope;
  const list = useList("loanHistory", only === undefined ? {} : { symbol: only });
  // A debt that changes is a new line.
  const debts = loansIn(pairsIn(scope), useLive(balances).rows)
    .map(({ symbol, asset, debt }) => `${symbol} ${asset} ${debt.principal} ${debt.interest}`)
    .join();
  const { refetch } = list;
  const again = useRef(refetch);
  useEffect(() => {
    again.current = refetch;
  });
  useEffect(() => again.current(), [debts]);
  return (
    <HistoryList list={list} emptyTitle={t(m.historyEmptyTitle)} emptyHint={t(m.historyEmptyHint)}>
      <OrderTable<Line>
        label={t(m.history)}
        columns={columnsOf(t)}
        rows={list.isKnown ? listedIn(scope, list.items.map(lineOf)) : undefined}
        keyOf={({ seq, symbol, asset, cause }, index) => `${seq} ${symbol} ${asset} ${cause} ${index}`}
        testId="loan-history-row"
      />
    </HistoryList>
  );
}
