import {
  BeforeAfter,
  Button,
  DecimalField,
  finishedDecimal,
  Receipt,
  ReceiptLine,
  Segmented,
  Skeleton,
  Unit,
} from "@tidemark/kit-ui";
import { useState } from "react";
import { client } from "../../lib/client/client.ts";
import { usePreview } from "../../lib/client/use-preview.ts";
import { FormDialog } from "../../lib/dialogs/form-dialog.tsx";
import { RefusalNote } from "../../lib/dialogs/refusal-note.tsx";
import { shown } from "../../lib/format/number-text.ts";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useMarginAccount } from "../../session/margin-account.ts";
import { m } from "./position-dialog-messages.ts";
import { PositionHead, type PositionDialogProps } from "./position-head.tsx";

type Change = "ADD" | "REMOVE";

/** margin of an isolated position, with what becomes of its liquidation price. */
export function MarginDialog({ held, figures, userId, onClose }: PositionDialogProps) {
  const t = useTexts();
  const { market, position, posSide } = held;
  const { symbol, valueDecimals, settleAsset } = market;
  const [change, setChange] = useState<Change>("ADD");
  const [amount, setAmount] = useState("");
  const available = useMarginAccount(market, userId)?.figures.availIso;
  const whole = { symbol, posSide, amount: finishedDecimal(amount) };
  const ask = /[1-9]/.test(amount) ? { ...whole, change } : undefined;
  const { data: answer, refusal, isRefused, isOld } = usePreview("previewMargin", ask);
  const data = isOld ? undefined : answer;
  const { submit, isPending } = useSubmit({
    isWhole: ask !== undefined,
    doneText: t(m.marginChanged, { contract: market.title }),
    onDone: onClose,
  });
  const send = (requestId: string) =>
    client.call(change === "ADD" ? "addMargin" : "removeMargin", { ...whole, requestId });
  const label = change === "ADD" ? m.addAmount : m.removeAmount;
  const price = (text: string | undefined) =>
    text === undefined || text === "" ? "—" : shown(text, market.priceDecimals);
  const lines = [
    {
      id: "margin",
      label: t(m.marginAfter),
      before: shown(position.isoMargin, valueDecimals),
      after: data === undefined ? undefined : shown(data.isoMargin, valueDecimals),
    },
    {
      id: "liquidation",
      label: t(m.liquidationAfter),
      before: price(figures?.liquidationPrice),
      after: data === undefined ? undefined : price(data.liquidationPrice),
    },
  ];
  return (
    <FormDialog
      title={t(m.marginTitle)}
      submitLabel={ask === undefined ? t(m[change]) : t(label, { amount, asset: market.valueUnit })}
      isPending={isPending}
      isDisabled={ask === undefined || isRefused || isOld}
      onSubmit={() => void submit(send, ask)}
      onClose={onClose}
      testId="position-margin"
    >
      <PositionHead held={held} figures={figures} />
      <Segmented<Change>
        label={t(m.change)}
        items={[
          { id: "ADD", label: t(m.ADD), testId: "margin-add" },
          { id: "REMOVE", label: t(m.REMOVE), testId: "margin-remove" },
        ]}
        selected={change}
        onSelect={setChange}
      />
      <div className="grid gap-1.5">
        <DecimalField
          isLabelInside
          label={t(m.amount)}
          value={amount}
          onChange={setAmount}
          decimals={settleAsset.scale}
          testId="margin-amount"
        >
          <Unit>{market.valueUnit}</Unit>
          {change === "ADD" && available !== undefined && (
            <Button look="link" size="sm" onPress={() => setAmount(available)} className="-me-1">
              {t(m.max)}
            </Button>
          )}
        </DecimalField>
        {change === "ADD" && (
          <p className="px-2.5 text-11 text-muted">
            {t(m.available)}{" "}
            {available === undefined ? (
              <Skeleton>2,558.35</Skeleton>
            ) : (
              <span className="num">{shown(available, valueDecimals)}</span>
            )}
          </p>
        )}
      </div>
      <Receipt>
        {lines.map(({ id, label, before, after }) => (
          <ReceiptLine key={id} label={label} testId={`margin-after-${id}`}>
            {after === undefined ? (
              <span className="num">{before}</span>
            ) : (
              <BeforeAfter before={before} after={after} label={t(m.becomes)} />
            )}
          </ReceiptLine>
        ))}
      </Receipt>
      {refusal !== undefined && <RefusalNote text={refusal} />}
    </FormDialog>
  );
}
