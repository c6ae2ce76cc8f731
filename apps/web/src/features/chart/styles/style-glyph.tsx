import type { ChartStyle } from "./chart-styles.ts";

/** Each style drawn with its own means, in 28 × 16 and one stroke. */
const strokes: Readonly<Record<ChartStyle, string>> = {
  bars: "M4 3v10M2 5h2M4 11h2M12 1v11M10 4h2M12 8h2M20 4v11M18 7h2M20 13h2M26 2v9M24 5h2",
  candles: "M5 2v12M14 1v13M23 4v11",
  hollow: "M5 2v3M5 11v3M3 5h4v6H3zM14 1v2M14 10v4M12 3h4v7h-4zM23 4v3M23 12v3M21 7h4v5h-4z",
  line: "M1 13l6-5 5 3 7-8 4 4 4-5",
  area: "M1 13l6-5 5 3 7-8 4 4 4-5",
  baseline: "M0 8.5h28M1 12l6-6 5 5 7-8 4 8 4-5",
  heikinAshi: "M4 4v10M11 3v9M18 2v9M25 1v9",
};
const fills: Partial<Readonly<Record<ChartStyle, string>>> = {
  candles: "M3 5h4v6H3zM12 3h4v7h-4zM21 7h4v5h-4z",
  area: "M1 13l6-5 5 3 7-8 4 4 4-5v14H1z",
  heikinAshi: "M2 8h4v5H2zM9 6h4v5H9zM16 4h4v5h-4zM23 3h4v5h-4z",
};

export function StyleGlyph({ style }: { style: ChartStyle }) {
  return (
    <svg viewBox="0 0 28 16" fill="none" stroke="currentColor" strokeWidth="1.3" aria-hidden className="h-3.5 w-6">
      <path d={strokes[style]} />
      {fills[style] !== undefined && (
        <path d={fills[style]} fill="currentColor" stroke="none" opacity={style === "area" ? 0.25 : 1} />
      )}
    </svg>
  );
}
