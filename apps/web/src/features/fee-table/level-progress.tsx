import { Gauge } from "@tidemark/kit-ui";
import { type VipMeasure, vipMeasures } from "@tidemark/money";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { OwnFees } from "../../session/own-fees.ts";
import { m } from "./fee-messages.ts";
import { type FeeNeed, type LevelProgress as Progress, progressOf, shareOf, shortDollars } from "./fee-rules.ts";

const names = {
  spotVolume: m.spotVolume,
  contractVolume: m.contractVolume,
  assets: m.assets,
} as const satisfies Record<VipMeasure, unknown>;
const nearests = {
  spotVolume: m.nearestSpot,
  contractVolume: m.nearestContract,
  assets: m.nearestAssets,
} as const satisfies Record<VipMeasure, unknown>;

/** Three measures on the way to the next level; the nearest is lit, with what is missing and when it comes. */
export function LevelProgress({ own, needs }: { own: OwnFees; needs: readonly FeeNeed[] }) {
  const t = useTexts();
  const progress = progressOf(own, needs);
  if (progress === undefined)
    return (
      <p className="text-13 text-muted" data-testid="level-progress">
        {t(m.highest)}
      </p>
    );
  return (
    <section
      aria-label={t(m.toLevel, { level: String(progress.level) })}
      className="grid gap-4.5"
      data-testid="level-progress"
    >
      {vipMeasures.map((measure) => (
        <Measure key={measure} measure={measure} progress={progress} />
      ))}
      <Nearest progress={progress} />
    </section>
  );
}

function Measure({ measure, progress }: { measure: VipMeasure; progress: Progress }) {
  const t = useTexts();
  const isNearest = measure === progress.nearest;
  const [have, need] = [progress.measures[measure], progress.need[measure]];
  return (
    <div data-testid={`measure-${measure}`} data-nearest={isNearest}>
      <p className="flex justify-between gap-4 text-13">
        <span className={isNearest ? "" : "text-muted"}>{t(names[measure])}</span>
        <span className="num">
          <span className="font-semibold">{shortDollars(have)}</span>{" "}
          <span className="text-muted">/ {shortDollars(need)}</span>
        </span>
      </p>
      <Gauge
        className="mt-2"
        label={t(names[measure])}
        share={shareOf(have, need)}
        valueText={t(m.share, { have: shortDollars(have), need: shortDollars(need) })}
        isOff={!isNearest}
      />
    </div>
  );
}

function Nearest({ progress: { level, comingLevel, nearest, missing, days } }: { progress: Progress }) {
  const t = useTexts();
  const text =
    missing === 0n
      ? t(m.reached, { level: String(comingLevel) })
      : t(nearests[nearest], { level: String(level), amount: shortDollars(missing) });
  return (
    <p className="text-13 text-pretty text-muted" data-testid="nearest">
      {text}
      {missing > 0n && days !== undefined && ` ${t(m.atPace, { count: days })}`}
    </p>
  );
}
