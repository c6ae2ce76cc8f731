import { group, parseUnits, printUnits } from "@tidemark/money";

/** The day's change with its sign: colour alone never shows the direction. */
export function changeOf(
  stats: { open: string; last: string; change: string },
  priceDecimals: number,
): { percent: string; absolute: string; isRise: boolean } | undefined {
  const [open, last] = [parseUnits(stats.open), parseUnits(stats.last)];
  if (open === undefined || last === undefined) return undefined;
  const difference = last - open;
  const isRise = difference >= 0n;
  const sign = difference === 0n ? "" : isRise ? "+" : "−";
  const absolute = group(printUnits(isRise ? difference : -difference, 8, priceDecimals));
  return { percent: `${sign}${stats.change.replace(/^[+-]/, "")}%`, absolute: `${sign}${absolute}`, isRise };
}
