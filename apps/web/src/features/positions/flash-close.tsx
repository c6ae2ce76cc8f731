import { Receipt, ReceiptLine } from "@tidemark/kit-ui";
import { client } from "../../lib/client/client.ts";
import { usePreview } from "../../lib/client/use-preview.ts";
import { AskDialog } from "../../lib/dialogs/form-dialog.tsx";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { ContractMarket } from "../../lib/markets/market.ts";
import { ActMoney, Amount, AveragePrice } from "./amount.tsx";
import { m } from "./positions-messages.ts";

export type FlashCloseProps = {
  market: ContractMarket;
  posSide: "LONG" | "SHORT";
  qty: string;
  onClose: () => void;
};

/** Shows what the close would come to, as the engine answers, before it is sent. */
export function FlashClose({ market, posSide, qty, onClose }: FlashCloseProps) {
  const t = useTexts();
  const { symbol, title } = market;
  const { data, refusal } = usePreview("previewFlashClose", { symbol, posSide });
  const { submit, isPending } = useSubmit({
    isWhole: true,
    doneText: t(m.closed, { contract: title }),
    onDone: onClose,
  });
  return (
    <AskDialog
      title={t(m.flashTitle, { contract: title })}
      submitLabel={t(m.closeNow)}
      isPending={isPending}
      onSubmit={() =>
        void submit((requestId) => client.call("flashClose", { symbol, posSide, requestId }), { symbol, posSide })
      }
      onClose={onClose}
      testId="flash-close"
    >
      <p>{t(m.flashHint)}</p>
      {refusal === undefined ? (
        <div className="text-ink">
          <Receipt>
            <ReceiptLine label={t(m.closes)}>
              <Amount text={data?.filledQty ?? qty} decimals={market.sizeDecimals} unit={market.sizeUnit} />
            </ReceiptLine>
            <ReceiptLine label={t(m.price)}>
              <AveragePrice market={market} filled={data} />
            </ReceiptLine>
            <ReceiptLine label={t(m.fee)}>
              <ActMoney market={market} text={data?.fee} />
            </ReceiptLine>
            <ReceiptLine label={t(m.realised)} isTotal testId="flash-close-pnl">
              <ActMoney market={market} text={data?.realisedPnl} />
            </ReceiptLine>
          </Receipt>
        </div>
      ) : (
        <p role="alert" className="text-warn">
          {refusal}
        </p>
      )}
    </AskDialog>
  );
}
