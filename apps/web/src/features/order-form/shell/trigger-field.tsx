import { DecimalField } from "@tidemark/kit-ui";
import { floorDiv } from "@tidemark/money";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { TriggerSource } from "../../../lib/exits/exit-entry.ts";
import { SourceSelect } from "../../../lib/exits/exit-field.tsx";
import { m as sources } from "../../../lib/exits/exits-messages.ts";
import { shown, shownUnits } from "../../../lib/format/number-text.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import type { Market } from "../../../lib/markets/market.ts";
import type { FieldsStep, TriggerEntry } from "./order-fields.ts";
import { m } from "./ticket-messages.ts";
import { typedUnits } from "./typed-steps.ts";

/** The prices that a trigger of the market can wait for; undefined where there is none yet. */
export type SourcePrice = { readonly by: TriggerSource; readonly price: string | undefined };

type TriggerFieldProps = {
  market: Market;
  trigger: TriggerEntry;
  prices: readonly SourcePrice[];
  problem: string | undefined;
  step: (step: FieldsStep) => void;
};

/** The trigger price, and in words what it waits for: the direction is fixed when the order is placed. */
export function TriggerField({ market, trigger, prices, problem, step }: TriggerFieldProps) {
  const t = useTexts();
  const change = (next: Partial<TriggerEntry>) => step({ type: "trigger", trigger: { ...trigger, ...next } });
  return (
    <div className="grid gap-1">
      <DecimalField
        isLabelInside
        label={t(m.triggerPrice)}
        value={trigger.price}
        onChange={(price) => change({ price })}
        decimals={market.priceDecimals}
        problem={problem}
        testId="ticket-trigger"
      >
        <SourceSelect
          sources={prices.map(({ by }) => by)}
          selected={trigger.by}
          onSelect={(by) => change({ by })}
          testId="ticket-trigger-source"
        />
      </DecimalField>
      <Readback market={market} trigger={trigger} now={prices.find(({ by }) => by === trigger.by)?.price} />
    </div>
  );
}

type ReadbackProps = { market: Market; trigger: TriggerEntry; now: string | undefined };

function Readback({ market, trigger, now }: ReadbackProps) {
  const t = useTexts();
  const [at, from] = [typedUnits(trigger.price), now === undefined ? undefined : typedUnits(now)];
  if (at === undefined || from === undefined || at === from || at === 0n || from === 0n) return null;
  const isUp = at > from;
  const basisPoints = floorDiv((isUp ? at - from : from - at) * 10_000n, from);
  const Arrow = isUp ? ArrowUp : ArrowDown;
  return (
    <p className="flex items-start gap-1.5 px-2.5 text-11 text-muted" data-testid="trigger-readback">
      <Arrow aria-hidden size={12} className="mt-0.5 flex-none text-brand" />
      {t(isUp ? m.sentRises : m.sentFalls, {
        source: t(sources[trigger.by]),
        price: shown(trigger.price, market.priceDecimals),
        distance: `${isUp ? "+" : "−"}${shownUnits(basisPoints, 2, 2)}%`,
      })}
    </p>
  );
}
