import type { FundingPaymentRow, Side } from "@tidemark/contracts";
import { Explained } from "@tidemark/kit-ui";
import { assetText } from "../../lib/format/asset-text.ts";
import { isZeroText, negated } from "../../lib/format/number-text.ts";
import { type Translate, useTexts } from "../../lib/i18n/texts.ts";
import { HistoryList } from "../../lib/lists/history-list.tsx";
import { useList } from "../../lib/lists/use-list.ts";
import { listedIn, type OrderColumn } from "../../lib/order-table/order-columns.tsx";
import { historyAsk } from "../../lib/order-table/order-filter.ts";
import type { OrderScope } from "../../lib/order-table/order-scope.ts";
import { OrderTable } from "../../lib/order-table/order-table.tsx";
import { timeText } from "../../lib/order-table/order-texts.ts";
import { m } from "./funding-payments-messages.ts";
import { paymentText, payerOf, rateText } from "./funding-texts.ts";

/** With the side that opened the position. */
type Line = FundingPaymentRow & { readonly side: Side };

const lineOf = (row: FundingPaymentRow): Line => ({ ...row, side: row.posSide === "LONG" ? "BUY" : "SELL" });

function columnsOf(t: Translate): readonly OrderColumn<Line>[] {
  return [
    {
      id: "contract",
      label: t(m.contract),
      card: "head",
      cell: ({ row, market }) => <b className="font-semibold">{market?.title ?? row.symbol}</b>,
    },
    {
      id: "position",
      label: t(m.position),
      align: "start",
      card: "head",
      cell: ({ row }) => (
        <span className={row.side === "BUY" ? "text-rise" : "text-fall"}>
          {t(row.side === "BUY" ? m.LONG : m.SHORT)}
        </span>
      ),
    },
    {
      id: "rate",
      label: t(m.rate),
      card: "field",
      cell: ({ row }) => <span className="num">{rateText(row.rate)}</span>,
    },
    {
      id: "direction",
      label: t(m.direction),
      align: "start",
      className: "ps-6!",
      card: "field",
      cell: ({ row }) => {
        const payer = payerOf(row.rate);
        return payer === undefined ? "—" : t(m[payer]);
      },
    },
    {
      id: "amount",
      label: t(m.amount),
      card: "field",
      cell: ({ row, market }) => (
        <>
          <span className="num" data-testid="funding-amount">
            {paymentText(market, row.amount)}
          </span>{" "}
          <span className="text-muted">{assetText(row.asset)}</span>
        </>
      ),
    },
    {
      id: "capitalised",
      label: t(m.capitalised),
      card: "field",
      cell: ({ row, market }) =>
        isZeroText(row.capitalised) ? (
          "—"
        ) : (
          <Explained label={t(m.capitalised)} explanation={t(m.capitalisedHint)} className="num">
            {paymentText(market, negated(row.capitalised))}
          </Explained>
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

/** Funding is paid every few hours; who waits for it sees it within a minute. */
const refreshMs = 60_000;

/** What positions paid and received at each funding, the last first. */
export function FundingPayments({ scope }: { scope: OrderScope }) {
  const t = useTexts();
  const list = useList("fundingPayments", historyAsk("positions", scope), { refreshMs });
  return (
    <HistoryList list={list} emptyTitle={t(m.emptyTitle)} emptyHint={t(m.emptyHint)}>
      <OrderTable<Line>
        label={t(m.title)}
        columns={columnsOf(t)}
        rows={list.isKnown ? listedIn(scope, list.items.map(lineOf)) : undefined}
        keyOf={({ seq, symbol, posSide }) => `${seq} ${symbol} ${posSide}`}
        testId="funding-row"
      />
    </HistoryList>
  );
}
