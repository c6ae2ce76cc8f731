import { useSyncExternalStore } from "react";

/** The only widths at which a layout may change. */
type Breakpoint = 768 | 980 | 1024 | 1200 | 1400 | 1600;

/** Whether the window is at least this wide: for different structure, where CSS is not enough. */
export const useWidthFrom = (width: Breakpoint): boolean => useMatch(`(min-width: ${width}px)`);

/** Whether it is also this high. A common laptop has 720 px, of which the bars take a sixth. */
export const useSizeFrom = (width: Breakpoint, height: 800): boolean =>
  useMatch(`(min-width: ${width}px) and (min-height: ${height}px)`);

function useMatch(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    () => matchMedia(query).matches,
  );
}
