import { classNames, type DataColumn, DataTable, EmptyState, Sparkline } from "@tidemark/kit-ui";
import { printUnits, shortText } from "@tidemark/money";
import { Link } from "@tanstack/react-router";
import { BellPlus, SearchX, Star } from "lucide-react";
import type { ReactNode } from "react";
import { fundingText, shown, signedText } from "../../lib/format/number-text.ts";
import { type Translate, useTexts } from "../../lib/i18n/texts.ts";
import { CoinMark } from "../../lib/markets/coin-mark.tsx";
import { turnFavourite } from "../../lib/markets/favourites.ts";
import type { Market } from "../../lib/markets/market.ts";
import { m } from "./overview-messages.ts";
import { changeOf, compareKnown, lastOf, type MarketFigures } from "./overview-rules.ts";
import { ListsMenu, RowLists, type RowListsProps } from "./row-lists.tsx";

const dash = <span className="text-muted">—</span>;
const lineWidthPx = 112;

export type MarketTableProps = {
  rows: readonly MarketFigures[] | undefined;
  /** Contracts are among them: funding and open interest have columns. */
  hasContracts: boolean;
  favourites: readonly string[];
  lists: Omit<RowListsProps, "market">;
  isWatchList: boolean;
  /** Sets an alert on a market, beginning at its last price; absent for signed-out users. */
  onAlert: ((symbol: string, last: string) => void) | undefined;
};

export function MarketTable({ rows, hasContracts, favourites, lists, isWatchList, onAlert }: MarketTableProps) {
  const t = useTexts();
  const columns = [
    starColumn(t, favourites, lists),
    pairColumn(t),
    ...numberColumns(t, hasContracts),
    {
      id: "lists",
      label: t(m.inLists),
      className: "w-44 max-w1200:hidden",
      cell: ({ market }: MarketFigures) => <RowLists {...lists} market={market} />,
    },
    {
      id: "trade",
      label: t(m.trade),
      isLabelHidden: true,
      align: "end" as const,
      className: `${onAlert === undefined ? "w-18" : "w-20"} max-w980:hidden`,
      cell: ({ market, day }: MarketFigures) => (
        <span className="inline-flex items-center gap-1">
          {onAlert !== undefined && (
            <button
              type="button"
              aria-label={t(m.alertOn, { pair: market.title })}
              title={t(m.alertOn, { pair: market.title })}
              onClick={() => onAlert(market.symbol, day?.last ?? "")}
              data-testid="overview-alert"
              className="grid size-8 place-items-center rounded-control text-muted hover:bg-hover hover:text-ink"
            >
              <BellPlus aria-hidden size={16} />
            </button>
          )}
          <Link
            to={market.path}
            aria-label={t(m.tradeOf, { pair: market.title })}
            className="rounded-control font-medium text-muted hover:text-brand"
          >
            {t(m.trade)}
          </Link>
        </span>
      ),
    },
  ];
  return (
    <DataTable
      label={t(m.title)}
      scroll="page"
      columns={columns}
      rows={rows}
      rowId={({ market }) => market.symbol}
      rowTestId="overview-row"
      loadingRows={10}
      empty={
        isWatchList ? (
          <EmptyState icon={<Star size={28} />} title={t(m.emptyList)} hint={t(m.emptyListHint)} />
        ) : (
          <EmptyState icon={<SearchX size={28} />} title={t(m.nothing)} hint={t(m.nothingHint)} />
        )
      }
    />
  );
}

const starColumn = (
  t: Translate,
  favourites: readonly string[],
  lists: MarketTableProps["lists"],
): DataColumn<MarketFigures> => ({
  id: "star",
  label: t(m.favourites),
  isLabelHidden: true,
  className: "w-8 pe-0! w768:w-9",
  sample: "0",
  cell: ({ market }) => {
    const isMarked = favourites.includes(market.symbol);
    const star = <Star aria-hidden size={16} fill={isMarked ? "currentColor" : "none"} />;
    const face = "-ms-1 grid size-8 place-items-center rounded-control text-faint hover:text-ink";
    // Where there is no room for the column of lists, the star opens their menu, as soon as there is more than the favourites.
    const hasMenu = lists.lists.length > 1 || lists.onMove !== undefined;
    return (
      <>
        <button
          type="button"
          aria-pressed={isMarked}
          aria-label={t(isMarked ? m.unmark : m.mark, { pair: market.title })}
          onClick={() => turnFavourite(market.symbol)}
          className={classNames(face, "aria-pressed:text-warn", hasMenu && "max-w1200:hidden")}
        >
          {star}
        </button>
        {hasMenu && (
          <span className="w1200:hidden">
            <ListsMenu
              {...lists}
              market={market}
              face={star}
              faceClassName={classNames(face, isMarked && "text-warn!")}
              testId="star-lists"
            />
          </span>
        )}
      </>
    );
  },
});

