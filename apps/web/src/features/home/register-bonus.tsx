import type { AppConfig } from "@tidemark/contracts";
import { buttonClassName } from "@tidemark/kit-ui";
import { group } from "@tidemark/money";
import { Link } from "@tanstack/react-router";
import { useTexts } from "../../lib/i18n/texts.ts";
import { HomeSection, SectionLead } from "./home-section.tsx";
import { m } from "./home-messages.ts";

export type RegisterBonusProps = { bonus: AppConfig["project"]["registerBonus"]; couponsPath: string };

/** The bonus and everything that it depends on, as the config has it. */
export function RegisterBonus({ bonus, couponsPath }: RegisterBonusProps) {
  const t = useTexts();
  const days = String(bonus.days);
  const terms = [
    { term: m.bonusWorth, figure: group(bonus.amount), unit: bonus.asset, why: m.bonusWorthWhy },
    { term: m.bonusVolume, figure: group(bonus.volume), unit: bonus.asset, why: m.bonusVolumeWhy },
    { term: m.bonusDays, figure: t(m.days, { count: bonus.days, shown: days }), unit: "", why: m.bonusDaysWhy },
  ];
  return (
    <HomeSection className="grid items-start gap-8 w1024:grid-cols-[5fr_6fr] w1024:gap-16">
      <SectionLead title={t(m.bonusTitle)} lead={t(m.bonusLead)}>
        <Link to={couponsPath} className={buttonClassName("ghost", "md", "mt-6 hover:bg-hover")}>
          {t(m.allCoupons)}
        </Link>
      </SectionLead>
      <dl className="border-b border-line">
        {terms.map(({ term, figure, unit, why }) => (
          <div
            key={term.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-6 gap-y-0.5 border-t border-line py-4"
          >
            <dt className="font-semibold">{t(term)}</dt>
            <dd className="text-20 leading-7 font-semibold tracking-[-0.02em]">
              {unit === "" ? (
                figure
              ) : (
                <span className="num">
                  {figure} <span className="text-13 font-normal tracking-normal text-muted">{unit}</span>
                </span>
              )}
            </dd>
            <dd className="col-span-2 text-13 text-muted">{t(why)}</dd>
          </div>
        ))}
      </dl>
    </HomeSection>
  );
}
