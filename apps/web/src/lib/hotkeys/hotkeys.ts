import { type RefObject, useEffect, useRef } from "react";

/** What hotkeys do. Parts of the page say how, as long as they are there; the keys are in one table of the terminal. */
export const hotkeyActs = [
  "price",
  "size",
  "long",
  "short",
  "open",
  "close",
  "limit",
  "market",
  "trigger",
  "cancelAll",
  "search",
  "calculator",
  "settings",
  "list",
] as const;
export type HotkeyAct = (typeof hotkeyActs)[number];

const handlers = new Map<HotkeyAct, readonly (() => void)[]>();

/** Runs the act of the part that was mounted last. False where no part of the page has it. */
export function runHotkey(act: HotkeyAct): boolean {
  const handler = handlers.get(act)?.at(-1);
  handler?.();
  return handler !== undefined;
}

export function addHotkey(act: HotkeyAct, handler: () => void): () => void {
  handlers.set(act, [...(handlers.get(act) ?? []), handler]);
  return () => {
    handlers.set(
      act,
      (handlers.get(act) ?? []).filter((one) => one !== handler),
    );
  };
}

/** `run` may be another function in each render; undefined where the act is not possible at the moment. */
export function useHotkey(act: HotkeyAct, run: (() => void) | undefined): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  const isPossible = run !== undefined;
  useEffect(() => (isPossible ? addHotkey(act, () => latest.current?.()) : undefined), [act, isPossible]);
}

/** The field that the key leads to, with its number selected, so that the next digit replaces it. */
export function useFieldHotkey(act: "price" | "size"): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useHotkey(act, () => {
    field.current?.focus();
    field.current?.select();
  });
  return field;
}
