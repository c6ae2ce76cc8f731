import { Segmented, Tabs } from "@tidemark/kit-ui";
import { LayoutGrid, List } from "lucide-react";
import { useId, useState } from "react";
import { useTexts } from "../../lib/i18n/texts.ts";
import { listedMarkets } from "../../lib/markets/listed-markets.ts";
import { MarketSearch } from "../../lib/markets/market-search.tsx";
import type { Market } from "../../lib/markets/market.ts";
import { useStored } from "../../lib/storage/choices.ts";
import { stored } from "../../lib/storage/storage.ts";
import { HeatMap } from "./heat-map.tsx";
import { ListChips } from "./list-chips.tsx";
import { MarketTable, type MarketTableProps } from "./market-table.tsx";
import { MarketTotals } from "./market-totals.tsx";
import { m } from "./overview-messages.ts";
import { useOverview } from "./overview-queries.ts";
import { type MarketFigures, overviewViews, type OverviewView, rowsOfView, totalsOf } from "./overview-rules.ts";
import { favouritesId, type OwnLists, useWatchLists } from "./use-watch-lists.ts";

const kinds = ["SPOT", "LINEAR", "INVERSE"] as const;
export type OverviewTab = "lists" | (typeof kinds)[number];
type Look = "table" | "heat";
const chosenLook = stored<Look>("marketsLook", "table", {
  isWhole: (value): value is Look => value === "table" || value === "heat",
});
const noMarkets: readonly Market[] = [];

export type MarketOverviewProps = {
  /** Undefined until loaded. */
  markets: readonly Market[] | undefined;
  /** The tab that is open at first. */
  firstTab: OverviewTab;
  /** Absent for signed-out users. */
  onAlert: MarketTableProps["onAlert"];
};

/** All markets: as a table with the line of the day, as the trader's own lists, or as tiles by volume. */
export function MarketOverview({ markets = noMarkets, firstTab, onAlert }: MarketOverviewProps) {
  const t = useTexts();
  const panelId = useId();
  const [tab, setTab] = useState(firstTab);
  const [view, setView] = useState<OverviewView>("all");
  const [listId, setListId] = useState(favouritesId);
  const [text, setText] = useState("");
  const look = useStored(chosenLook);
  const own = useWatchLists();
  const { rows, nextFundingAt } = useOverview(markets);
  const list = own.lists.find(({ id }) => id === listId) ?? own.lists[0]!;
  const isSearching = text.trim() !== "";
  const isList = tab === "lists" && !isSearching;
  const found = isList
    ? rowsOfList(rows, list.symbols)
    : rowsOfView(rowsFound(rows, tab, text), isSearching ? "all" : view);
  return (
    <main className="wrap pt-8 pb-4">
      <h1 className="text-28 leading-tight font-semibold tracking-[-0.02em]">{t(m.title)}</h1>
      <MarketTotals totals={totalsOf(rows)} nextFundingAt={nextFundingAt} />
      <Tabs
        isPage
        className="mt-6"
        label={t(m.kinds)}
        panelId={panelId}
        items={[
          { id: "lists", label: t(m.lists), count: own.lists.length },
          ...kinds.map((kind) => ({
            id: kind,
            label: t(m[kind]),
            count: markets.filter((market) => market.kind === kind).length,
          })),
        ]}
        selected={tab}
        onSelect={(next) => {
          setTab(next);
          setText("");
        }}
      />
      <div id={panelId}>
        <div className="flex flex-wrap items-center gap-3 py-4">
          {isList ? (
            <OwnListChips own={own} selected={list.id} onSelect={setListId} />
          ) : (
            <Segmented
              label={t(m.views)}
              size="switch"
              items={overviewViews.map((id) => ({ id, label: t(m[id]) }))}
              selected={view}
              onSelect={setView}
            />
          )}
          <MarketSearch
            label={t(m.search)}
            text={text}
            onChange={setText}
            className="ms-auto max-w768:order-last max-w768:basis-full w768:w-60"
          />
          <Segmented
            label={t(m.look)}
            size="switch"
            className="max-w768:ms-auto"
            items={[
              { id: "table", label: <Face Icon={List} label={t(m.table)} /> },
              { id: "heat", label: <Face Icon={LayoutGrid} label={t(m.heatMap)} />, testId: "look-heat" },
            ]}
            selected={look}
            onSelect={chosenLook.set}
          />
        </div>
        {look === "heat" ? (
          <HeatMap rows={markets.length === 0 ? undefined : found} />
        ) : (
          <MarketTable
            rows={markets.length === 0 ? undefined : found}
            hasContracts={isSearching || tab !== "SPOT"}
            favourites={own.lists[0]!.symbols}
            isWatchList={isList}
            onAlert={onAlert}
            lists={{
              lists: own.lists,
              onTurn: own.turn,
              onMove: isList ? (symbol, by) => own.move(list.id, symbol, by) : undefined,
            }}
          />
        )}
        {isList && <p className="mt-3 text-12 text-muted">{t(m.listHint)}</p>}
      </div>
    </main>
  );
}

function OwnListChips(props: { own: OwnLists; selected: string; onSelect: (id: string) => void }) {
  const { own, selected, onSelect } = props;
  return (
    <ListChips
      lists={own.lists}
      selected={selected}
      canAdd={own.canAdd}
      onSelect={onSelect}
      onAdd={(name) => onSelect(own.add(name))}
      onRename={own.rename}
      onRemove={(id) => {
        own.remove(id);
        onSelect(favouritesId);
      }}
    />
  );
}

/** In the list's own order. A market that is no longer listed is left out. */
const rowsOfList = (rows: readonly MarketFigures[], symbols: readonly string[]): readonly MarketFigures[] =>
  symbols.flatMap((symbol) => rows.find(({ market }) => market.symbol === symbol) ?? []);

/** Of a tab, or of all tabs where something is searched. */
function rowsFound(rows: readonly MarketFigures[], tab: OverviewTab, text: string): readonly MarketFigures[] {
  const question = { tab: tab === "lists" ? ("favourites" as const) : tab, text, favourites: [], sort: undefined };
  const found = listedMarkets(
    rows.map(({ market }) => market),
    new Map(),
    question,
  );
  return found.map((one) => rows.find(({ market }) => market === one)!);
}

function Face({ Icon, label }: { Icon: typeof List; label: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon aria-hidden size={14} />
      <span className="max-w768:sr-only">{label}</span>
    </span>
  );
}
