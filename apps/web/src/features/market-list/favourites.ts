import { stored } from "../../lib/storage/storage.ts";

const isSymbols = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((symbol) => typeof symbol === "string");

/** The symbols that the user marked on this device, in the order of marking. */
export const favourites = stored<readonly string[]>("favouriteMarkets", [], { isWhole: isSymbols });

export function turnFavourite(symbol: string): void {
  const before = favourites.get();
  favourites.set(before.includes(symbol) ? before.filter((one) => one !== symbol) : [...before, symbol]);
}
