import { useSyncExternalStore } from "react";
import { stored } from "../../../lib/storage/storage.ts";
import { type Drawing, drawingsMax, isDrawing } from "./drawing.ts";
import { committed, type DrawingHistory, historyOf, redone, undone } from "./drawing-history.ts";

const kept = stored<Readonly<Record<string, readonly unknown[]>>>("drawings", {});
const histories = new Map<string, DrawingHistory>();
const listeners = new Set<() => void>();

/** What is kept of a market, without records that are no drawings. */
export const keptOf = (symbol: string): readonly Drawing[] => (kept.get()[symbol] ?? []).filter(isDrawing);

function historyAt(symbol: string): DrawingHistory {
  let history = histories.get(symbol);
  if (history === undefined) histories.set(symbol, (history = historyOf(keptOf(symbol))));
  return history;
}

function write(symbol: string, history: DrawingHistory): void {
  histories.set(symbol, history);
  const { [symbol]: _, ...others } = kept.get();
  kept.set(history.present.length === 0 ? others : { ...others, [symbol]: history.present });
  for (const listener of listeners) listener();
}

// Another tab has drawn: its drawings replace these, and there is nothing to undo.
kept.subscribe(() => {
  for (const [symbol, { present }] of histories)
    if (JSON.stringify(present) !== JSON.stringify(keptOf(symbol))) histories.delete(symbol);
  for (const listener of listeners) listener();
});

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const drawingsOf = (symbol: string) => ({
  /** The oldest are dropped: a browser's storage is small. */
  commit: (next: readonly Drawing[]) => write(symbol, committed(historyAt(symbol), next.slice(-drawingsMax))),
  undo: () => write(symbol, undone(historyAt(symbol))),
  redo: () => write(symbol, redone(historyAt(symbol))),
  read: () => historyAt(symbol),
});

/** The drawings of a market, kept per market on this device. */
export const useDrawings = (symbol: string): DrawingHistory => useSyncExternalStore(subscribe, () => historyAt(symbol));
