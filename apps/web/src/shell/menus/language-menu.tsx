import { languageOf } from "@tidemark/contracts";
import { Check } from "lucide-react";
import { type ReactNode, useId } from "react";
import { chosenCurrency } from "../../lib/storage/choices.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./menus-messages.ts";
import { useCurrency } from "../../session/currency.ts";
import { useLanguage } from "./use-language.ts";

const choiceLook =
  "flex min-h-8.5 w-full items-center justify-between gap-2 rounded-control px-3 text-start text-13 transition-colors hover:bg-hover aria-pressed:font-medium aria-pressed:text-brand max-w768:min-h-11";

/** The unambiguous sign of a currency; empty if it has none besides its code. */
function signOf(currency: string): string {
  for (const currencyDisplay of ["symbol", "narrowSymbol"] as const) {
    const parts = new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay }).formatToParts(0);
    const sign = parts.find(({ type }) => type === "currency")?.value;
    if (sign !== undefined && sign !== currency) return sign;
  }
  return "";
}

function Choices({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 px-2 py-3">
      <h2 id={id} className="px-3 pt-1 pb-2 text-12 text-muted">
        {title}
      </h2>
      <ul className={className}>{children}</ul>
    </section>
  );
}

/** The language of the page, and the currency of its estimates. */
export function LanguageMenu({ close }: { close: () => void }) {
  const t = useTexts();
  const { lang: current, offered: langs, choose } = useLanguage();
  const { currency: chosen, offered: currencies } = useCurrency();
  return (
    <div className="grid grid-cols-[1.6fr_1fr] divide-x divide-line">
      <Choices title={t(m.languageTitle)} className="grid grid-cols-2">
        {langs.map((lang) => {
          const { name, tag } = languageOf(lang);
          return (
            <li key={lang}>
              <button
                type="button"
                lang={tag}
                aria-pressed={lang === current}
                onClick={() => {
                  close();
                  choose(lang);
                }}
                className={choiceLook}
              >
                <bdi>{name}</bdi>
                {lang === current && <Check aria-hidden size={14} />}
              </button>
            </li>
          );
        })}
      </Choices>
      <Choices title={t(m.currencyTitle)}>
        {currencies.map((currency) => (
          <li key={currency}>
            <button
              type="button"
              aria-pressed={currency === chosen}
              onClick={() => {
                chosenCurrency.set(currency);
                close();
              }}
              className={choiceLook}
            >
              <span className="num">{currency}</span>
              <span className="num text-muted">{signOf(currency)}</span>
            </button>
          </li>
        ))}
      </Choices>
    </div>
  );
}
