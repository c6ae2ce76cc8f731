import { alignedPercent, shownUnits } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { FactList } from "../../lib/markets/fact-list.tsx";
import { m } from "./fee-messages.ts";
import { type OwnLevel, volumesOf } from "./fee-rules.ts";

const rates = ["spotMaker", "contractMaker", "spotTaker", "contractTaker"] as const;

/** The own level with its rates, and the volumes of 30 days. */
export function OwnFees({ own }: { own: OwnLevel }) {
  const t = useTexts();
  const volumes = volumesOf(own);
  const num = (text: string) => <span className="num">{text}</span>;
  return (
    <section aria-label={t(m.yourLevel)} className="mt-6" data-testid="own-fees">
      <p className="text-13 text-muted">{t(m.yourLevel)}</p>
      <p className="pb-2 text-28 leading-tight font-semibold tracking-[-0.02em]">
        {t(m.vip, { level: String(own.level) })}
      </p>
      <FactList
        isWide
        facts={[
          { label: t(m.spotVolume), value: num(shownUnits(volumes.spot, 0)) },
          { label: t(m.contractVolume), value: num(shownUnits(volumes.contracts, 0)) },
          ...rates.map((rate) => ({ label: t(m[rate]), value: num(alignedPercent(own.rates[rate])) })),
        ]}
      />
    </section>
  );
}
