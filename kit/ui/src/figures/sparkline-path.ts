export type SparklineShape = {
  path: string;
  /** The highest level reached: a short line over the peak. A flat line has none. */
  tidemark: { from: number; to: number; y: number } | undefined;
  move: "up" | "down" | "none";
};

const tidemarkHalfPx = 7;
const tidemarkRisePx = 2.5;
const edgePx = 3;

/** Points from left to right, scaled to a box; undefined if there is nothing to draw. Prices may be floats here: they become pixels. */
export function sparklineOf(points: readonly number[], width: number, height: number): SparklineShape | undefined {
  if (points.length < 2) return undefined;
  const [low, high] = [Math.min(...points), Math.max(...points)];
  const span = high - low;
  const drawn = points.map((point, index) => ({
    x: (index / (points.length - 1)) * width,
    y: span === 0 ? height / 2 : edgePx + ((high - point) / span) * (height - 2 * edgePx),
  }));
  const peak = drawn[points.indexOf(high)]!;
  const [first, last] = [points[0]!, points.at(-1)!];
  return {
    path: `M${drawn.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join("L")}`,
    tidemark:
      span === 0
        ? undefined
        : {
            from: Math.max(0, peak.x - tidemarkHalfPx),
            to: Math.min(width, peak.x + tidemarkHalfPx),
            y: peak.y - tidemarkRisePx,
          },
    move: last > first ? "up" : last < first ? "down" : "none",
  };
}
