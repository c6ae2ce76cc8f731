import { type Lang, languageOf } from "@tidemark/contracts";
import { Segmented, Select, Switch } from "@tidemark/kit-ui";
import type { ReactNode } from "react";
import { chosenCurrency, useStored, valuationAsset, type ValuationAsset } from "../../lib/storage/choices.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { usePreferences } from "../../lib/storage/preferences.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useCurrency } from "../../session/currency.ts";
import { m } from "./profile-messages.ts";

export type LanguageChoice = {
  readonly lang: Lang;
  readonly offered: readonly Lang[];
  readonly choose: (lang: Lang) => void;
};

function Line({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex min-h-13 items-center justify-between gap-4 border-t border-line">
      <span className="min-w-0 text-14">{title}</span>
      {children}
    </div>
  );
}

const assets: readonly ValuationAsset[] = ["USDT", "BTC"];

/** The settings of this browser. */
export function Preferences({ language }: { language: LanguageChoice }) {
  const t = useTexts();
  const theme = usePreferences((state) => state.theme);
  const rise = usePreferences((state) => state.rise);
  const counted = useStored(valuationAsset);
  const { currency, offered: currencies } = useCurrency();
  const { isHidden, toggle } = useOwnAmounts();
  return (
    <section aria-label={t(m.preferences)} className="mt-12" data-testid="preferences">
      <h2 className="pb-4 text-16 font-semibold tracking-[-0.01em]">{t(m.preferences)}</h2>
      <Line title={t(m.language)}>
        <Select
          label={t(m.language)}
          isLabelHidden
          items={language.offered.map((lang) => ({ id: lang, label: languageOf(lang).name }))}
          selected={language.lang}
          onSelect={language.choose}
          className="-me-1.5"
          testId="profile-language"
        />
      </Line>
      <Line title={t(m.currency)}>
        <Select
          label={t(m.currency)}
          isLabelHidden
          items={currencies.map((id) => ({ id, label: id }))}
          selected={currency}
          onSelect={(id) => chosenCurrency.set(id)}
          className="-me-1.5"
          testId="profile-currency"
        />
      </Line>
      <Line title={t(m.theme)}>
        <Segmented
          label={t(m.theme)}
          size="switch"
          items={[
            { id: "dark", label: t(m.dark), testId: "profile-dark" },
            { id: "light", label: t(m.light), testId: "profile-light" },
          ]}
          selected={theme}
          onSelect={(id) => usePreferences.setState({ theme: id })}
        />
      </Line>
      <Line title={t(m.upIs)}>
        <Segmented
          label={t(m.upIs)}
          size="switch"
          items={[
            { id: "green", label: t(m.green), testId: "profile-green" },
            { id: "red", label: t(m.red), testId: "profile-red" },
          ]}
          selected={rise}
          onSelect={(id) => usePreferences.setState({ rise: id })}
        />
      </Line>
      <Line title={t(m.valueIn)}>
        <Segmented
          label={t(m.valueIn)}
          size="switch"
          items={assets.map((id) => ({ id, label: id }))}
          selected={counted}
          onSelect={(id) => valuationAsset.set(id)}
        />
      </Line>
      <Switch
        isOn={isHidden}
        onChange={toggle}
        testId="profile-hide"
        className="min-h-13 w-full border-t border-line rounded-none text-14"
      >
        {t(m.hideBalances)}
      </Switch>
    </section>
  );
}
