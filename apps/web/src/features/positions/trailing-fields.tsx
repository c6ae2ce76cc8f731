import { DecimalField, finishedDecimal, Note, Unit } from "@tidemark/kit-ui";
import { useState } from "react";
import { client } from "../../lib/client/client.ts";
import { trailingAskOf, usualTrailing } from "../../lib/exits/trailing-entry.ts";
import { TrailingFields as SharedFields } from "../../lib/exits/trailing-fields.tsx";
import { m as trailingTexts } from "../../lib/exits/trailing-messages.ts";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { ContractMarket } from "../../lib/markets/market.ts";
import { lotsOf } from "../../lib/markets/market-value.ts";
import { m } from "./position-dialog-messages.ts";
import type { ExitsDialogProps } from "./position-head.tsx";

/** The fields of a trailing stop and how it is placed. */
export function useTrailingStop({ held, onClose }: ExitsDialogProps) {
  const t = useTexts();
  const { market, position, posSide } = held;
  const [entry, setEntry] = useState(usualTrailing);
  const [typedQty, setQty] = useState<string>();
  const qty = typedQty ?? position.qty;
  const heldLots = lotsOf(market, position.qty);
  const finished = finishedDecimal(qty);
  const ask = trailingAskOf(market, entry, {
    posSide,
    lots: finished === "" ? 0 : lotsOf(market, finished),
    heldLots,
  });
  const { submit, isPending } = useSubmit({
    isWhole: ask !== undefined,
    doneText: t(trailingTexts.trailingPlaced, { contract: market.title }),
    onDone: onClose,
  });
  return {
    isPending,
    isWhole: ask !== undefined,
    onSubmit: () => void submit((requestId) => client.call("placeTrailingStop", { ...ask!, requestId }), ask),
    entry,
    setEntry,
    qty,
    setQty,
  };
}

type TrailingFieldsProps = { market: ContractMarket; binding: ReturnType<typeof useTrailingStop> };

export function TrailingFields({ market, binding: { entry, setEntry, qty, setQty } }: TrailingFieldsProps) {
  const t = useTexts();
  return (
    <>
      <div className="grid gap-3 text-12">
        <SharedFields market={market} entry={entry} onChange={setEntry} />
        <DecimalField
          isLabelInside
          label={t(m.size)}
          value={qty}
          onChange={setQty}
          decimals={market.sizeDecimals}
          testId="trailing-size"
        >
          <Unit>{market.sizeUnit}</Unit>
        </DecimalField>
      </div>
      <Note>{t(trailingTexts.trailingHint)}</Note>
    </>
  );
}
