import { stored } from "../storage/storage.ts";

/** A list of markets of any kind, in the order that the trader gave them. */
export type WatchList = { readonly id: string; readonly name: string; readonly symbols: readonly string[] };
/** By user id; of visitors under an empty one. */
type ListsByUser = Readonly<Record<string, readonly WatchList[]>>;

export const watchListsMax = 20;
export const watchListNameMax = 24;

const isList = (value: unknown): value is WatchList => {
  const { id, name, symbols } = (value ?? {}) as Partial<WatchList>;
  return typeof id === "string" && typeof name === "string" && Array.isArray(symbols);
};
const isListsByUser = (value: unknown): value is ListsByUser =>
  typeof value === "object" &&
  value !== null &&
  Object.values(value).every((lists: unknown) => Array.isArray(lists) && lists.every(isList));

/** The lists beside the favourites, which are the first list and were kept before there were others. */
export const watchLists = stored<ListsByUser>("watchLists", {}, { isWhole: isListsByUser });

/** Applies a change to the lists of one user. */
export function changeWatchLists(userId: string, change: (lists: readonly WatchList[]) => readonly WatchList[]): void {
  const byUser = watchLists.get();
  watchLists.set({ ...byUser, [userId]: change(byUser[userId] ?? []) });
}

/** A new list at the end, with the lowest number that no other has. */
export function withList(lists: readonly WatchList[], name: string): readonly WatchList[] {
  if (lists.length >= watchListsMax) return lists;
  let number = 1;
  while (lists.some(({ id }) => id === String(number))) number += 1;
  return [...lists, { id: String(number), name, symbols: [] }];
}

export const withoutList = (lists: readonly WatchList[], id: string): readonly WatchList[] =>
  lists.filter((list) => list.id !== id);

export const renamed = (lists: readonly WatchList[], id: string, name: string): readonly WatchList[] =>
  lists.map((list) => (list.id === id ? { ...list, name } : list));

export const withSymbols = (
  lists: readonly WatchList[],
  id: string,
  change: (symbols: readonly string[]) => readonly string[],
): readonly WatchList[] => lists.map((list) => (list.id === id ? { ...list, symbols: change(list.symbols) } : list));

/** Adds what is not there, removes what is. */
export const turned = (symbols: readonly string[], symbol: string): readonly string[] =>
  symbols.includes(symbol) ? symbols.filter((one) => one !== symbol) : [...symbols, symbol];

/** One place up (-1) or down (1); at an end nothing changes. */
export function moved(symbols: readonly string[], symbol: string, by: -1 | 1): readonly string[] {
  const at = symbols.indexOf(symbol);
  const other = symbols[at + by];
  if (at < 0 || other === undefined) return symbols;
  return symbols.map((one) => (one === symbol ? other : one === other ? symbol : one));
}
