import { finishedDecimal, TideRule } from "@tidemark/kit-ui";
import { printUnits } from "@tidemark/money";
import type { ReactNode } from "react";
import { shown } from "../../../lib/format/number-text.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import type { SpotMarket } from "../../../lib/markets/market.ts";
import { ticksOf } from "../../../lib/markets/market-value.ts";
import { askKindOf } from "../shell/ask-kind.ts";
import { ConfirmDialog } from "../shell/confirm-dialog.tsx";
import { m } from "../shell/confirm-messages.ts";
import type { SpotForm, SpotSummary } from "./spot-form.ts";
import { SpotReceipt } from "./spot-receipt.tsx";

export type SpotConfirmProps = {
  market: SpotMarket;
  form: SpotForm;
  summary: SpotSummary;
  last: string | undefined;
  /** The words of the button that was pressed. */
  buttonText: string;
  /** Of a margin pair: what is borrowed or repaid, and the pair after it. */
  loan: { readonly lines: ReactNode; readonly effect: ReactNode } | undefined;
  onConfirm: () => void;
  onClose: () => void;
};

/** What the order pays and brings, before it is sent. */
export function SpotConfirm(props: SpotConfirmProps) {
  const { market, form, summary, last, buttonText, loan, onConfirm, onClose } = props;
  const t = useTexts();
  const { trigger, type } = form;
  const size = shown(printUnits(BigInt(summary.lots) * market.lot), market.sizeDecimals);
  const price = (text: string) => ({ text: shown(text, market.priceDecimals), ticks: ticksOf(market, text) });
  const limit = printUnits(BigInt(summary.ticks) * market.tick);
  return (
    <ConfirmDialog
      title={buttonText}
      size={
        <>
          {summary.isEstimate && "≈ "}
          <span className="num">{size}</span> {market.base}
        </>
      }
      about={`${market.title} · ${t(m[trigger === undefined ? type : (`${type}_TRIGGER` as const)])}`}
      price={type === "MARKET" ? t(m.atMarket) : shown(limit, market.priceDecimals)}
      kind={askKindOf(form)}
      look={form.side === "BUY" ? "buy" : "sell"}
      submitLabel={buttonText}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {(type === "LIMIT" || trigger !== undefined) && last !== undefined && (
        <TideRule
          label={t(m.prices)}
          prices={[
            { id: "last", label: t(m.lastShort), tone: "mark", ...price(last) },
            { id: "order", label: t(m.priceShort), tone: "entry", ...price(limit) },
            ...(trigger === undefined || type === "MARKET"
              ? []
              : [
                  {
                    id: "trigger",
                    label: t(m.trigger_price),
                    tone: "exit" as const,
                    ...price(finishedDecimal(trigger.price)),
                  },
                ]),
          ]}
        />
      )}
      <div className="grid gap-3 text-13">
        {loan?.lines}
        <SpotReceipt form={form} summary={summary} market={market} isShort={false} />
        {loan?.effect}
      </div>
    </ConfirmDialog>
  );
}
