import { AskDialog } from "../../../lib/dialogs/form-dialog.tsx";
import { useTexts } from "../../../lib/i18n/texts.ts";
import type { MarketFill } from "./market-fill.ts";
import { MarketFillLines, slippageText } from "./market-fill-lines.tsx";
import { m } from "./ticket-messages.ts";

export type MarketOrderDialogProps = {
  fill: MarketFill;
  market: { readonly priceDecimals: number; readonly priceUnit: string };
  /** "Only 0.82 of 3.70 BTC can be filled now." */
  partText: string | undefined;
  /** The words of the button that was pressed. */
  submitLabel: string;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks once before a market order that moves the price or cannot be filled as a whole. */
export function MarketOrderDialog({ fill, market, partText, submitLabel, onConfirm, onClose }: MarketOrderDialogProps) {
  const t = useTexts();
  return (
    <AskDialog
      title={t(m.askTitle)}
      submitLabel={submitLabel}
      isPending={false}
      onSubmit={onConfirm}
      onClose={onClose}
      testId="market-order"
    >
      <p>{partText ?? t(m.askSlippage, { percent: slippageText(fill) })}</p>
      <dl className="grid gap-1.25 text-13 text-ink">
        <MarketFillLines fill={fill} market={market} />
      </dl>
    </AskDialog>
  );
}
