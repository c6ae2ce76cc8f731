import { finishedDecimal, Receipt, ReceiptLine, TideRule } from "@tidemark/kit-ui";
import { printUnits } from "@tidemark/money";
import { firstTriggerOf } from "../../../lib/exits/trailing-entry.ts";
import { m as trailingTexts } from "../../../lib/exits/trailing-messages.ts";
import { shown } from "../../../lib/format/number-text.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import type { ContractMarket } from "../../../lib/markets/market.ts";
import { ticksOf } from "../../../lib/markets/market-value.ts";
import { askKindOf } from "../shell/ask-kind.ts";
import { ConfirmDialog } from "../shell/confirm-dialog.tsx";
import { m } from "../shell/confirm-messages.ts";
import type { ContractFacts } from "./contract-form.ts";
import { intentText } from "./contract-messages.ts";
import type { PressedStop } from "./use-trailing-order.ts";

export type TrailingConfirmProps = {
  market: ContractMarket;
  pressed: PressedStop;
  facts: ContractFacts;
  onConfirm: () => void;
  onClose: () => void;
};

/** A trailing stop before it is sent: from where it follows, and where it would close now. */
export function TrailingConfirm({ market, pressed, facts, onConfirm, onClose }: TrailingConfirmProps) {
  const t = useTexts();
  const { posSide, entry, lots } = pressed;
  const source = entry.by === "MARK" ? facts.mark : facts.last;
  const activation = finishedDecimal(entry.activation);
  const { price: fires, isActive } = firstTriggerOf(market, posSide, entry, source);
  const size = shown(printUnits(BigInt(lots) * market.lot), market.sizeDecimals);
  const intent = t(intentText("close", posSide));
  const at = (id: string, label: string, text: string | undefined, tone: "mark" | "exit" | "plain") =>
    text === undefined || text === ""
      ? []
      : [{ id, label, text: shown(text, market.priceDecimals), ticks: ticksOf(market, text), tone }];
  return (
    <ConfirmDialog
      title={intent}
      size={
        <>
          <span className="num">{size}</span> {market.sizeUnit}
        </>
      }
      about={`${market.title} · ${t(m.TRAILING)}`}
      price={`${finishedDecimal(entry.callback)}%`}
      kind={askKindOf({ type: "MARKET", trigger: undefined, trailing: entry }, "close")}
      look={posSide === "LONG" ? "sell" : "buy"}
      submitLabel={t(m.buttonSize, { intent, size, asset: market.sizeUnit })}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <TideRule
        label={t(m.prices)}
        prices={[
          ...at("fires", t(m.slShort), fires, "exit"),
          ...at("source", t(entry.by === "MARK" ? m.markShort : m.lastShort), source, "mark"),
          ...at("activation", t(trailingTexts.activation), activation, "plain"),
        ]}
      />
      <Receipt isPlain>
        <ReceiptLine label={t(trailingTexts.activation)}>
          <span className="num">
            {activation === "" ? t(trailingTexts.atOnce) : shown(activation, market.priceDecimals)}
          </span>
        </ReceiptLine>
        <ReceiptLine
          label={t(isActive ? trailingTexts.firesNow : trailingTexts.firesOnceActive)}
          testId="confirm-fires"
        >
          <span className="num">{fires === undefined ? "—" : shown(fires, market.priceDecimals)}</span>
        </ReceiptLine>
      </Receipt>
      <p className="text-12 text-muted">{t(trailingTexts.trailingHint)}</p>
    </ConfirmDialog>
  );
}
