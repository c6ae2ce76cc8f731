import type { Drawing } from "./drawing.ts";

/** The drawings of a market with what can be undone and redone. */
export type DrawingHistory = {
  readonly past: readonly (readonly Drawing[])[];
  readonly present: readonly Drawing[];
  readonly future: readonly (readonly Drawing[])[];
};

export const undoMax = 50;

export const historyOf = (present: readonly Drawing[]): DrawingHistory => ({ past: [], present, future: [] });

export const committed = ({ past, present }: DrawingHistory, next: readonly Drawing[]): DrawingHistory => ({
  past: [...past, present].slice(-undoMax),
  present: next,
  future: [],
});

export function undone(history: DrawingHistory): DrawingHistory {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return { past: history.past.slice(0, -1), present: before, future: [history.present, ...history.future] };
}

export function redone(history: DrawingHistory): DrawingHistory {
  const [next, ...future] = history.future;
  return next === undefined ? history : { past: [...history.past, history.present], present: next, future };
}
