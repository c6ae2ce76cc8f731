import { useSyncExternalStore } from "react";

/** The only widths at which a layout may change. */
type Breakpoint = 768 | 980 | 1024 | 1200 | 1400 | 1600;

/** Whether the window is at least this wide: for different structure, where CSS is not enough. */
export function useWidthFrom(width: Breakpoint): boolean {
  const query = `(min-width: ${width}px)`;
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    () => matchMedia(query).matches,
  );
}
