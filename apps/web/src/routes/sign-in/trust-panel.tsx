import { group } from "@tidemark/money";
import type { ReactNode } from "react";
import { fundLineOf } from "../../lib/plot/fund-line.ts";
import { FundPlot } from "../../lib/plot/fund-plot.tsx";
import { useFundChanges } from "../../features/home/home-queries.ts";
import { LastPrice } from "../../features/market-bar/last-price.tsx";
import { appConfig } from "../../lib/config/app-config.ts";
import { useMarkets } from "../../lib/markets/instruments.ts";
import { shown } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { LanguageButton } from "../../shell/panels/language-button.tsx";
import { m } from "./sign-in-route-messages.ts";

type Fact = { readonly name: string; readonly value: ReactNode };

/** The course of the insurance fund, live, above a heading and some facts. */
function Panel({ title, facts, hint }: { title: string; facts: readonly Fact[]; hint?: string }) {
  const t = useTexts();
  const { asset } = appConfig().project.insuranceFund;
  const { data, dataUpdatedAt, isError } = useFundChanges(asset, true);
  const line = data === undefined ? undefined : fundLineOf(data.list, dataUpdatedAt);
  return (
    <aside className="sticky top-0 hidden h-dvh min-w-0 flex-col justify-between gap-4 overflow-hidden border-s border-line bg-surface px-16 pt-5 pb-10 w1024:flex">
      <div className="-me-8 flex h-9 items-center justify-end">
        <LanguageButton />
      </div>
      <figure className="flex flex-none flex-col gap-1">
        <figcaption className="text-12 text-muted">{t(m.fundCourse)}</figcaption>
        <FundPlot
          line={line}
          label={t(m.fundCourse)}
          isStale={isError && line !== undefined}
          isUnavailable={line === undefined && isError}
          // In a low window the words below need the room.
          heightClassName="h-[clamp(96px,26dvh,240px)]"
        />
      </figure>
      <div>
        <p className="max-w-[14ch] text-40 leading-[1.1] font-semibold tracking-[-0.03em] text-balance">{title}</p>
        <dl className="mt-6 grid max-w-110 text-14">
          {facts.map(({ name, value }) => (
            <div
              key={name}
              className="flex min-h-12 items-center justify-between gap-4 border-t border-line last:border-b"
            >
              <dt className="text-muted">{name}</dt>
              <dd className="font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
        {hint !== undefined && <p className="mt-4 max-w-[44ch] text-13 text-muted">{hint}</p>}
      </div>
    </aside>
  );
}

const Unit = ({ children }: { children: ReactNode }) => <span className="font-normal text-muted">{children}</span>;

/** What users should check before they type a password. */
export function TrustPanel() {
  const t = useTexts();
  const { asset } = appConfig().project.insuranceFund;
  const { data: fund, dataUpdatedAt } = useFundChanges(asset, true);
  const { data } = useMarkets();
  const market = data?.SPOT[0];
  const now = fund === undefined ? undefined : fundLineOf(fund.list, dataUpdatedAt)?.now.balance;
  const facts: Fact[] = [
    { name: t(m.official), value: <span dir="ltr">{location.host}</span> },
    {
      name: t(m.fundNow),
      value: (
        <span className="num">
          {now === undefined ? "—" : shown(now, 2)} <Unit>{asset}</Unit>
        </span>
      ),
    },
    ...(market === undefined
      ? []
      : [{ name: t(m.last, { pair: market.title }), value: <LastPrice market={market} /> }]),
  ];
  return <Panel title={t(m.check)} facts={facts} hint={t(m.checkHint)} />;
}

/** The register bonus with its terms. */
export function BonusPanel() {
  const t = useTexts();
  const { registerBonus } = appConfig().project;
  const { asset, amount, volume, days } = registerBonus;
  const sum = (text: string) => (
    <span className="num">
      {group(text)} <Unit>{asset}</Unit>
    </span>
  );
  const facts: Fact[] = [
    { name: t(m.bonusCash), value: sum(amount) },
    { name: t(m.bonusVolume), value: sum(volume) },
    { name: t(m.bonusWithin), value: <span className="num">{t(m.bonusDays, { days })}</span> },
    { name: t(m.bonusPaid), value: t(m.capital) },
  ];
  return <Panel title={t(m.bonusTitle)} facts={facts} hint={t(m.bonusOnce)} />;
}