const pairColumn = (t: Translate): DataColumn<MarketFigures> => ({
  id: "pair",
  label: t(m.pair),
  className: "max-w768:px-1! w768:w-48",
  compare: (a, b) => a.market.title.localeCompare(b.market.title, "en"),
  cell: ({ market }) => (
    <Link to={market.path} className="flex items-center gap-2.5 rounded-control py-1.5 hover:text-brand">
      <CoinMark coin={market.base} />
      <span className="grid min-w-0 leading-4.5">
        <PairName market={market} />
        <span className="text-12 text-muted">{t(market.kind === "SPOT" ? m.spotKind : m.perpetual)}</span>
      </span>
    </Link>
  ),
});

function PairName({ market }: { market: Market }) {
  return (
    <span className="num truncate font-semibold">
      {market.base}
      <span className="font-normal text-muted">{market.title.slice(market.base.length)}</span>
    </span>
  );
}

const known = <V,>(value: V | undefined, print: (value: V) => ReactNode): ReactNode =>
  value === undefined ? dash : print(value);
const money = (units: bigint | undefined): ReactNode =>
  known(units, (value) => <span className="num">{shortText(printUnits(value))}</span>);

function numberColumns(t: Translate, hasContracts: boolean): readonly DataColumn<MarketFigures>[] {
  const end = { align: "end" as const };
  return [
    {
      ...end,
      id: "last",
      label: t(m.last),
      className: "w-25 max-w768:px-1! w768:w-32",
      compare: (a, b) => compareKnown(lastOf(a), lastOf(b)),
      cell: ({ market, day }) =>
        known(day?.last === "" ? undefined : day?.last, (last) => (
          <span className="num font-semibold">{shown(last, market.priceDecimals)}</span>
        )),
    },
    {
      ...end,
      id: "change",
      label: t(m.change),
      className: "w-21 max-w768:px-1! w768:w-28",
      compare: (a, b) => compareKnown(changeOf(a), changeOf(b)),
      cell: (row) => <Change row={row} />,
    },
    {
      ...end,
      id: "course",
      label: t(m.course),
      className: "w-36 max-w768:hidden",
      cell: ({ market, points }) => (
        <span dir="ltr" className="inline-block align-middle">
          <Sparkline label={t(m.courseOf, { pair: market.title })} points={points} width={lineWidthPx} height={28} />
        </span>
      ),
    },
    ...(hasContracts ? contractColumns(t) : []),
    {
      ...end,
      id: "volume",
      label: t(m.volume, { asset: "USDT" }),
      className: "w-30 max-w768:hidden",
      compare: (a, b) => compareKnown(a.volume, b.volume),
      cell: ({ volume }) => money(volume),
    },
  ];
}

const contractColumns = (t: Translate): readonly DataColumn<MarketFigures>[] => [
  {
    id: "funding",
    label: t(m.funding),
    align: "end",
    className: "w-26 max-w1024:hidden",
    compare: (a, b) => compareKnown(a.funding, b.funding),
    cell: ({ funding }) => known(funding, (rate) => <span className="num">{fundingText(rate)}</span>),
  },
  {
    id: "open",
    label: t(m.openInterest),
    align: "end",
    className: "w-34 max-w1024:hidden",
    compare: (a, b) => compareKnown(a.openValue, b.openValue),
    cell: ({ openValue }) => money(openValue),
  },
];

function Change({ row }: { row: MarketFigures }) {
  const change = changeOf(row);
  if (change === undefined) return dash;
  const tone = change === 0n ? "text-muted" : change < 0n ? "text-fall" : "text-rise";
  return <span className={`num ${tone}`}>{signedText(row.day!.change, 2)}%</span>;
}
