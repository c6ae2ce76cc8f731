import { DecimalField, finishedDecimal, PercentSlider, Receipt, ReceiptLine, Segmented, Unit } from "@tidemark/kit-ui";
import { useState } from "react";
import { client } from "../../lib/client/client.ts";
import { marketLive, useLive } from "../../lib/client/live.ts";
import { usePreview } from "../../lib/client/use-preview.ts";
import { FormDialog } from "../../lib/dialogs/form-dialog.tsx";
import { RefusalNote } from "../../lib/dialogs/refusal-note.tsx";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { lotsOf } from "../../lib/markets/market-value.ts";
import { printUnits } from "@tidemark/money";
import { ActMoney } from "./amount.tsx";
import { m } from "./position-dialog-messages.ts";
import { PositionHead, type PositionDialogProps } from "./position-head.tsx";

type Type = "LIMIT" | "MARKET";

/** Closes the position or a share of it by an order, with what it would bring. */
export function CloseDialog({ held, figures, onClose }: PositionDialogProps) {
  const t = useTexts();
  const { market, position, posSide } = held;
  const { symbol } = market;
  const mark = useLive(marketLive("contract", symbol)).rows[0]?.mark;
  const [type, setType] = useState<Type>("LIMIT");
  const [typedPrice, setTypedPrice] = useState<string>();
  const [typedSize, setTypedSize] = useState<string>();
  const [chosenPercent, setPercent] = useState(100);
  const priceInField = typedPrice ?? mark ?? "";
  const price = finishedDecimal(priceInField);
  // A limit order closes what resting closes leave, a market order up to the whole position.
  const most = lotsOf(market, type === "LIMIT" ? (figures?.closableQty ?? position.qty) : position.qty);
  // A voucher's position is closed as a whole.
  const isVoucher = position.voucherLeverage > 0;
  const lots = Math.floor((most * chosenPercent) / 100);
  const sizeText = typedSize ?? printUnits(BigInt(lots) * market.lot, 8, market.sizeDecimals);
  const qty = finishedDecimal(sizeText);
  const percent =
    typedSize === undefined || most === 0 || qty === ""
      ? chosenPercent
      : Math.min(100, Math.floor((lotsOf(market, qty) * 100) / most));
  const isWhole = /[1-9]/.test(qty) && (type === "MARKET" || /[1-9]/.test(price));
  const head = { symbol, side: posSide === "LONG" ? ("SELL" as const) : ("BUY" as const), posSide, type, qty };
  const ask = !isWhole ? undefined : type === "MARKET" ? head : { ...head, price, tif: "GTC" as const };
  const { data: answer, refusal, isRefused, isOld } = usePreview("previewOrder", ask);
  const data = isOld ? undefined : answer;
  const { submit, isPending } = useSubmit({
    isWhole,
    doneText: t(m.closeSent, { contract: market.title }),
    onDone: onClose,
  });
  const money = (text: string | undefined) => (ask === undefined ? "—" : <ActMoney market={market} text={text} />);
  return (
    <FormDialog
      title={t(m.closeTitle, { contract: market.title })}
      submitLabel={t(m.send, { size: qty, asset: market.sizeUnit })}
      isPending={isPending}
      isDisabled={!isWhole || isRefused || isOld}
      onSubmit={() => void submit((clientOrderId) => client.call("placeOrder", { ...ask!, clientOrderId }), ask)}
      onClose={onClose}
      testId="close-position"
    >
      <PositionHead held={held} figures={figures} />
      <Segmented<Type>
        label={t(m.type)}
        items={[
          { id: "LIMIT", label: t(m.LIMIT), testId: "close-limit" },
          { id: "MARKET", label: t(m.MARKET), testId: "close-market" },
        ]}
        selected={type}
        onSelect={setType}
      />
      <div className="grid gap-3">
        {type === "LIMIT" && (
          <DecimalField
            isLabelInside
            label={t(m.limitPrice)}
            value={priceInField}
            onChange={setTypedPrice}
            decimals={market.priceDecimals}
            testId="close-price"
          >
            <Unit>{market.priceUnit}</Unit>
          </DecimalField>
        )}
        <DecimalField
          isLabelInside
          label={t(m.size)}
          value={sizeText}
          onChange={setTypedSize}
          decimals={market.sizeDecimals}
          isDisabled={isVoucher}
          testId="close-size"
        >
          <Unit>{market.sizeUnit}</Unit>
        </DecimalField>
        {isVoucher ? (
          <p className="px-2.5 text-11 text-muted">{t(m.voucherWhole)}</p>
        ) : (
          <PercentSlider
            label={t(m.percent)}
            value={percent}
            onChange={(next) => {
              setPercent(next);
              setTypedSize(undefined);
            }}
            className="[--slider-ground:var(--layer)]"
          />
        )}
      </div>
      {refusal === undefined ? (
        <Receipt>
          <ReceiptLine label={t(m.fee)}>{money(data?.fee)}</ReceiptLine>
          <ReceiptLine label={t(m.realised)}>{money(data?.realisedPnl)}</ReceiptLine>
        </Receipt>
      ) : (
        <RefusalNote text={refusal} />
      )}
    </FormDialog>
  );
}
