import type { Pnl } from "@tidemark/contracts";
import { signedUnitsText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import type { PnlScope } from "./pnl-figures.tsx";
import { m } from "./pnl-messages.ts";
import { type Curve, curveOf } from "./pnl-model.ts";

/** Units of the drawing; it is stretched to the width that it has. */
const width = 1_000;
const height = 220;
const top = 14;
const scale = 8;

/** The curve as a path. Amounts become pixels here, so they may be floats. */
function pathOf({ points, highest }: Curve): { line: string; markY: number; zeroY: number } {
  const sums = points.map(({ sum }) => Number(sum));
  const high = Math.max(Number(highest), 0);
  const low = Math.min(...sums, 0);
  const span = high - low || 1;
  const y = (sum: number): number => top + ((high - sum) / span) * (height - top);
  const x = (at: number): number => (points.length === 1 ? width : (at / (points.length - 1)) * width);
  // Nothing had been realised before the first day.
  const all = [0, ...sums];
  const line = all.map((sum, at) => `${x(Math.max(0, at - 1)).toFixed(1)},${y(sum).toFixed(1)}`).join("L");
  return { line: `M${line}`, markY: y(high), zeroY: y(0) };
}

/** What had come to each day, below the tidemark. It does not mirror: time runs from left to right. */
export function PnlCurve({ days, scope }: { days: Pnl["days"]; scope: PnlScope }) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const curve = curveOf(days, scope.from, scope.to);
  const { line, markY, zeroY } = pathOf(curve);
  const print = (units: bigint) => own(signedUnitsText(units, scope.decimals, scale));
  const last = curve.points.at(-1)?.sum;
  const tone = last !== undefined && last < 0n ? "fall" : "rise";
  const shownDays = [curve.points[0], curve.points[Math.floor(curve.points.length / 2)], curve.points.at(-1)];
  return (
    <section className="min-w-0">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 className="text-16 font-semibold">{t(m.curve)}</h2>
        <p className="text-12 text-muted">
          {t(m.deepestFall)}{" "}
          <b className="num font-medium text-ink" data-testid="pnl-deepest-fall">
            {print(curve.deepestFall)}
          </b>
        </p>
      </div>
      <p className="mt-3 text-12 text-muted" data-testid="pnl-highest">
        {t(m.highest, { amount: print(curve.highest) })}
      </p>
      <div dir="ltr">
        <svg
          aria-label={t(m.curve)}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn here
          role="img"
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          className="block h-50 w-full overflow-visible"
          fill="none"
        >
          <line
            x1={0}
            x2={width}
            y1={markY}
            y2={markY}
            strokeDasharray="2 4"
            vectorEffect="non-scaling-stroke"
            className="stroke-faint"
          />
          <line
            x1={0}
            x2={width}
            y1={zeroY}
            y2={zeroY}
            vectorEffect="non-scaling-stroke"
            className="stroke-line-strong"
          />
          <path
            d={`${line}L${width},${zeroY}L0,${zeroY}Z`}
            className={tone === "rise" ? "fill-rise-soft" : "fill-fall-soft"}
            opacity={0.6}
          />
          <path
            d={line}
            strokeWidth={1.5}
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
            className={tone === "rise" ? "stroke-rise" : "stroke-fall"}
          />
        </svg>
        <div aria-hidden className="mt-1.5 flex justify-between text-11 text-muted">
          {shownDays.map((point, at) => (
            <span key={at} className="num">
              {point?.day.slice(5)}
            </span>
          ))}
        </div>
      </div>
    </section>
  );
}
