import { useTexts } from "../../lib/i18n/texts.ts";
import { favourites, turnFavourite } from "../../lib/markets/favourites.ts";
import {
  changeWatchLists,
  moved,
  renamed,
  turned,
  type WatchList,
  watchLists,
  watchListsMax,
  withList,
  withoutList,
  withSymbols,
} from "../../lib/markets/watch-lists.ts";
import { useStored } from "../../lib/storage/choices.ts";
import { useUser } from "../../session/user.ts";
import { m } from "./overview-messages.ts";

export const favouritesId = "favourites";

export type OwnLists = {
  /** Favourites first. */
  readonly lists: readonly WatchList[];
  readonly canAdd: boolean;
  /** Answers the id of the new list. */
  readonly add: (name: string) => string;
  readonly rename: (id: string, name: string) => void;
  readonly remove: (id: string) => void;
  readonly turn: (id: string, symbol: string) => void;
  readonly move: (id: string, symbol: string, by: -1 | 1) => void;
};

/** The trader's watch lists, and what can be done to them. */
export function useWatchLists(): OwnLists {
  const t = useTexts();
  const userId = useUser()?.userId ?? "";
  const marked = useStored(favourites);
  const own = useStored(watchLists)[userId] ?? [];
  const change = (made: (lists: readonly WatchList[]) => readonly WatchList[]) => changeWatchLists(userId, made);
  return {
    lists: [{ id: favouritesId, name: t(m.favourites), symbols: marked }, ...own],
    canAdd: own.length < watchListsMax,
    add: (name) => {
      const next = withList(own, name);
      change(() => next);
      return next.at(-1)?.id ?? favouritesId;
    },
    rename: (id, name) => change((lists) => renamed(lists, id, name)),
    remove: (id) => change((lists) => withoutList(lists, id)),
    turn: (id, symbol) =>
      id === favouritesId
        ? turnFavourite(symbol)
        : change((lists) => withSymbols(lists, id, (symbols) => turned(symbols, symbol))),
    move: (id, symbol, by) =>
      id === favouritesId
        ? favourites.set(moved(marked, symbol, by))
        : change((lists) => withSymbols(lists, id, (symbols) => moved(symbols, symbol, by))),
  };
}
