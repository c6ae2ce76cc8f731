import { classNames, PanelButton, Segmented, TextField } from "@tidemark/kit-ui";
import { Calendar } from "lucide-react";
import { useState } from "react";
import { lastDays } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./order-filters-messages.ts";

type Range = { readonly from: string | undefined; readonly to: string | undefined };
type RangeFilterProps = Range & { onChange: (range: Range) => void };

const counts = [7, 30, 90] as const;
const idOf = (count: number): string => `days-${count}`;

/** The last days by one press, any others by two dates. */
export function RangeFilter({ from, to, onChange }: RangeFilterProps) {
  const t = useTexts();
  const [now] = useState(() => new Date());
  const isSet = from !== undefined || to !== undefined;
  const chosen = counts.find((count) => {
    const range = lastDays(count, now);
    return range.from === from && range.to === to;
  });
  return (
    <>
      <PanelButton
        label={t(m.range)}
        face={
          <>
            <Calendar aria-hidden size={14} className="text-muted" />
            {isSet ? (
              <span className="num" dir="ltr">
                {from ?? "…"} → {to ?? "…"}
              </span>
            ) : (
              t(m.anyTime)
            )}
          </>
        }
        isFaceText
        faceClassName={classNames(
          "inline-flex h-8 items-center gap-1.5 rounded-control bg-field px-2.5 text-13 ring-inset hover:ring-1 hover:ring-line-strong",
          isSet && "ring-1 ring-brand",
        )}
        panelClassName="w-80"
        testId="filter-range"
      >
        {() => (
          <div className="grid gap-3 p-4">
            <TextField
              type="date"
              label={t(m.from)}
              value={from ?? ""}
              onChange={(day) => onChange({ from: day === "" ? undefined : day, to })}
              testId="filter-from"
            />
            <TextField
              type="date"
              label={t(m.to)}
              value={to ?? ""}
              onChange={(day) => onChange({ from, to: day === "" ? undefined : day })}
              testId="filter-to"
            />
          </div>
        )}
      </PanelButton>
      <Segmented
        label={t(m.range)}
        size="switch"
        items={counts.map((count) => ({ id: idOf(count), label: t(m.days, { count }), testId: `range-${count}` }))}
        selected={chosen === undefined ? "" : idOf(chosen)}
        onSelect={(id) => onChange(lastDays(counts.find((count) => idOf(count) === id) ?? counts[0], now))}
      />
    </>
  );
}
