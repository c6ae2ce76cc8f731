import { useState } from "react";

const kept = 120;

type Samples = { readonly at: number | undefined; readonly list: readonly number[] };

/** The values that a measure had since the page was opened, oldest first. `at` is the moment of the newest: the same number twice is two of them. */
export function useSamples(at: number | undefined, value: number | undefined): readonly number[] {
  const [samples, setSamples] = useState<Samples>({ at: undefined, list: [] });
  if (at !== undefined && value !== undefined && at !== samples.at)
    setSamples({ at, list: [...samples.list, value].slice(-kept) });
  return samples.list;
}

type Counted = { readonly at: number; readonly total: number; readonly rate: number | undefined };

/** How much a total grows in a second, between the last two answers. */
export function useRate(at: number | undefined, total: number | undefined): number | undefined {
  const [last, setLast] = useState<Counted>();
  if (at !== undefined && total !== undefined && (last === undefined || at > last.at)) {
    const grown = last === undefined ? undefined : Math.max(0, total - last.total);
    setLast({ at, total, rate: grown === undefined ? undefined : (grown * 1_000) / (at - last!.at) });
  }
  return last?.rate;
}
