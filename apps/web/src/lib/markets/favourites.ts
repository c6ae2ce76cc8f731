import { stored } from "../storage/storage.ts";
import { turned } from "./watch-lists.ts";

const isSymbols = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((symbol) => typeof symbol === "string");

/** The symbols that the user marked on this device, in the order of marking: the first of the watch lists. */
export const favourites = stored<readonly string[]>("favouriteMarkets", [], { isWhole: isSymbols });

export const turnFavourite = (symbol: string): void => favourites.set(turned(favourites.get(), symbol));
