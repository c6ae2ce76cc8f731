/** A level at a time (ms). Prices and balances may be floats here: they become pixels and nothing else. */
export type Reading = { readonly at: number; readonly level: number };

/** The range of a plot: times from side to side, levels from bottom to high. */
export type Frame = {
  readonly from: number;
  readonly to: number;
  readonly low: number;
  readonly high: number;
  /** Percent of the height that stay free above the tidemark. */
  readonly headroom: number;
};

/** Plots are drawn in a box of this size and stretched to their element. */
export const boxWidth = 1_000;
export const boxHeight = 100;

/** Distance of a level from the top, in percent. A level that never moved is at the high. */
export function heightOf(level: number, { low, high, headroom }: Frame): number {
  const span = high - low;
  return span > 0 ? headroom + ((high - level) / span) * (boxHeight - headroom) : headroom;
}

export type LevelLine = { readonly line: string; readonly area: string };

/** The path of the readings and of the area under it; undefined if there is no line yet. */
export function levelLineOf(readings: readonly Reading[], frame: Frame): LevelLine | undefined {
  const span = frame.to - frame.from;
  if (readings.length < 2 || span <= 0) return undefined;
  const across = (at: number): string => (((at - frame.from) / span) * boxWidth).toFixed(1);
  const points = readings.map(({ at, level }) => `${across(at)},${heightOf(level, frame).toFixed(2)}`);
  const line = `M${points.join("L")}`;
  const [first, last] = [readings[0]!, readings.at(-1)!];
  return { line, area: `${line}L${across(last.at)},${boxHeight}L${across(first.at)},${boxHeight}Z` };
}

export type LevelGrid = { readonly levels: readonly number[]; readonly decimals: number };

/** Round levels between two others, at most so many, and the decimals that they need. */
export function levelGridOf(low: number, high: number, countMax: number): LevelGrid {
  const rough = (high - low) / countMax;
  if (!(rough > 0)) return { levels: [], decimals: 0 };
  const power = Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((one) => one * 10 ** power >= rough) ?? 10;
  const step = factor * 10 ** power;
  const levels: number[] = [];
  for (let count = Math.ceil(low / step); count * step <= high; count += 1) levels.push(count * step);
  return { levels, decimals: Math.max(0, factor === 10 ? -power - 1 : -power) };
}

/** Evenly spread times, the first and the last among them. */
export const timesBetween = (from: number, to: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => from + ((to - from) * index) / (count - 1));
