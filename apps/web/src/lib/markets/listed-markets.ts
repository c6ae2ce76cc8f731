import type { DayRow } from "@tidemark/contracts";
import { requireUnits } from "../format/require-units.ts";
import { isMargin, listKindOf, type Market } from "./market.ts";

const listTabs = ["favourites", "SPOT", "MARGIN", "LINEAR", "INVERSE"] as const;
export type ListTab = (typeof listTabs)[number];
/** The simulated exchange has no spot markets: a kind without a market has no tab. */
export const shownTabs = (markets: readonly Market[]): readonly ListTab[] =>
  listTabs.filter((tab) => tab === "favourites" || markets.some((market) => listKindOf(market) === tab));
export type SortColumn = "market" | "last" | "change" | "volume";
export type ListSort = { readonly column: SortColumn; readonly isDescending: boolean };

export type ListQuestion = {
  readonly tab: ListTab;
  /** A search covers all tabs. */
  readonly text: string;
  readonly favourites: readonly string[];
  readonly sort: ListSort | undefined;
};

/** Names ascend first, numbers descend first; a third press returns to the original order. */
export function nextListSort(sort: ListSort | undefined, column: SortColumn): ListSort | undefined {
  const isDescendingFirst = column !== "market";
  if (sort?.column !== column) return { column, isDescending: isDescendingFirst };
  return sort.isDescending === isDescendingFirst ? { column, isDescending: !isDescendingFirst } : undefined;
}

const fields = { last: "last", change: "change", volume: "quoteVolume" } as const;

/** The markets to list, in their order. Where a number is unknown the market is at the end, in both directions. */
export function listedMarkets(
  markets: readonly Market[],
  days: ReadonlyMap<string, DayRow>,
  { tab, text, favourites, sort }: ListQuestion,
): readonly Market[] {
  const found = text.trim() === "" ? inTab(markets, tab, favourites) : searched(markets, text, tab);
  if (sort === undefined) return found;
  const sign = sort.isDescending ? -1 : 1;
  const { column } = sort;
  if (column === "market") return found.toSorted((a, b) => sign * a.title.localeCompare(b.title, "en"));
  const numberOf = ({ symbol }: Market): bigint | undefined => {
    const number = days.get(symbol)?.[fields[column]] ?? "";
    return number === "" ? undefined : requireUnits(number.replace(/^\+/, ""));
  };
  return found
    .map((market) => ({ market, number: numberOf(market) }))
    .toSorted(({ number: a }, { number: b }) => {
      if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
      return a === b ? 0 : a < b ? -sign : sign;
    })
    .map(({ market }) => market);
}

/** A star marks a market by its symbol; its margin pair, which has the same one, is not listed beside it. */
const inTab = (markets: readonly Market[], tab: ListTab, favourites: readonly string[]): readonly Market[] =>
  markets.filter((market) =>
    tab === "favourites" ? favourites.includes(market.symbol) && !isMargin(market) : listKindOf(market) === tab,
  );

/** Coins whose name begins with the text come first, and of these the markets of the tab. */
function searched(markets: readonly Market[], text: string, tab: ListTab): readonly Market[] {
  const wanted = text.trim().toLowerCase();
  const rank = (market: Market): number =>
    (market.base.toLowerCase().startsWith(wanted) ? 0 : 2) + (listKindOf(market) === tab ? 0 : 1);
  return markets
    .filter(({ title, symbol }) => `${title} ${symbol}`.toLowerCase().includes(wanted))
    .toSorted((a, b) => rank(a) - rank(b));
}
