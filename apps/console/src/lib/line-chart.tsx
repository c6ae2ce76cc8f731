import { useId } from "react";

type Props = {
  /** Accessible name: a line alone has none. */
  label: string;
  /** Oldest to newest. */
  points: readonly number[];
  height?: number;
  /** In amber: one should look at it. */
  isWarning?: boolean;
};

const width = 300;

/** A measure over time with its highest level, as wide as its place. */
export function LineChart({ label, points, height = 44, isWarning = false }: Props) {
  const fill = useId();
  const highest = Math.max(...points, 0);
  const top = 3;
  const yOf = (value: number): number =>
    highest === 0 ? height - 1 : height - 1 - (value / highest) * (height - 1 - top);
  const step = points.length < 2 ? 0 : width / (points.length - 1);
  const line = points.map((value, place) => `${(place * step).toFixed(1)},${yOf(value).toFixed(1)}`).join(" ");
  const tone = isWarning ? "text-warn" : "text-brand";
  return (
    <svg
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn here
      role="img"
      width="100%"
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className={`block ${tone}`}
    >
      <defs>
        <linearGradient id={fill} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="currentColor" stopOpacity="0.18" />
          <stop offset="1" stopColor="currentColor" stopOpacity="0.04" />
        </linearGradient>
      </defs>
      <line
        x1="0"
        x2={width}
        y1={top - 1}
        y2={top - 1}
        strokeDasharray="2 4"
        vectorEffect="non-scaling-stroke"
        className="stroke-faint"
      />
      {points.length > 1 && (
        <>
          <polygon points={`0,${height} ${line} ${width},${height}`} fill={`url(#${fill})`} />
          <polyline
            points={line}
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        </>
      )}
    </svg>
  );
}
