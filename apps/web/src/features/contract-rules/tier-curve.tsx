import { shownUnits } from "../../lib/format/number-text.ts";
import { percentOfRate } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { ContractMarket } from "../../lib/markets/market.ts";
import type { Tier } from "@tidemark/money";
import { m } from "./rules-messages.ts";
import { curveOf, type OwnTier } from "./tier-rules.ts";

const [width, height] = [1_000, 100] as const;
/** A label needs this part of the width, on a phone more of it. */
const labelMin = 0.1;
const phoneLabelMin = 0.25;

export type TierCurveProps = { market: ContractMarket; tiers: readonly Tier[]; own: OwnTier | undefined };

/** The maintenance margin by the value of a position. Left to right in every language. */
export function TierCurve({ market, tiers, own }: TierCurveProps) {
  const t = useTexts();
  const curve = curveOf(tiers, own);
  if (curve === undefined) return null;
  const { scale } = market.settleAsset;
  const top = `${shownUnits(curve.top, 0, scale)} ${market.valueUnit}`;
  const line = curve.points.map(({ x, y }) => `${(x * width).toFixed(1)},${((1 - y) * height).toFixed(2)}`).join("L");
  const roomOf = (index: number): number => (curve.borders[index + 1]?.x ?? 1) - curve.borders[index]!.x;
  return (
    <figure dir="ltr" className="text-11 text-muted">
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn here
        role="img"
        aria-label={t(m.curve, { value: top })}
        className="relative h-36"
      >
        <svg
          aria-hidden
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          fill="none"
          className="absolute inset-0 size-full overflow-visible *:[vector-effect:non-scaling-stroke]"
        >
          {curve.borders.slice(1).map(({ index, x }) => (
            <path key={index} d={`M${x * width},0V${height}`} strokeDasharray="2 4" className="stroke-line-strong" />
          ))}
          <path d={`M${line}`} strokeWidth={1.75} strokeLinejoin="round" className="stroke-brand" />
        </svg>
        {curve.borders.map(
          ({ index, x }) =>
            roomOf(index) >= labelMin && (
              <span
                key={index}
                className={`absolute top-0 ps-1.5 whitespace-nowrap ${roomOf(index) < phoneLabelMin ? "max-w768:hidden" : ""}`}
                style={{ insetInlineStart: `${x * 100}%` }}
              >
                {t(m.tierRate, { tier: String(index + 1), rate: percentOfRate(tiers[index]!.mmr) })}
              </span>
            ),
        )}
        {curve.own !== undefined && own !== undefined && (
          <span
            className="absolute"
            style={{ insetInlineStart: `${curve.own.x * 100}%`, insetBlockEnd: `${curve.own.y * 100}%` }}
          >
            <span className="absolute -start-1 -bottom-1 size-2 rounded-full bg-canvas ring-2 ring-brand" />
            <span className="num absolute end-2 bottom-2 font-medium text-ink">
              {shownUnits(own.maintenance, market.valueDecimals, scale)}
            </span>
          </span>
        )}
      </div>
      <figcaption className="num flex justify-between border-t border-line pt-1.5">
        <span>0</span>
        <span>{shownUnits(curve.top / 2n, 0, scale)}</span>
        <span>{top}</span>
      </figcaption>
    </figure>
  );
}
