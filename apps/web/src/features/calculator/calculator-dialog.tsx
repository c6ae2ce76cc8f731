import { Dialog, Tabs } from "@tidemark/kit-ui";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { ContractMarket } from "../../lib/markets/market.ts";
import { CalculatorFields } from "./calculator-fields.tsx";
import { m } from "./calculator-messages.ts";
import { CalculatorResults } from "./calculator-results.tsx";
import { calculatorTabs, useCalculator } from "./use-calculator.ts";

export type CalculatorDialogProps = { market: ContractMarket; onClose: () => void };

/** Profit, target, liquidation and average price of a position that need not exist, by the engine's own formulas. */
export function CalculatorDialog({ market, onClose }: CalculatorDialogProps) {
  const t = useTexts();
  const binding = useCalculator(market);
  return (
    <Dialog
      title={`${t(m.title)} · ${market.title}`}
      closeLabel={t(m.close)}
      onClose={onClose}
      size="large"
      testId="calculator"
    >
      <Tabs
        label={t(m.kind)}
        items={calculatorTabs.map((id) => ({ id, label: t(m[id]) }))}
        selected={binding.tab}
        onSelect={binding.setTab}
        className="-mt-3 h-9 border-b border-line"
      />
      <div className="grid gap-6 w768:min-h-90 w768:grid-cols-[280px_minmax(0,1fr)]">
        {/* The result is first where they are above each other, as on a phone. */}
        <div className="grid content-start gap-4 w768:order-2">
          <CalculatorResults market={market} binding={binding} />
        </div>
        <CalculatorFields market={market} binding={binding} />
      </div>
    </Dialog>
  );
}
