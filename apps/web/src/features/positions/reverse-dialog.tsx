import { Button, Dialog, Receipt, ReceiptLine, Skeleton } from "@tidemark/kit-ui";
import { client } from "../../lib/client/client.ts";
import { usePreview } from "../../lib/client/use-preview.ts";
import { m as dialogTexts } from "../../lib/dialogs/dialog-messages.ts";
import { RefusalNote } from "../../lib/dialogs/refusal-note.tsx";
import { shown } from "../../lib/format/number-text.ts";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { ActMoney, Amount } from "./amount.tsx";
import { m } from "./position-dialog-messages.ts";
import type { PositionDialogProps } from "./position-head.tsx";

/** the position now and after, as the engine's own preview says. */
export function ReverseDialog({ held, figures, onClose }: PositionDialogProps) {
  const t = useTexts();
  const { market, position, posSide } = held;
  const other = posSide === "LONG" ? "SHORT" : "LONG";
  const ask = { symbol: market.symbol, posSide };
  const { data, refusal } = usePreview("previewReverse", ask);
  const isEmpty = data !== undefined && !/[1-9]/.test(data.openedQty);
  const { submit, isPending } = useSubmit({
    isWhole: true,
    doneText: t(m.reversed, { contract: market.title }),
    onDone: onClose,
  });
  const size = (text: string) => shown(text, market.sizeDecimals);
  const price = (text: string | undefined) =>
    text === undefined ? undefined : text === "" ? "—" : shown(text, market.priceDecimals);
  const after = data?.position;
  const sideClass = { LONG: "text-rise", SHORT: "text-fall" } as const;
  const rows = [
    {
      id: "position",
      label: t(m.position),
      now: size(position.qty),
      next: after === undefined ? undefined : size(after.qty),
      hasSides: true,
    },
    { id: "entry", label: t(m.entry), now: price(position.entryPrice), next: price(after?.entryPrice) },
    {
      id: "liquidation",
      label: t(m.liquidation),
      now: price(figures?.liquidationPrice),
      next: price(after?.liquidationPrice),
    },
  ];
  return (
    <Dialog
      title={t(m.reverseTitle)}
      closeLabel={t(dialogTexts.close)}
      onClose={onClose}
      testId="reverse"
      footer={
        <>
          <Button look="ghost" size="lg" onPress={onClose}>
            {t(dialogTexts.cancel)}
          </Button>
          <Button
            look={other === "LONG" ? "buy" : "sell"}
            size="lg"
            isPending={isPending}
            isDisabled={data === undefined || isEmpty}
            onPress={() => void submit((requestId) => client.call("reversePosition", { ...ask, requestId }), ask)}
            data-testid="reverse-submit"
          >
            {t(m.reverseTo, { side: t(m[other]), size: size(data?.openedQty ?? position.qty), asset: market.sizeUnit })}
          </Button>
        </>
      }
    >
      <p className="text-13 text-muted">{t(posSide === "LONG" ? m.reverseLong : m.reverseShort)}</p>
      <table className="w-full text-13 [&_td]:py-1.5 [&_td]:text-end [&_th]:py-1.5 [&_th]:font-normal [&_th]:text-muted">
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">{t(m.reverseTitle)}</span>
            </th>
            <th scope="col" className="text-end">
              {t(m.now)}
            </th>
            <th scope="col" className="text-end">
              {t(m.after)}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, label, now, next, hasSides }) => (
            <tr key={id} className="border-t border-line">
              <th scope="row" className="text-start">
                {label}
              </th>
              {[
                { at: "now", text: now, side: posSide },
                { at: "after", text: next, side: other },
              ].map(({ at, text, side }) => (
                <td key={at} data-testid={`reverse-${id}-${at}`}>
                  {hasSides === true && <span className={sideClass[side as "LONG"]}>{t(m[side as "LONG"])} </span>}
                  {text === undefined ? (
                    <Skeleton>104,286.4</Skeleton>
                  ) : (
                    <span className="num font-medium">{text}</span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {refusal === undefined && !isEmpty ? (
        <Receipt>
          <ReceiptLine label={t(m.closes)} testId="reverse-closes">
            <Amount text={data?.closedQty} decimals={market.sizeDecimals} unit={market.sizeUnit} />
          </ReceiptLine>
          {[
            { id: "pnl", label: t(m.realised), text: data?.realisedPnl },
            { id: "fee", label: t(m.fees), text: data?.fee },
            { id: "cost", label: t(m.cost), text: data?.cost },
          ].map(({ id, label, text }) => (
            <ReceiptLine key={id} label={label} testId={`reverse-${id}`}>
              <ActMoney market={market} text={text} />
            </ReceiptLine>
          ))}
        </Receipt>
      ) : (
        <RefusalNote text={refusal ?? t(m.notNow)} />
      )}
    </Dialog>
  );
}
