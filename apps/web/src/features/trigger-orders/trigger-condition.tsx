import type { TriggerRow } from "@tidemark/contracts";
import { Skeleton } from "@tidemark/kit-ui";
import type { ReactNode } from "react";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { Market } from "../../lib/markets/market.ts";
import { EditableNumber } from "../../lib/order-table/editable-number.tsx";
import { m as shared } from "../../lib/order-table/order-table-messages.ts";
import { priceText } from "../../lib/order-table/order-texts.ts";
import { callbackText, type Direction, signOf, trailingState } from "./trigger-texts.ts";
import { m } from "./trigger-orders-messages.ts";

type ConditionProps = { by: TriggerRow["triggerBy"]; direction: Direction; children: ReactNode };

/** "Mark ≥ 105,400.0". Sign and number stay left to right, so that ≥ does not turn into ≤ in Persian. */
function Condition({ by, direction, children }: ConditionProps) {
  const t = useTexts();
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1">
      {t(shared[by])}
      <span dir="ltr" className="inline-flex items-center gap-1.5">
        {signOf(direction)} {children}
      </span>
    </span>
  );
}

export type TriggerConditionProps = {
  row: TriggerRow;
  market: Market | undefined;
  isBusy: boolean;
  onSave: (triggerPrice: string) => void;
};

/** What an order waits for; its price is edited in place. */
export function TriggerCondition({ row, market, isBusy, onSave }: TriggerConditionProps) {
  const t = useTexts();
  if (row.role === "TRAILING") return <TrailingCondition row={row} market={market} />;
  return (
    <Condition by={row.triggerBy} direction={row.direction}>
      <EditableNumber
        value={row.triggerPrice}
        decimals={market?.priceDecimals ?? 8}
        label={t(m.editTrigger, { price: row.triggerPrice })}
        disabled={isBusy}
        testId="trigger-price"
        onSave={onSave}
      />
    </Condition>
  );
}

/** A trailing stop is changed by cancelling it and placing another, so nothing of it is edited. */
function TrailingCondition({ row, market }: Pick<TriggerConditionProps, "row" | "market">) {
  const t = useTexts();
  const { isActive, direction, price } = trailingState(row);
  const callback = callbackText(market, row);
  const details = [
    callback === undefined ? undefined : t(m.callback, { callback }),
    isActive && row.activationPrice !== ""
      ? t(m.activation, { price: priceText(market, row.activationPrice) })
      : undefined,
    row.bestPrice === "" ? undefined : t(m.best, { price: priceText(market, row.bestPrice) }),
  ].filter((text) => text !== undefined);
  return (
    <span className="inline-grid" data-testid="trailing-stop">
      <span className="inline-flex flex-wrap gap-x-1">
        {!isActive && t(m.activates)}
        <Condition by={row.triggerBy} direction={direction}>
          {price === "" ? <Skeleton>104,280.0</Skeleton> : <span className="num">{priceText(market, price)}</span>}
        </Condition>
      </span>
      <small className="text-11 text-muted">{details.join(" · ")}</small>
    </span>
  );
}
