import type { CandleInterval } from "@tidemark/contracts";
import { classNames, PanelButton, Segmented } from "@tidemark/kit-ui";
import { ChevronDown } from "lucide-react";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { usePreferences } from "../../../lib/storage/preferences.ts";
import { togglePinned, useChartChoices } from "../chart-choices.ts";
import { m } from "../chart-messages.ts";
import { intervalGroups, intervalText } from "../interval-text.ts";
import { toolClass } from "./tool-class.ts";

const choose = (interval: CandleInterval) => usePreferences.setState({ chartInterval: interval });

/** The pinned intervals, and all others in a menu. One that is not pinned stands in the toolbar while it is chosen. */
export function Intervals() {
  const t = useTexts();
  const interval = usePreferences((state) => state.chartInterval);
  const pinned = useChartChoices((state) => state.pinned);
  const shown = pinned.includes(interval) ? pinned : [...pinned, interval];
  return (
    <>
      <Segmented
        label={t(m.interval)}
        size="tool"
        items={shown.map((id) => ({ id, label: <span className="num">{intervalText(id)}</span> }))}
        selected={interval}
        onSelect={choose}
      />
      <PanelButton
        label={t(m.moreIntervals)}
        face={<ChevronDown size={14} />}
        faceClassName={toolClass}
        panelClassName="w768:w-62"
        testId="chart-intervals"
      >
        {(close) => (
          <IntervalGrid
            onChoose={(chosen) => {
              choose(chosen);
              close();
            }}
          />
        )}
      </PanelButton>
    </>
  );
}

function IntervalGrid({ onChoose }: { onChoose: (interval: CandleInterval) => void }) {
  const t = useTexts();
  const interval = usePreferences((state) => state.chartInterval);
  const pinned = useChartChoices((state) => state.pinned);
  return (
    <div className="grid gap-3 p-2.5">
      {intervalGroups.map((group) => (
        <section key={group.id}>
          <h3 className="px-1 pb-1.5 text-11 text-muted">{t(m[group.id])}</h3>
          <div className="grid grid-cols-4 gap-1">
            {group.intervals.map((id) => (
              <div key={id} className="relative">
                <button
                  type="button"
                  aria-pressed={id === interval}
                  onClick={() => onChoose(id)}
                  className="num h-(--option-height) w-full rounded-control bg-hover font-medium text-muted hover:text-ink aria-pressed:text-ink aria-pressed:ring-1 aria-pressed:ring-brand aria-pressed:ring-inset"
                >
                  {intervalText(id)}
                </button>
                <button
                  type="button"
                  aria-pressed={pinned.includes(id)}
                  aria-label={t(m.pin, { interval: intervalText(id) })}
                  onClick={() => togglePinned(id)}
                  className="group absolute end-0 top-0 grid size-4 place-items-center pointer-coarse:size-6"
                >
                  <i
                    className={classNames(
                      "size-1 rounded-full",
                      pinned.includes(id) ? "bg-brand" : "ring-1 ring-faint group-hover:ring-brand",
                    )}
                  />
                </button>
              </div>
            ))}
          </div>
        </section>
      ))}
      <p className="border-t border-line px-1 pt-2.5 text-11 text-pretty text-muted">{t(m.pinHint)}</p>
    </div>
  );
}
