import { TrailingFields } from "../../../lib/exits/trailing-fields.tsx";
import { firstTriggerOf, type TrailingEntry } from "../../../lib/exits/trailing-entry.ts";
import { m } from "../../../lib/exits/trailing-messages.ts";
import { shown } from "../../../lib/format/number-text.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { positionSides } from "../../../lib/markets/margin-settings.ts";
import type { ContractMarket } from "../../../lib/markets/market.ts";
import type { ContractFacts, ContractStep } from "./contract-form.ts";
import { m as contractTexts } from "./contract-messages.ts";

type TrailingRowProps = {
  market: ContractMarket;
  entry: TrailingEntry;
  facts: ContractFacts;
  step: (step: ContractStep) => void;
};

/** A trailing stop in place of the price. A separate file, loaded when it is chosen. */
export function TrailingRow({ market, entry, facts, step }: TrailingRowProps) {
  const t = useTexts();
  const source = entry.by === "MARK" ? facts.mark : facts.last;
  return (
    <>
      <TrailingFields market={market} entry={entry} onChange={(trailing) => step({ type: "trailing", trailing })} />
      <div className="px-2.5 text-11 text-muted" data-testid="trailing-readback">
        {positionSides.map((posSide) => {
          const { price, isActive } = firstTriggerOf(market, posSide, entry, source);
          return (
            <p key={posSide} className="flex justify-between gap-2">
              <span>
                {t(posSide === "LONG" ? contractTexts.long : contractTexts.short)} ·{" "}
                {t(isActive ? m.firesNow : m.firesOnceActive)}
              </span>
              <b className="num font-medium text-ink">
                {price === undefined ? "—" : shown(price, market.priceDecimals)}
              </b>
            </p>
          );
        })}
      </div>
      <p className="text-11 text-muted">{t(m.trailingHint)}</p>
    </>
  );
}
