import { Receipt, ReceiptLine, Skeleton } from "@tidemark/kit-ui";
import { client } from "../../lib/client/client.ts";
import { usePreview } from "../../lib/client/use-preview.ts";
import { AskDialog } from "../../lib/dialogs/form-dialog.tsx";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { shown, shownUnits } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { ContractMarket } from "../../lib/markets/market.ts";
import { averageOf } from "../../lib/markets/market-value.ts";
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
  const { symbol, title, sizeUnit, valueUnit, valueDecimals } = market;
  const { data, refusal } = usePreview("previewFlashClose", { symbol, posSide });
  const { submit, isPending } = useSubmit({
    isWhole: true,
    doneText: t(m.closed, { contract: title }),
    onDone: onClose,
  });
  const average = data === undefined ? undefined : averageOf(market, data.filledValue, data.filledQty);
  const money = (text: string | undefined) =>
    text === undefined ? (
      <Skeleton>1,234.56 USDT</Skeleton>
    ) : (
      <>
        <span className="num">{shown(text, Math.max(4, valueDecimals))}</span>{" "}
        <span className="font-normal text-muted">{valueUnit}</span>
      </>
    );
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
              <span className="num">{shown(data?.filledQty ?? qty, market.sizeDecimals)}</span>{" "}
              <span className="font-normal text-muted">{sizeUnit}</span>
            </ReceiptLine>
            <ReceiptLine label={t(m.price)}>
              {data === undefined ? (
                <Skeleton>104,286.4</Skeleton>
              ) : (
                <span className="num">{average === undefined ? "—" : shownUnits(average, market.priceDecimals)}</span>
              )}
            </ReceiptLine>
            <ReceiptLine label={t(m.fee)}>{money(data?.fee)}</ReceiptLine>
            <ReceiptLine label={t(m.realised)} isTotal testId="flash-close-pnl">
              {money(data?.realisedPnl)}
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
