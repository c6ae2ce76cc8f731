import type { ReactNode } from "react";
import { alignedPercent } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { FactList } from "../../lib/markets/fact-list.tsx";
import type { OwnFees } from "../../session/own-fees.ts";
import { m } from "./fee-messages.ts";
import type { FeeNeed } from "./fee-rules.ts";
import { LevelProgress } from "./level-progress.tsx";

const rates = ["spotMaker", "spotTaker", "contractMaker", "contractTaker"] as const;

export type OwnLevelProps = {
  own: OwnFees;
  needs: readonly FeeNeed[];
  /** To the page of the programme. */
  vipLink: ReactNode;
};

/** The own level with its rates, and the way to the next one. */
export function OwnLevel({ own, needs, vipLink }: OwnLevelProps) {
  const t = useTexts();
  return (
    <section
      aria-label={t(m.yourLevel)}
      className="mt-6 grid gap-8 w980:grid-cols-2 w980:gap-16"
      data-testid="own-fees"
    >
      <div>
        <p className="text-13 text-muted">{t(m.yourLevel)}</p>
        <p className="flex items-baseline justify-between gap-4 pb-2">
          <span className="text-28 leading-tight font-semibold tracking-[-0.02em]">
            {t(m.vip, { level: String(own.level) })}
          </span>
          <span className="text-13">{vipLink}</span>
        </p>
        <FactList
          facts={rates.map((rate) => ({
            label: t(m[rate]),
            value: <span className="num">{alignedPercent(own.rates[rate])}</span>,
          }))}
        />
      </div>
      <div className="w980:pt-6">
        <LevelProgress own={own} needs={needs} />
      </div>
    </section>
  );
}
