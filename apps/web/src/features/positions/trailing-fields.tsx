import { DecimalField, finishedDecimal, Note, Segmented, Unit } from "@tidemark/kit-ui";
import { useState } from "react";
import { client } from "../../lib/client/client.ts";
import { SourceSelect } from "../../lib/exits/exit-field.tsx";
import { signedUnits } from "../../lib/exits/exit-price.ts";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { ContractMarket } from "../../lib/markets/market.ts";
import { lotsOf } from "../../lib/markets/market-value.ts";
import { m } from "./position-dialog-messages.ts";
import type { ExitsDialogProps } from "./position-head.tsx";

/** basis points from 10 to 1,000. */
const callbacks = ["0.5", "1", "1.5", "2", "5"] as const;
const callbackMinBps = 10;
const callbackMaxBps = 1_000;

/** The fields of a trailing stop and how it is placed. */
export function useTrailingStop({ held, onClose }: ExitsDialogProps) {
  const t = useTexts();
  const { market, position, posSide } = held;
  const [callback, setCallback] = useState("1");
  const [activation, setActivation] = useState("");
  const [by, setBy] = useState<"LAST" | "MARK">("MARK");
  const [typedQty, setQty] = useState<string>();
  const bps = signedUnits(callback, 2);
  const isCallback = bps !== undefined && bps >= callbackMinBps && bps <= callbackMaxBps;
  const qty = typedQty ?? position.qty;
  const isWhole = isCallback && /[1-9]/.test(qty);
  // Of the whole position it stays armed with a remainder and follows the size.
  const isPart =
    typedQty !== undefined &&
    finishedDecimal(typedQty) !== "" &&
    lotsOf(market, finishedDecimal(typedQty)) !== lotsOf(market, position.qty);
  const { submit, isPending } = useSubmit({
    isWhole,
    doneText: t(m.trailingPlaced, { contract: market.title }),
    onDone: onClose,
  });
  const ask = {
    symbol: market.symbol,
    posSide,
    by,
    callbackBps: Number(bps),
    ...(isPart ? { qty: finishedDecimal(qty) } : {}),
    ...(activation === "" ? {} : { activationPrice: finishedDecimal(activation) }),
  };
  return {
    isPending,
    isWhole,
    onSubmit: () => void submit((requestId) => client.call("placeTrailingStop", { ...ask, requestId }), ask),
    fields: { callback, activation, by, qty },
    set: { callback: setCallback, activation: setActivation, by: setBy, qty: setQty },
  };
}

type TrailingFieldsProps = { market: ContractMarket; binding: ReturnType<typeof useTrailingStop> };

export function TrailingFields({ market, binding: { fields, set } }: TrailingFieldsProps) {
  const t = useTexts();
  return (
    <>
      <div className="grid gap-3 text-12">
        <DecimalField
          isLabelInside
          label={t(m.callback)}
          value={fields.callback}
          onChange={set.callback}
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
          selected={fields.callback as (typeof callbacks)[number]}
          onSelect={set.callback}
        />
        <DecimalField
          isLabelInside
          label={t(m.activation)}
          placeholder={t(m.atOnce)}
          value={fields.activation}
          onChange={set.activation}
          decimals={market.priceDecimals}
          testId="trailing-activation"
        >
          <SourceSelect
            selected={fields.by}
            sources={["MARK", "LAST"]}
            onSelect={(by) => set.by(by === "LAST" ? "LAST" : "MARK")}
            testId="trailing-source"
          />
        </DecimalField>
        <DecimalField
          isLabelInside
          label={t(m.size)}
          value={fields.qty}
          onChange={set.qty}
          decimals={market.sizeDecimals}
          testId="trailing-size"
        >
          <Unit>{market.sizeUnit}</Unit>
        </DecimalField>
      </div>
      <Note>{t(m.trailingHint)}</Note>
    </>
  );
}
