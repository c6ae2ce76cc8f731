import { Note, RadioCards, ReceiptLine } from "@tidemark/kit-ui";
import { useState } from "react";
import { client } from "../../lib/client/client.ts";
import { FormDialog } from "../../lib/dialogs/form-dialog.tsx";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { MarginSettings } from "../../lib/markets/margin-settings.ts";
import type { ContractMarket } from "../../lib/markets/market.ts";
import { m } from "./margin-settings-messages.ts";

export type ModeDialogProps = {
  market: ContractMarket;
  mode: MarginSettings["mode"];
  /** What the contract has and what therefore prevents a change. */
  inTheWay: { readonly positions: number; readonly orders: number; readonly triggers: number };
  onClose: () => void;
};

export function ModeDialog({ market, mode, inTheWay, onClose }: ModeDialogProps) {
  const t = useTexts();
  const [chosen, setChosen] = useState(mode);
  const { submit, isPending } = useSubmit({
    isWhole: true,
    doneText: t(m.modeSet, { contract: market.title, mode: t(m[chosen]) }),
    onDone: onClose,
  });
  const ask = { symbol: market.symbol, mode: chosen };
  const isBlocked = inTheWay.positions + inTheWay.orders + inTheWay.triggers > 0;
  return (
    <FormDialog
      title={t(m.modeTitle)}
      submitLabel={t(m.change, { mode: t(m[chosen]) })}
      isPending={isPending}
      isDisabled={isBlocked || chosen === mode}
      onSubmit={() => void submit((requestId) => client.call("setMarginMode", { ...ask, requestId }), ask)}
      onClose={onClose}
      testId="margin-mode"
    >
      <p className="-mt-2 text-13 text-muted">{t(m.modeOf, { contract: market.title })}</p>
      <RadioCards<MarginSettings["mode"]>
        label={t(m.modeTitle)}
        isLabelHidden
        columns={2}
        items={[
          { id: "CROSS", label: t(m.CROSS), detail: t(m.crossDetail), testId: "mode-cross" },
          { id: "ISOLATED", label: t(m.ISOLATED), detail: t(m.isolatedDetail), testId: "mode-isolated" },
        ]}
        selected={chosen}
        onSelect={setChosen}
      />
      {isBlocked && (
        <Note tone="warn">
          <p>{t(m.blocked)}</p>
          <dl className="mt-2 grid gap-1">
            <ReceiptLine label={t(m.positions)}>
              <span className="num">{inTheWay.positions}</span>
            </ReceiptLine>
            <ReceiptLine label={t(m.openOrders)}>
              <span className="num">{inTheWay.orders}</span>
            </ReceiptLine>
            <ReceiptLine label={t(m.waiting)}>
              <span className="num">{inTheWay.triggers}</span>
            </ReceiptLine>
          </dl>
        </Note>
      )}
    </FormDialog>
  );
}
