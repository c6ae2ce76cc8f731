import { type FocusEvent, type RefObject, useEffect, useRef } from "react";

type Held = { readonly element: HTMLElement; readonly testId: string; readonly at: number };

const rowsIn = (box: HTMLElement): HTMLElement[] => [...box.querySelectorAll<HTMLElement>("[data-order-id]")];

/** The same control in the row that took the place of the one that left, else the tab of the list. */
function nextOf(box: HTMLElement, { testId, at }: Held): HTMLElement | null {
  const rows = rowsIn(box);
  const control = rows[Math.min(at, rows.length - 1)]?.querySelector<HTMLElement>(`[data-testid="${testId}"]`);
  return control ?? box.closest("section")?.querySelector<HTMLElement>("[role=tab][aria-selected=true]") ?? null;
}

export type RowFocus = {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  readonly onKeyDownCapture: () => void;
  readonly onPointerDownCapture: () => void;
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
};

/**
 * Keeps the keyboard's place in a list whose rows leave it: without it, the focus would fall to the start of the page. Only for the
 * keyboard: after a click nothing is focused, so that a key pressed later cannot cancel the next order.
 */
export function useRowFocus(): RowFocus {
  const ref = useRef<HTMLDivElement>(null);
  const held = useRef<Held>(undefined);
  const isByKey = useRef(false);
  useEffect(() => {
    const box = ref.current;
    if (box === null) return;
    // The rows render without this component, so it watches them.
    const observer = new MutationObserver(() => {
      const last = held.current;
      if (last === undefined || last.element.isConnected) return;
      held.current = undefined;
      if (isByKey.current && document.activeElement === document.body) nextOf(box, last)?.focus();
    });
    observer.observe(box, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  return {
    ref,
    onFocus({ target }) {
      const row = target.closest<HTMLElement>("[data-order-id]");
      const { testid: testId } = target.dataset;
      held.current =
        row === null || testId === undefined || ref.current === null
          ? undefined
          : { element: target, testId, at: rowsIn(ref.current).indexOf(row) };
    },
    onKeyDownCapture: () => void (isByKey.current = true),
    onPointerDownCapture: () => void (isByKey.current = false),
    onBlur({ target }) {
      // A control that was left is forgotten; one that left the page itself is not connected any more by then.
      queueMicrotask(() => {
        if (target.isConnected && held.current?.element === target) held.current = undefined;
      });
    },
  };
}
