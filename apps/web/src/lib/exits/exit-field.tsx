import { DecimalField, Segmented, Select, Unit } from "@tidemark/kit-ui";
import { triggerSources } from "@tidemark/contracts";
import type { ReactNode } from "react";
import { useTexts } from "../i18n/texts.ts";
import type { ContractMarket } from "../markets/market.ts";
import { type ExitEntry, type ExitRole, isLoss, type TriggerSource } from "./exit-entry.ts";
import { exitUnits, type ExitUnit } from "./exit-price.ts";
import { m } from "./exits-messages.ts";

type ExitUnitsProps = { unit: ExitUnit; onUnit: (unit: ExitUnit) => void };

/** Price, return or profit: how both exits are entered. */
export function ExitUnits({ unit, onUnit }: ExitUnitsProps) {
  const t = useTexts();
  return (
    <Segmented<ExitUnit>
      label={t(m.enterAs)}
      size="mini"
      items={exitUnits.map((id) => ({ id, label: t(m[id]), testId: `exit-unit-${id.toLowerCase()}` }))}
      selected={unit}
      onSelect={onUnit}
    />
  );
}

type SourceSelectProps = {
  selected: TriggerSource;
  onSelect: (by: TriggerSource) => void;
  sources?: readonly TriggerSource[];
  testId: string;
};

/** The price that a trigger waits for. */
export function SourceSelect({ selected, onSelect, sources = triggerSources, testId }: SourceSelectProps) {
  const t = useTexts();
  return (
    <Select<TriggerSource>
      label={t(m.source)}
      items={sources.map((id) => ({ id, label: t(m[id]) }))}
      selected={selected}
      onSelect={onSelect}
      isQuiet
      className="-me-1.5"
      testId={testId}
    />
  );
}

type ExitFieldProps = {
  role: ExitRole;
  market: ContractMarket;
  unit: ExitUnit;
  entry: ExitEntry;
  onChange: (entry: ExitEntry) => void;
  problem?: string | undefined;
  /** What the entry comes to. */
  children?: ReactNode;
};

/** One exit: its number, in which unit, and the price that triggers it. */
export function ExitField({ role, market, unit, entry, onChange, problem, children }: ExitFieldProps) {
  const t = useTexts();
  const testId = `exit-${role.toLowerCase()}`;
  const decimals = unit === "PRICE" ? market.priceDecimals : unit === "ROE" ? 2 : market.valueDecimals;
  const mark = unit === "ROE" ? "%" : unit === "PNL" ? market.valueUnit : undefined;
  return (
    <div className="grid gap-1">
      <DecimalField
        isLabelInside
        label={isLoss(role, unit) ? `${t(m[role])} −` : t(m[role])}
        value={entry.text}
        onChange={(text) => onChange({ text, by: entry.by })}
        decimals={decimals}
        problem={problem}
        testId={testId}
      >
        {mark !== undefined && <Unit>{mark}</Unit>}
        <SourceSelect selected={entry.by} onSelect={(by) => onChange({ ...entry, by })} testId={`${testId}-source`} />
      </DecimalField>
      {children !== undefined && (
        <div className="flex min-h-4 justify-between gap-2 px-2.5 text-11 text-muted">{children}</div>
      )}
    </div>
  );
}
