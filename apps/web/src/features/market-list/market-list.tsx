/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are laid out as CSS grids, for which browsers drop the meaning of table tags */
import { Tabs } from "@tidemark/kit-ui";
import { ChevronDown, ChevronUp, Search, Star } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { sharedLive, useLive } from "../../lib/client/live.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { listKindOf, type Market } from "../../lib/markets/market.ts";
import { useStored } from "../../lib/storage/choices.ts";
import { favourites } from "../../lib/markets/favourites.ts";
import {
  listedMarkets,
  type ListSort,
  type ListTab,
  nextListSort,
  shownTabs,
  type SortColumn,
} from "../../lib/markets/listed-markets.ts";
import { m } from "./market-list-messages.ts";
import { columnsClass, MarketRow } from "./market-row.tsx";

export type MarketListProps = {
  markets: readonly Market[];
  current: Market;
  onChoose: (market: Market) => void;
  /** Opened by the pair's button: wider, and the search has the focus. */
  isLayer?: boolean;
};

/** All markets with their price and day: a column on wide screens, a layer of the pair's button elsewhere. */
export function MarketList({ markets, current, onChoose, isLayer = false }: MarketListProps) {
  const t = useTexts();
  const id = useId();
  const [text, setText] = useState("");
  const [tab, setTab] = useState<ListTab>(listKindOf(current));
  const [sort, setSort] = useState<ListSort>();
  const [active, setActive] = useState(0);
  const marked = useStored(favourites);
  const days = new Map(useLive(sharedLive("days")).rows.map((day) => [day.symbol, day]));
  const found = listedMarkets(markets, days, { tab, text, favourites: marked, sort });
  const isSearching = text.trim() !== "";
  const at = Math.min(active, found.length - 1);
  const rowId = (index: number): string => `${id}-${index}`;

  const move = (event: KeyboardEvent) => {
    const chosen = found[at];
    if (event.key === "Enter" && chosen !== undefined && (isSearching || active > 0)) onChoose(chosen);
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    const next = Math.max(0, Math.min(found.length - 1, at + (event.key === "ArrowDown" ? 1 : -1)));
    setActive(next);
    document.getElementById(rowId(next))?.scrollIntoView({ block: "nearest" });
  };
  return (
    <section aria-label={t(m.title)} className="flex h-full min-h-0 flex-col text-12">
      <label className="mx-3 mt-2.5 flex h-8 flex-none items-center gap-2 rounded-control bg-field px-2.5 text-muted ring-inset has-[input:focus-visible]:ring-2 has-[input:focus-visible]:ring-brand">
        <Search aria-hidden size={14} />
        <input
          role="combobox"
          aria-expanded
          aria-haspopup="grid"
          aria-controls={`${id}-rows`}
          aria-activedescendant={found.length > 0 && isSearching ? rowId(at) : undefined}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the layer was opened to search
          autoFocus={isLayer && !matchMedia("(pointer: coarse)").matches}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
          }}
          onKeyDown={move}
          placeholder={t(m.search)}
          aria-label={t(m.search)}
          className="min-w-0 flex-1 bg-transparent text-ink outline-none pointer-coarse:text-16"
        />
      </label>
      <div className="flex h-(--head-height) flex-none overflow-x-auto overflow-y-hidden border-b border-line px-3 [scrollbar-width:none]">
        <Tabs
          label={t(m.tabs)}
          gap="tight"
          items={shownTabs(markets).map((one) => ({
            id: one,
            label: one === "favourites" ? <FavouritesLabel isLayer={isLayer} /> : t(m[one]),
            ...(isLayer && one !== "favourites"
              ? { count: markets.filter((market) => listKindOf(market) === one).length }
              : {}),
          }))}
          selected={tab}
          onSelect={(next) => {
            setTab(next);
            setText("");
            setActive(0);
          }}
        />
      </div>
      <div id={`${id}-rows`} role="grid" aria-label={t(m.title)} className="min-h-0 flex-1 overflow-auto pb-2">
        <ListHead isLayer={isLayer} sort={sort} onSort={(column) => setSort(nextListSort(sort, column))} />
        {found.map((market, index) => (
          <MarketRow
            key={market.path}
            id={rowId(index)}
            market={market}
            day={days.get(market.symbol)}
            isCurrent={market.path === current.path}
            isActive={index === at && (isSearching || active > 0)}
            isFavourite={marked.includes(market.symbol)}
            isLayer={isLayer}
            onChoose={() => onChoose(market)}
          />
        ))}
      </div>
      {found.length === 0 && (
        <p role="status" className="flex-1 p-3 text-balance text-muted">
          {isSearching ? t(m.nothing, { text }) : t(m.noFavourites)}
        </p>
      )}
    </section>
  );
}

function FavouritesLabel({ isLayer }: { isLayer: boolean }) {
  const t = useTexts();
  return (
    <>
      <Star aria-hidden size={14} />
      <span className={isLayer ? "max-w768:sr-only" : "sr-only"}>{t(m.favourites)}</span>
    </>
  );
}

type ListHeadProps = { isLayer: boolean; sort: ListSort | undefined; onSort: (column: SortColumn) => void };

function ListHead({ isLayer, sort, onSort }: ListHeadProps) {
  const t = useTexts();
  const columns: readonly SortColumn[] = isLayer
    ? ["market", "last", "change", "volume"]
    : ["market", "last", "change"];
  return (
    <div
      role="row"
      className={`${columnsClass(isLayer)} sticky top-0 z-2 h-7 ${isLayer ? "bg-raised" : "bg-surface"} text-11 text-muted`}
    >
      <span role="columnheader" aria-label={t(m.favourites)} />
      {columns.map((column) => {
        const isSorted = sort?.column === column;
        const Arrow = isSorted && !sort.isDescending ? ChevronUp : ChevronDown;
        return (
          <span
            key={column}
            role="columnheader"
            aria-sort={!isSorted ? "none" : sort.isDescending ? "descending" : "ascending"}
            className={`${column === "market" ? "" : "text-end"} ${column === "volume" ? "max-w768:hidden" : ""}`}
          >
            <button
              type="button"
              onClick={() => onSort(column)}
              className={`inline-flex items-center gap-0.5 rounded-control hover:text-ink ${isSorted ? "text-ink" : ""}`}
            >
              {t(m[column])}
              {isSorted && <Arrow aria-hidden size={12} />}
            </button>
          </span>
        );
      })}
    </div>
  );
}
