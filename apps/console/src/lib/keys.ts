import { useEffect, useRef } from "react";

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && target.closest("input, textarea, select, [role=dialog]") !== null;

/** Single keys of a page; not while a field has the focus or a dialog is open. */
export function useKeys(actions: Readonly<Record<string, () => void>>): void {
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      current.current[event.key]?.();
    }
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

/** J and K move through rows, as in every list of the console. */
export function useRowKeys<Id>(ids: readonly Id[], selected: Id | undefined, select: (id: Id) => void): void {
  const move = (step: number): void => {
    if (ids.length === 0) return;
    const place = ids.findIndex((id) => id === selected);
    select(ids[Math.min(ids.length - 1, Math.max(0, place + step))]!);
  };
  useKeys({ j: () => move(1), k: () => move(-1) });
}
