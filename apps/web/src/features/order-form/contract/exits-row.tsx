import { Checkbox } from "@tidemark/kit-ui";
import { type ExitRole, priceOfTicks } from "../../../lib/exits/exit-entry.ts";
import { ExitField, ExitUnits } from "../../../lib/exits/exit-field.tsx";
import { shown } from "../../../lib/format/number-text.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { positionSides } from "../../../lib/markets/margin-settings.ts";
import type { ContractMarket } from "../../../lib/markets/market.ts";
import { useTradingSettings } from "../../../session/trading-settings.ts";
import type { ContractFacts, ContractForm, ContractStep, ContractSummary } from "./contract-form.ts";
import { m } from "./contract-messages.ts";
import { emptyExits, enteredOf, exitTicksOf, type OrderExits } from "./order-exits.ts";

type ExitsRowProps = {
  market: ContractMarket;
  form: ContractForm;
  facts: ContractFacts;
  summary: ContractSummary;
  step: (step: ContractStep) => void;
};

const roles: readonly ExitRole[] = ["TP", "SL"];

/** TP and SL that the order brings with it. A separate file, loaded once the ticket is interactive. */
export function ExitsRow({ market, form, facts, summary, step }: ExitsRowProps) {
  const t = useTexts();
  const { exits } = form;
  const { exitUnit } = useTradingSettings();
  const change = (next: OrderExits | undefined) => step({ type: "exits", exits: next });
  return (
    <>
      <div className="flex min-h-5 items-center justify-between gap-2">
        <Checkbox
          checked={exits !== undefined}
          onChange={(isOn) => change(isOn ? { ...emptyExits, unit: exitUnit } : undefined)}
        >
          {t(m.exits)}
        </Checkbox>
        {/* The numbers would mean something else in another unit. */}
        {exits !== undefined && (
          <ExitUnits
            unit={exits.unit}
            onUnit={(unit) => change({ unit, TP: { ...exits.TP, text: "" }, SL: { ...exits.SL, text: "" } })}
          />
        )}
      </div>
      {exits !== undefined &&
        roles.map((role) => (
          <ExitField
            key={role}
            role={role}
            market={market}
            unit={exits.unit}
            entry={exits[role]}
            onChange={(entry) => change({ ...exits, [role]: entry })}
          >
            {exits.unit !== "PRICE" &&
              positionSides.map((posSide) => {
                const side = summary[posSide];
                const entered = enteredOf(market, side, facts.leverage[posSide], posSide);
                const ticks = entered === undefined ? undefined : exitTicksOf(exits, market, entered)[role];
                return (
                  <span key={posSide}>
                    {t(posSide === "LONG" ? m.long : m.short)}{" "}
                    <b className="num font-medium text-ink">
                      {ticks === undefined ? "—" : shown(priceOfTicks(market, ticks), market.priceDecimals)}
                    </b>
                  </span>
                );
              })}
          </ExitField>
        ))}
    </>
  );
}
