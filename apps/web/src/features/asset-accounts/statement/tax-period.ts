/** A year in the browser's time zone, or one month of it; months count from 1. */
export type TaxPeriod = { readonly year: number; readonly month: number | undefined };

/** From the first moment of the period on, and before the first one after it (ms). */
export function momentsOf({ year, month }: TaxPeriod): { readonly from: number; readonly to: number } {
  const start = (at: number): number => new Date(year, at, 1).getTime();
  return month === undefined ? { from: start(0), to: start(12) } : { from: start(month - 1), to: start(month) };
}

/** The current year and those before it, as far back as taxes are usually looked into. */
export const taxYears = (now: Date, count = 6): readonly number[] =>
  Array.from({ length: count }, (_, i) => now.getFullYear() - i);
