/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are laid out as CSS grids, for which browsers drop the meaning of table tags */
import type { DayRow } from "@tidemark/contracts";
import { classNames } from "@tidemark/kit-ui";
import { shortText } from "@tidemark/money";
import { Star } from "lucide-react";
import { shown } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { turnFavourite } from "../../lib/markets/favourites.ts";
import { listKindOf, type Market } from "../../lib/markets/market.ts";
import { m } from "./market-list-messages.ts";

/** Columns of the head and of every row; a layer has room for the volume. */
export const columnsClass = (isLayer: boolean): string =>
  classNames(
    "grid items-center gap-2 ps-2 pe-3",
    isLayer
      ? "grid-cols-[24px_minmax(0,1fr)_auto_58px] w768:grid-cols-[24px_minmax(0,1fr)_100px_70px_80px]"
      : "grid-cols-[24px_minmax(0,1fr)_auto_58px]",
  );

export type MarketRowProps = {
  id: string;
  market: Market;
  day: DayRow | undefined;
  isCurrent: boolean;
  /** Enter in the search field opens it. */
  isActive: boolean;
  isFavourite: boolean;
  isLayer: boolean;
  onChoose: () => void;
};

export function MarketRow(props: MarketRowProps) {
  const { id, market, day, isCurrent, isActive, isFavourite, isLayer, onChoose } = props;
  const t = useTexts();
  const kind = listKindOf(market);
  const known = (text: string | undefined, print: (text: string) => string): string =>
    text === undefined || text === "" ? "—" : print(text);
  const change = day?.change ?? "";
  const isFall = change.startsWith("-");
  return (
    <div
      role="row"
      id={id}
      aria-current={isCurrent}
      aria-selected={isActive}
      data-testid="market-row"
      className={classNames(
        columnsClass(isLayer),
        isLayer ? "h-9 pointer-coarse:h-11" : "h-7",
        "relative text-start hover:bg-hover aria-selected:bg-hover",
        "aria-[current=true]:bg-brand-soft aria-[current=true]:before:absolute aria-[current=true]:before:inset-y-0 aria-[current=true]:before:start-0 aria-[current=true]:before:w-0.5 aria-[current=true]:before:bg-brand",
      )}
    >
      <span role="gridcell">
        <button
          type="button"
          aria-label={t(isFavourite ? m.unmark : m.mark, { pair: market.title })}
          aria-pressed={isFavourite}
          onClick={() => turnFavourite(market.symbol)}
          className="relative z-1 grid size-6 place-items-center rounded-control text-faint hover:text-ink aria-pressed:text-warn"
        >
          <Star aria-hidden size={14} fill={isFavourite ? "currentColor" : "none"} />
        </button>
      </span>
      <span role="gridcell" className="truncate">
        {/* The button covers the row, so that a press anywhere but on the star opens the market. */}
        <button
          type="button"
          onClick={onChoose}
          className="font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brand"
        >
          {market.base}
          <span className="font-normal text-muted">{market.title.slice(market.base.length)}</span>
        </button>
        {isLayer && kind !== "SPOT" && <span className="ms-1.5 text-11 text-muted">{t(m[kind])}</span>}
      </span>
      <span role="gridcell" className="num text-end">
        {known(day?.last, (text) => shown(text, market.priceDecimals))}
      </span>
      <span
        role="gridcell"
        className={classNames("num text-end", change === "" ? "text-muted" : isFall ? "text-fall" : "text-rise")}
      >
        {known(change, (text) => `${isFall ? "−" : text === "0.00" ? "" : "+"}${text.replace(/^[+-]/, "")}%`)}
      </span>
      {isLayer && (
        <span role="gridcell" className="num text-end max-w768:hidden">
          {known(day?.quoteVolume, shortText)}
        </span>
      )}
    </div>
  );
}
