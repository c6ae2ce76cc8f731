import { type RefObject, useEffect, useRef } from "react";

/** Keys of a layer that is no control of its own, but contains what the keys are for. */
export function useKeys(layer: RefObject<HTMLElement | null>, onKey: (event: KeyboardEvent) => void): void {
  const latest = useRef(onKey);
  useEffect(() => {
    latest.current = onKey;
  });
  useEffect(() => {
    const element = layer.current;
    const key = (event: KeyboardEvent) => latest.current(event);
    element?.addEventListener("keydown", key);
    return () => element?.removeEventListener("keydown", key);
  }, [layer]);
}
