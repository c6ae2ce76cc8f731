import { type ReactNode, useId } from "react";
import { boxHeight, boxWidth, type levelLineOf } from "./level-line.ts";

type Props = {
  shape: NonNullable<ReturnType<typeof levelLineOf>>;
  /** Where the highest level is drawn, in percent from the top; its text stands above the line. */
  headroom: number;
  highest: ReactNode;
};

/** A line of levels over a fading area, with its highest level dashed and written. Fills its box. */
export function LevelCurve({ shape, headroom, highest }: Props) {
  const fade = useId();
  return (
    <>
      <svg
        aria-hidden
        viewBox={`0 0 ${boxWidth} ${boxHeight}`}
        preserveAspectRatio="none"
        fill="none"
        className="absolute inset-0 size-full overflow-visible *:[vector-effect:non-scaling-stroke]"
      >
        <linearGradient id={fade} x1="0" x2="0" y1="0" y2="1">
          <stop stopOpacity="0.14" className="[stop-color:var(--brand)]" />
          <stop offset="1" stopOpacity="0" className="[stop-color:var(--brand)]" />
        </linearGradient>
        <path d={shape.area} fill={`url(#${fade})`} />
        <path d={shape.line} strokeWidth={1.75} strokeLinejoin="round" className="stroke-brand" />
        <path d={`M0,${headroom}H${boxWidth}`} strokeDasharray="2 4" className="stroke-muted" />
      </svg>
      <div className="absolute inset-x-0" style={{ insetBlockStart: `${headroom}%` }}>
        <span className="absolute end-0 bottom-0.5 tabular-nums [unicode-bidi:plaintext]">{highest}</span>
      </div>
    </>
  );
}
