import { useSyncExternalStore } from "react";

/** The only widths at which a layout may change. */
type Breakpoint = 768 | 980 | 1024 | 1200 | 1400 | 1600;

/** Whether the window is at least so wide: for what is built differently, not only laid out differently. */
export function useWidthFrom(width: Breakpoint): boolean {
  const query = `(min-width: ${width}px)`;
  return useSyncExternalStore(
    (heard) => {
      const list = matchMedia(query);
      list.addEventListener("change", heard);
      return () => list.removeEventListener("change", heard);
    },
    () => matchMedia(query).matches,
  );
}
