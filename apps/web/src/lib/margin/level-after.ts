import { create } from "zustand";

/** The level that a pair would have after the order in its ticket; the account below the ticket draws it beside the one it has. */
export const useLevelAfter = create<{ readonly symbol: string; readonly level: bigint | undefined }>(() => ({
  symbol: "",
  level: undefined,
}));
