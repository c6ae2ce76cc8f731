import { PanelButton } from "@tidemark/kit-ui";
import { Check, GitCompareArrows, Search } from "lucide-react";
import { useState } from "react";
import { useTexts } from "../../../lib/i18n/texts.ts";
import type { Market } from "../../../lib/markets/market.ts";
import { m } from "../chart-messages.ts";
import { toolClass } from "./tool-class.ts";

export type CompareMenuProps = {
  /** Without the market of the chart. */
  markets: readonly Market[];
  compared: readonly string[];
  comparedMax: number;
  onToggle: (symbol: string) => void;
};

/** Chooses other markets to draw beside this one, on a scale in percent. */
export function CompareMenu({ markets, compared, comparedMax, onToggle }: CompareMenuProps) {
  const t = useTexts();
  const [text, setText] = useState("");
  const wanted = text.trim().toUpperCase();
  const found = markets.filter(({ title, symbol }) => title.includes(wanted) || symbol.includes(wanted));
  return (
    <PanelButton
      label={t(m.compare)}
      face={
        <>
          <GitCompareArrows size={14} />
          <span className="@max-[760px]:sr-only">{t(m.compare)}</span>
        </>
      }
      faceClassName={toolClass}
      isFaceText
      panelClassName="w768:w-62"
      testId="chart-compare"
    >
      {() => (
        <div className="grid gap-2 p-2.5">
          <label className="flex h-8 items-center gap-2 rounded-control bg-field px-2.5 text-muted ring-inset has-[input:focus-visible]:ring-2 has-[input:focus-visible]:ring-brand">
            <Search aria-hidden size={14} />
            <input
              value={text}
              onChange={(event) => setText(event.target.value)}
              placeholder={t(m.compareSearch)}
              aria-label={t(m.compareSearch)}
              className="min-w-0 flex-1 bg-transparent text-ink outline-none"
            />
          </label>
          <div className="-mx-2.5 max-h-60 overflow-auto">
            {found.map(({ symbol, title }) => (
              <button
                key={symbol}
                type="button"
                aria-pressed={compared.includes(symbol)}
                disabled={!compared.includes(symbol) && compared.length >= comparedMax}
                onClick={() => onToggle(symbol)}
                className="flex min-h-(--option-height) w-full items-center px-4 text-start text-ink hover:bg-hover focus-visible:-outline-offset-2 disabled:text-faint"
              >
                <span className="num flex-1">{title}</span>
                {compared.includes(symbol) && <Check size={14} className="text-brand" />}
              </button>
            ))}
            {found.length === 0 && <p className="px-4 py-2 text-muted">{t(m.compareNone)}</p>}
          </div>
          <p className="border-t border-line px-1 pt-2.5 text-11 text-pretty text-muted">{t(m.compareHint)}</p>
        </div>
      )}
    </PanelButton>
  );
}
