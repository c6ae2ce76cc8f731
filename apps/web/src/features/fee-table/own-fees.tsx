import type { FeeLevelRow } from "@tidemark/contracts";
import { shownUnits } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./fee-messages.ts";
import { type FeeNeed, type OwnLevel, progressTo, savedAt } from "./fee-rules.ts";

export type OwnFeesProps = { own: OwnLevel; levels: readonly FeeLevelRow[]; needs: readonly FeeNeed[] };

/** The own level, how far the next one is, and what it would have saved. */
export function OwnFees({ own, levels, needs }: OwnFeesProps) {
  const t = useTexts();
  const next = levels[own.level + 1];
  const need = needs[own.level];
  const progress = next === undefined || need === undefined ? undefined : progressTo(need, own);
  const nextLevel = String(own.level + 1);
  const saved = next === undefined ? 0n : savedAt(next, own);
  return (
    <section aria-label={t(m.yourLevel)} className="mt-6" data-testid="own-fees">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div>
          <p className="text-13 text-muted">{t(m.yourLevel)}</p>
          <p className="text-28 leading-tight font-semibold tracking-[-0.02em]">
            {t(m.vip, { level: String(own.level) })}
          </p>
        </div>
        {progress !== undefined && (
          <div className="w768:text-end">
            <p className="text-13 text-muted">{t(progress.by === "spot" ? m.spotVolume : m.contractVolume)}</p>
            <p className="num text-20 font-semibold">
              {shownUnits(progress.volume, 0)}{" "}
              <span className="text-13 font-normal text-muted">/ {shownUnits(progress.need, 0)}</span>
            </p>
          </div>
        )}
      </div>
      <div className="mt-3 flex gap-0.5">
        {levels.map(({ level }) => (
          <div key={level} className="min-w-0 flex-1">
            <div
              className="h-1.5 overflow-hidden rounded-tag bg-hover"
              {...(level === own.level + 1 && progress !== undefined
                ? { role: "img", "aria-label": t(m.progress, { done: String(progress.percent), level: nextLevel }) }
                : {})}
            >
              {level <= own.level && <div className="h-full bg-brand-solid" />}
              {level === own.level + 1 && progress !== undefined && (
                <div className="h-full bg-brand-solid opacity-55" style={{ inlineSize: `${progress.percent}%` }} />
              )}
            </div>
            <span className={`text-12 ${level === own.level ? "" : "text-muted"}`}>
              {t(m.vip, { level: String(level) })}
            </span>
          </div>
        ))}
      </div>
      {next === undefined && <p className="mt-2 text-13 text-muted">{t(m.highest)}</p>}
      {saved > 0n && (
        <p className="mt-2 text-13 text-muted">{t(m.saved, { level: nextLevel, amount: shownUnits(saved, 2) })}</p>
      )}
    </section>
  );
}
