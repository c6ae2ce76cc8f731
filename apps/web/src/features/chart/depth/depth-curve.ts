/** One side of a book from the best price on: prices and sizes in ticks and lots. */
export type DepthLevel = { readonly ticks: number; readonly lots: number };
export type DepthStep = {
  readonly ticks: number;
  /** Of all levels up to this one. */
  readonly lots: number;
  /** Average price in ticks of trading so far. */
  readonly averageTicks: number;
};

/** The widths to choose from, in percent of the middle on either side. */
export const depthWidths = [0.5, 1.2, 3, 10] as const;
export type DepthWidth = (typeof depthWidths)[number];

/** The side summed up from the best price to a distance from the middle. Averages of a coin contract are harmonic. */
export function depthCurve(
  levels: readonly DepthLevel[],
  middle: number,
  percent: number,
  isInverse = false,
): DepthStep[] {
  const reach = (middle * percent) / 100;
  const steps: DepthStep[] = [];
  let [lots, weighed] = [0, 0];
  for (const level of levels.toSorted((a, b) => Math.abs(a.ticks - middle) - Math.abs(b.ticks - middle))) {
    if (Math.abs(level.ticks - middle) > reach) break;
    lots += level.lots;
    weighed += isInverse ? level.lots / level.ticks : level.ticks * level.lots;
    steps.push({ ticks: level.ticks, lots, averageTicks: isInverse ? lots / weighed : weighed / lots });
  }
  return steps;
}

/** What is traded up to a distance from the middle, in ticks; undefined before the first level. */
export function depthAt(steps: readonly DepthStep[], middle: number, distance: number): DepthStep | undefined {
  return steps.findLast(({ ticks }) => Math.abs(ticks - middle) <= distance);
}

/** The path of a curve: level from step to step, down to the ground at its far end. */
export function depthPath(
  steps: readonly DepthStep[],
  xOf: (ticks: number) => number,
  yOf: (lots: number) => number,
  farEnd: number,
): { readonly line: string; readonly area: string } {
  const [first] = steps;
  if (first === undefined) return { line: "", area: "" };
  let line = `M${xOf(first.ticks)} ${yOf(0)}`;
  for (const { ticks, lots } of steps) line += `H${xOf(ticks)}V${yOf(lots)}`;
  line += `H${farEnd}`;
  return { line, area: `${line}V${yOf(0)}Z` };
}
