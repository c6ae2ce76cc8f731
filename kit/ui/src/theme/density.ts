import { useLayoutEffect, useSyncExternalStore } from "react";

export type Density = "page" | "terminal";

const listeners = new Set<() => void>();
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const standing = (): Density => (document.documentElement.dataset.density === "terminal" ? "terminal" : "page");
const put = (density: Density): void => {
  document.documentElement.dataset.density = density;
  for (const listener of listeners) listener();
};

/** Draws everything, layers included, in this density for as long as the screen stands. Pages need not ask: theirs is the usual one. */
export function useDensity(density: Density): void {
  useLayoutEffect(() => {
    const before = standing();
    put(density);
    return () => put(before);
  }, [density]);
}

/** For what is placed differently, not only sized differently. */
export const useDensityNow = (): Density => useSyncExternalStore(subscribe, standing);
