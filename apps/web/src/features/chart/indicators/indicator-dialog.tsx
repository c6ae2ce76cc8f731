import { classNames, Dialog, IconButton } from "@tidemark/kit-ui";
import { Check, Eye, EyeOff, Search, Settings2, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { useChartChoices } from "../chart-choices.ts";
import { indicatorGroups, type IndicatorName, indicatorNames, kindOf } from "./indicator-kinds.ts";
import { m } from "./indicator-messages.ts";
import { IndicatorSettings } from "./indicator-settings.tsx";
import {
  idFor,
  inputsText,
  knownOf,
  newIndicator,
  shownAtFirst,
  type ShownIndicator,
  shownMax,
} from "./shown-indicators.ts";

const set = (indicators: readonly ShownIndicator[]) => useChartChoices.setState({ indicators });

/** All indicators with search, the settings of one, and what is on the chart. Changes are drawn at once. */
export function IndicatorDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const shown = knownOf(useChartChoices((state) => state.indicators));
  const [chosenId, setChosenId] = useState<string | undefined>(shown[0]?.id);
  const chosen = shown.find(({ id }) => id === chosenId);
  const add = (name: IndicatorName) => {
    const known = shown.find((each) => each.name === name);
    if (known !== undefined) return setChosenId(known.id);
    if (shown.length >= shownMax) return;
    const made = newIndicator(name, idFor(name, shown));
    set([...shown, made]);
    setChosenId(made.id);
  };
  const change = (next: ShownIndicator) => set(shown.map((each) => (each.id === next.id ? next : each)));
  return (
    <Dialog title={t(m.title)} closeLabel={t(m.close)} onClose={onClose} size="large" testId="indicators">
      <div className="grid gap-x-6 gap-y-4 w768:grid-cols-[280px_minmax(0,1fr)]">
        <IndicatorList shown={shown} chosen={chosen?.name} onChoose={add} />
        <div className="grid content-start gap-5">
          {chosen !== undefined && <IndicatorSettings key={chosen.id} indicator={chosen} onChange={change} />}
          <section className="grid gap-1">
            <div className="flex items-center justify-between pb-1">
              <h3 className="text-12 text-muted">{t(m.onChart)}</h3>
              <button type="button" onClick={() => set(shownAtFirst)} className="text-12 text-ink hover:underline">
                {t(m.reset)}
              </button>
            </div>
            {shown.map((each) => (
              <ShownRow
                key={each.id}
                indicator={each}
                isChosen={each.id === chosenId}
                onChoose={() => setChosenId(each.id)}
                onChange={change}
                onRemove={() => set(shown.filter(({ id }) => id !== each.id))}
              />
            ))}
            {shown.length === 0 && <p className="text-13 text-muted">{t(m.nothing)}</p>}
            {shown.length >= shownMax && <p className="text-12 text-warn">{t(m.full)}</p>}
          </section>
        </div>
      </div>
    </Dialog>
  );
}

type IndicatorListProps = {
  shown: readonly ShownIndicator[];
  chosen: IndicatorName | undefined;
  onChoose: (name: IndicatorName) => void;
};

function IndicatorList({ shown, chosen, onChoose }: IndicatorListProps) {
  const t = useTexts();
  const [text, setText] = useState("");
  const wanted = text.trim().toLowerCase();
  const found = indicatorNames.filter((name) => `${name} ${t(m[name])}`.toLowerCase().includes(wanted));
  return (
    <div className="grid content-start gap-2">
      <label className="flex h-9 items-center gap-2 rounded-control bg-field px-2.5 text-muted ring-inset has-[input:focus-visible]:ring-2 has-[input:focus-visible]:ring-brand">
        <Search aria-hidden size={14} />
        <input
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder={t(m.search, { count: indicatorNames.length })}
          aria-label={t(m.search, { count: indicatorNames.length })}
          className="min-w-0 flex-1 bg-transparent text-13 text-ink outline-none"
        />
      </label>
      <div className="max-h-90 overflow-auto max-w768:max-h-48">
        {indicatorGroups.map((group) => {
          const names = found.filter((name) => kindOf(name).group === group);
          if (names.length === 0) return null;
          return (
            <section key={group} className="pb-1.5">
              <h3 className="px-2 py-1 text-11 text-muted">{t(m[group])}</h3>
              {names.map((name) => (
                <button
                  key={name}
                  type="button"
                  data-testid={`indicator-${name}`}
                  aria-label={t(m.add, { name: t(m[name]) })}
                  onClick={() => onChoose(name)}
                  className={classNames(
                    "flex min-h-8 w-full items-center gap-2 rounded-control px-2 py-1 text-start text-13 hover:bg-hover focus-visible:-outline-offset-2",
                    chosen === name && "bg-hover",
                  )}
                >
                  <b className="w-13 flex-none font-semibold">{name}</b>
                  <span className="flex-1 text-12 text-muted">{t(m[name])}</span>
                  {shown.some((each) => each.name === name) && <Check size={14} className="flex-none text-brand" />}
                </button>
              ))}
            </section>
          );
        })}
        {found.length === 0 && <p className="px-2 py-1 text-13 text-muted">{t(m.none)}</p>}
      </div>
    </div>
  );
}

type ShownRowProps = {
  indicator: ShownIndicator;
  isChosen: boolean;
  onChoose: () => void;
  onChange: (next: ShownIndicator) => void;
  onRemove: () => void;
};

function ShownRow({ indicator, isChosen, onChoose, onChange, onRemove }: ShownRowProps) {
  const t = useTexts();
  const name = t(m[indicator.name]);
  return (
    <div className="flex h-8 items-center gap-2 border-b border-line text-13">
      <b className="font-semibold">{indicator.name}</b>
      <span className="num flex-1 text-12 text-muted">{inputsText(indicator)}</span>
      <IconButton
        size="sm"
        aria-label={t(m.hide, { name })}
        pressed={indicator.isHidden}
        onPress={() => onChange({ ...indicator, isHidden: !indicator.isHidden })}
      >
        {indicator.isHidden ? <EyeOff size={14} /> : <Eye size={14} />}
      </IconButton>
      <IconButton size="sm" aria-label={t(m.settings, { name })} pressed={isChosen} onPress={onChoose}>
        <Settings2 size={14} />
      </IconButton>
      <IconButton size="sm" aria-label={t(m.remove, { name })} onPress={onRemove}>
        <Trash2 size={14} />
      </IconButton>
    </div>
  );
}
