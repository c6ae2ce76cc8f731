import { DecimalField, Segmented, Unit } from "@tidemark/kit-ui";
import { useTexts } from "../i18n/texts.ts";
import type { ContractMarket } from "../markets/market.ts";
import { SourceSelect } from "./exit-field.tsx";
import type { TrailingEntry } from "./trailing-entry.ts";
import { m } from "./trailing-messages.ts";

const callbacks = ["0.5", "1", "1.5", "2", "5"] as const;

type TrailingFieldsProps = {
  market: ContractMarket;
  entry: TrailingEntry;
  onChange: (entry: TrailingEntry) => void;
};

/** Callback and activation of a trailing stop, in the dialog of a position and in the ticket. */
export function TrailingFields({ market, entry, onChange }: TrailingFieldsProps) {
  const t = useTexts();
  const change = (part: Partial<TrailingEntry>) => onChange({ ...entry, ...part });
  return (
    <>
      <DecimalField
        isLabelInside
        label={t(m.callback)}
        value={entry.callback}
        onChange={(callback) => change({ callback })}
        decimals={2}
        min="0.1"
        max="10"
        testId="trailing-callback"
      >
        <Unit>%</Unit>
      </DecimalField>
      <Segmented
        label={t(m.callback)}
        size="mini"
        items={callbacks.map((id) => ({ id, label: <span className="num">{id}%</span> }))}
        selected={entry.callback as (typeof callbacks)[number]}
        onSelect={(callback) => change({ callback })}
      />
      <DecimalField
        isLabelInside
        label={t(m.activation)}
        placeholder={t(m.atOnce)}
        value={entry.activation}
        onChange={(activation) => change({ activation })}
        decimals={market.priceDecimals}
        testId="trailing-activation"
      >
        <SourceSelect
          selected={entry.by}
          sources={["MARK", "LAST"]}
          onSelect={(by) => change({ by: by === "LAST" ? "LAST" : "MARK" })}
          testId="trailing-source"
        />
      </DecimalField>
    </>
  );
}
