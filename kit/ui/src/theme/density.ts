import { useLayoutEffect } from "react";

export type Density = "page" | "terminal";

/** Draws everything, layers included, in this density for as long as the screen stands. */
export function useDensity(density: Density): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    const before = dataset.density;
    dataset.density = density;
    return () => {
      if (before === undefined) delete dataset.density;
      else dataset.density = before;
    };
  }, [density]);
}
