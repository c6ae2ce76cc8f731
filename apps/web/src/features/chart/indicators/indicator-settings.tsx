import { classNames } from "@tidemark/kit-ui";
import { useState } from "react";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { swatches } from "../line-swatches.ts";
import { type IndicatorInput, kindOf, type LineColour, lineColours } from "./indicator-kinds.ts";
import { m } from "./indicator-messages.ts";
import { boundedInput, lineLabels, type ShownIndicator } from "./shown-indicators.ts";

type IndicatorSettingsProps = { indicator: ShownIndicator; onChange: (next: ShownIndicator) => void };

/** Periods and colours of one indicator. */
export function IndicatorSettings({ indicator, onChange }: IndicatorSettingsProps) {
  const t = useTexts();
  const { inputs, lines } = kindOf(indicator.name);
  const labels = lineLabels(indicator);
  return (
    <section className="grid gap-3">
      <h3 className="text-14 font-semibold">{t(m[indicator.name])}</h3>
      {inputs.map((input, index) => (
        <NumberInput
          key={input.id}
          input={input}
          label={
            inputs.filter(({ label }) => label === input.label).length > 1
              ? `${t(m[input.label])} ${index + 1}`
              : t(m[input.label])
          }
          value={indicator.inputs[input.id] ?? input.value}
          onChange={(value) =>
            onChange({
              ...indicator,
              inputs: { ...indicator.inputs, [input.id]: boundedInput(indicator.name, input.id, value) },
            })
          }
        />
      ))}
      {lines.map(({ id, colour }, index) => (
        <div key={id} className="flex items-center justify-between gap-3 text-13">
          <span className="num text-muted">{labels[index]!.text}</span>
          <ColourRow
            line={labels[index]!.text}
            colour={indicator.colours[id] ?? colour}
            onChange={(next) => onChange({ ...indicator, colours: { ...indicator.colours, [id]: next } })}
          />
        </div>
      ))}
    </section>
  );
}

type NumberInputProps = { input: IndicatorInput; label: string; value: number; onChange: (value: number) => void };

/** Changes are taken when the field is left or with Enter: a half typed period would draw a wrong line. */
function NumberInput({ input, label, value, onChange }: NumberInputProps) {
  // What was typed belongs to one value: another one, taken from here or changed elsewhere, shows itself.
  const [typed, setTyped] = useState<{ readonly over: number; readonly text: string }>();
  const text = typed?.over === value ? typed.text : String(value);
  const commit = () => {
    const number = Number(text.replace(",", "."));
    setTyped(undefined);
    if (text.trim() !== "" && Number.isFinite(number)) onChange(number);
  };
  return (
    <label className="flex items-center justify-between gap-3 text-13">
      <span className="text-muted">{label}</span>
      <input
        value={text}
        inputMode={input.decimals === undefined ? "numeric" : "decimal"}
        onChange={(event) => setTyped({ over: value, text: event.target.value })}
        onBlur={commit}
        onKeyDown={(event) => event.key === "Enter" && commit()}
        className="num h-8 w-22 rounded-control bg-field px-2.5 text-end text-ink focus-visible:-outline-offset-2"
      />
    </label>
  );
}

type ColourRowProps = { line: string; colour: LineColour; onChange: (colour: LineColour) => void };

function ColourRow({ line, colour, onChange }: ColourRowProps) {
  const t = useTexts();
  return (
    <span className="flex gap-2">
      {lineColours.map((each) => (
        <button
          key={each}
          type="button"
          aria-label={t(m.colourOf, { line, colour: each })}
          aria-pressed={each === colour}
          onClick={() => onChange(each)}
          className={classNames(
            "size-4.5 rounded-tag ring-offset-2 ring-offset-raised aria-pressed:ring-2 aria-pressed:ring-ink",
            swatches[each],
          )}
        />
      ))}
    </span>
  );
}
