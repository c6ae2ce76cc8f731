import { Button, EmptyState } from "@tidemark/kit-ui";
import { HandCoins } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useLive } from "../../lib/client/live.ts";
import { clockText, exactUnits, percentOfRate, shownUnits } from "../../lib/format/number-text.ts";
import { type Translate, useTexts } from "../../lib/i18n/texts.ts";
import { levelText } from "../../lib/margin/level-scale.ts";
import type { PairSide } from "../../lib/margin/margin-pair.ts";
import { type MarginPairNow, type PairOwner, rateOf, useMarginPair } from "../../lib/margin/use-margin-pair.ts";
import type { OrderColumn } from "../../lib/order-table/order-columns.tsx";
import type { OrderScope } from "../../lib/order-table/order-scope.ts";
import { OrderTable } from "../../lib/order-table/order-table.tsx";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { type LoanRow, loansIn, pairsIn, yearRate } from "./listed-loans.ts";
import type { LoanAct } from "./loan-form.ts";
import { m } from "./loans-messages.ts";

const LoanDialog = lazy(async () => ({ default: (await import("./loan-dialog.tsx")).LoanDialog }));

/** A figure of a row's pair, which lives by the index of its own market. */
function PairFigure({ row, owner, text }: { row: LoanRow; owner: PairOwner; text: (pair: MarginPairNow) => string }) {
  const pair = useMarginPair(row.market, owner);
  return <span className="num">{pair === undefined ? "—" : text(pair)}</span>;
}

type Opened = { readonly row: Pick<LoanRow, "market" | "of">; readonly act: LoanAct };

type ColumnParts = { t: Translate; own: (text: string) => string; owner: PairOwner; onAct: (opened: Opened) => void };

function columnsOf({ t, own, owner, onAct }: ColumnParts): readonly OrderColumn<LoanRow>[] {
  const decimalsOf = ({ market, of }: LoanRow): number =>
    of === "base" ? market.baseAsset.displayDecimals : market.quoteDecimals;
  const figure = (id: string, label: string, text: (row: LoanRow, pair: MarginPairNow) => string) => ({
    id,
    label,
    card: "field" as const,
    cell: ({ row }: { row: LoanRow }) => <PairFigure row={row} owner={owner} text={(pair) => text(row, pair)} />,
  });
  return [
    {
      id: "pair",
      label: t(m.pair),
      card: "head",
      cell: ({ row }) => (
        <>
          <b className="font-semibold">{row.market.title}</b> <span className="text-muted">{row.asset}</span>
        </>
      ),
    },
    {
      id: "principal",
      label: t(m.principal),
      card: "field",
      cell: ({ row }) => (
        <span className="num" data-testid="loan-principal">
          {own(shownUnits(row.debt.principal, decimalsOf(row)))}
        </span>
      ),
    },
    {
      id: "interest",
      label: t(m.interestDue),
      card: "field",
      cell: ({ row }) => <span className="num">{own(exactUnits(row.debt.interest, 2))}</span>,
    },
    figure("rate", t(m.rate), ({ of }, { terms }) => percentOfRate(rateOf(terms, of))),
    figure("year", t(m.year), ({ of }, { terms }) => percentOfRate(yearRate(rateOf(terms, of)))),
    figure("next", t(m.nextCharge), (_, { interestAt }) => (interestAt === undefined ? "—" : clockText(interestAt))),
    figure("level", t(m.level), (_, { level }) => levelText(level)),
    {
      id: "actions",
      label: t(m.actions),
      card: "action",
      cell: ({ row }) => (
        <span className="inline-flex gap-1.5 max-w768:grid max-w768:grid-cols-2">
          {(["borrow", "repay"] as const).map((act) => (
            <Button
              key={act}
              size="sm"
              onPress={() => onAct({ row, act })}
              data-testid={`row-${act}`}
              className="text-11 group-hover/row:bg-line-strong max-w768:h-9"
            >
              {t(act === "borrow" ? m.borrowMore : m.repay)}
            </Button>
          ))}
        </span>
      ),
    },
  ];
}

/** The open loans of the pairs, with their interest. */
export function Loans({ owner, scope }: { owner: PairOwner; scope: OrderScope }) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const { state, rows } = useLive(owner.balances);
  const [opened, setOpened] = useState<Opened & { readonly side: PairSide }>();
  const loans = loansIn(pairsIn(scope), rows);
  const dialog = opened !== undefined && (
    <Suspense>
      <LoanDialog
        market={opened.row.market}
        owner={owner}
        act={opened.act}
        side={opened.side}
        onClose={() => setOpened(undefined)}
      />
    </Suspense>
  );
  if (state !== "loading" && loans.length === 0)
    return (
      <>
        <EmptyState icon={<HandCoins size={24} strokeWidth={1.5} />} title={t(m.emptyTitle)} hint={t(m.emptyHint)} />
        {dialog}
      </>
    );
  return (
    <>
      <OrderTable<LoanRow>
        label={t(m.title)}
        columns={columnsOf({ t, own, owner, onAct: ({ row, act }) => setOpened({ row, act, side: row.of }) })}
        rows={state === "loading" ? undefined : loans.map((row) => ({ row, market: row.market }))}
        keyOf={({ symbol, asset }) => `${symbol} ${asset}`}
        testId="loan-row"
      />
      {dialog}
    </>
  );
}
