import { classNames } from "../theme/class-names.ts";
import { sparklineOf } from "./sparkline-path.ts";

export type SparklineProps = {
  /** Accessible name: a line alone has none. */
  label: string;
  /** Oldest to newest; drawn from left to right in every language. */
  points: readonly number[];
  width?: number;
  height?: number;
};

const strokes = { up: "stroke-rise", down: "stroke-fall", none: "stroke-muted" } as const;

/** The course of a price with its tidemark. */
export function Sparkline({ label, points, width = 96, height = 28 }: SparklineProps) {
  const shape = sparklineOf(points, width, height);
  if (shape === undefined)
    return <span aria-hidden className="block" style={{ inlineSize: width, blockSize: height }} />;
  const { path, tidemark, move } = shape;
  return (
    <svg
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn here
      role="img"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      fill="none"
      className="block flex-none overflow-visible"
    >
      {tidemark !== undefined && (
        <line x1={tidemark.from} x2={tidemark.to} y1={tidemark.y} y2={tidemark.y} className="stroke-faint" />
      )}
      <path d={path} strokeWidth={1.5} strokeLinejoin="round" className={classNames(strokes[move])} />
    </svg>
  );
}
