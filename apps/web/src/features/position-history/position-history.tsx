import type { PastPositionRow, Side } from "@tidemark/contracts";
import { classNames, Explained } from "@tidemark/kit-ui";
import { type Live, useGone } from "../../lib/client/live.ts";
import { assetText } from "../../lib/format/asset-text.ts";
import { negated, signedText } from "../../lib/format/number-text.ts";
import { type Translate, useTexts } from "../../lib/i18n/texts.ts";
import { HistoryList } from "../../lib/lists/history-list.tsx";
import { useList } from "../../lib/lists/use-list.ts";
import { listedIn, type OrderColumn } from "../../lib/order-table/order-columns.tsx";
import { historyAsk } from "../../lib/order-table/order-filter.ts";
import type { OrderScope } from "../../lib/order-table/order-scope.ts";
import { OrderTable } from "../../lib/order-table/order-table.tsx";
import { priceText, sizeText, timeText } from "../../lib/order-table/order-texts.ts";
import { endOf, type PositionEnd } from "./position-end.ts";
import { m } from "./position-history-messages.ts";

/** With the side that opened it. */
type Line = PastPositionRow & { readonly side: Side };

const lineOf = (row: PastPositionRow): Line => ({ ...row, side: row.posSide === "LONG" ? "BUY" : "SELL" });

const unknownDecimals = 8;

/** Forced ends say why on request. */
const hints = { liquidated: m.liquidatedHint, adl: m.adlHint, settled: m.settledHint } as const;

function End({ end }: { end: PositionEnd }) {
  const t = useTexts();
  if (end === "closed") return t(m.closed);
  return (
    <Explained label={t(m[end])} explanation={t(hints[end])} className={end === "settled" ? "" : "text-warn"}>
      {t(m[end])}
    </Explained>
  );
}

/** An amount with its sign; only the total is coloured. */
function moneyColumn(id: string, label: string, textOf: (row: Line) => string, isTotal = false): OrderColumn<Line> {
  return {
    id,
    label,
    card: "field",
    cell: ({ row, market }) => {
      const text = textOf(row);
      const tone = text.startsWith("-") ? "text-fall" : "text-rise";
      return (
        <>
          <span className={classNames("num", isTotal && tone)} data-testid={`past-position-${id}`}>
            {signedText(text, market?.valueDecimals ?? unknownDecimals)}
          </span>
          {isTotal && <span className="text-muted"> {assetText(row.asset)}</span>}
        </>
      );
    },
  };
}

function columnsOf(t: Translate): readonly OrderColumn<Line>[] {
  return [
    {
      id: "contract",
      label: t(m.contract),
      card: "head",
      cell: ({ row, market }) => (
        <>
          <b className="block font-semibold">{market?.title ?? row.symbol}</b>
          <small className={classNames("text-11", row.side === "BUY" ? "text-rise" : "text-fall")}>
            {t(row.side === "BUY" ? m.LONG : m.SHORT)}
          </small>
        </>
      ),
    },
    {
      id: "size",
      label: t(m.size),
      card: "field",
      cell: ({ row, market }) => <span className="num">{sizeText(market, row.closedQty)}</span>,
    },
    {
      id: "entry",
      label: t(m.entry),
      card: "field",
      cell: ({ row, market }) => <span className="num">{priceText(market, row.entryPrice)}</span>,
    },
    {
      id: "exit",
      label: t(m.exit),
      card: "field",
      cell: ({ row, market }) => <span className="num">{priceText(market, row.exitPrice)}</span>,
    },
    moneyColumn("pricePnl", t(m.pricePnl), ({ closedPnl }) => closedPnl),
    // With its sign, so that the three add up to what was realised.
    moneyColumn("fees", t(m.fees), ({ fees }) => negated(fees)),
    moneyColumn("funding", t(m.funding), ({ funding }) => funding),
    moneyColumn("realised", t(m.realised), ({ realisedPnl }) => realisedPnl, true),
    {
      id: "end",
      label: t(m.end),
      align: "start",
      className: "ps-6!",
      card: "end",
      cell: ({ row }) => <End end={endOf(row.endedBy)} />,
    },
    {
      id: "times",
      label: t(m.times),
      card: "field",
      cell: ({ row }) => (
        <span className="num inline-grid text-11 text-muted">
          <span>{timeText(row.openedAt)}</span>
          <span className="text-ink">{timeText(row.closedAt)}</span>
        </span>
      ),
    },
  ];
}

export type PositionHistoryProps = {
  /** Asked again when one of these ends. */
  positions: Live<unknown>;
  scope: OrderScope;
};

/** Positions that have ended, the last first. */
export function PositionHistory({ positions, scope }: PositionHistoryProps) {
  const t = useTexts();
  const list = useList("positionHistory", historyAsk("positions", scope));
  useGone(positions, list.refetch);
  return (
    <HistoryList list={list} emptyTitle={t(m.emptyTitle)} emptyHint={t(m.emptyHint)}>
      <OrderTable<Line>
        label={t(m.title)}
        columns={columnsOf(t)}
        rows={list.isKnown ? listedIn(scope, list.items.map(lineOf)) : undefined}
        keyOf={({ symbol, posSide, openedAt, closedAt }, index) =>
          `${symbol} ${posSide} ${openedAt} ${closedAt} ${index}`
        }
        testId="past-position-row"
      />
    </HistoryList>
  );
}
