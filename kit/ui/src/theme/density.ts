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

/** Sets the density of everything, layers included, while the screen is mounted. Pages have the default. */
export function useDensity(density: Density): void {
  useLayoutEffect(() => {
    const before = standing();
    put(density);
    return () => put(before);
  }, [density]);
}

/** For different structure, where CSS is not enough. */
export const useDensityNow = (): Density => useSyncExternalStore(subscribe, standing);
