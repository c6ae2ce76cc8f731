import { Tabs } from "@tidemark/kit-ui";
import { useState } from "react";
import { FormDialog } from "../../lib/dialogs/form-dialog.tsx";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./position-dialog-messages.ts";
import { type ExitsDialogProps, PositionHead } from "./position-head.tsx";
import { TrailingFields, useTrailingStop } from "./trailing-fields.tsx";
import { TpslFields, useTpsl } from "./tpsl-fields.tsx";

type Kind = "whole" | "partial" | "trailing";

/** Take profit, stop loss and trailing stop of a position. */
export function ExitsDialog(props: ExitsDialogProps) {
  const { held, figures, onClose } = props;
  const t = useTexts();
  const [kind, setKind] = useState<Kind>("whole");
  const whole = useTpsl(props, false);
  const partial = useTpsl(props, true);
  const trailing = useTrailingStop(props);
  const form = kind === "trailing" ? trailing : kind === "partial" ? partial : whole;
  return (
    <FormDialog
      title={t(m.exitsTitle)}
      submitLabel={t(kind === "whole" ? m.save : m.place)}
      isPending={form.isPending}
      isDisabled={!form.isWhole}
      onSubmit={form.onSubmit}
      onClose={onClose}
      testId="exits"
    >
      <Tabs<Kind>
        label={t(m.kind)}
        items={[
          { id: "whole", label: t(m.whole) },
          // A voucher's position is closed as a whole.
          ...(held.position.voucherLeverage > 0 ? [] : [{ id: "partial" as const, label: t(m.partial) }]),
          { id: "trailing", label: t(m.trailing) },
        ]}
        selected={kind}
        onSelect={setKind}
        className="-mt-3 h-9 border-b border-line"
      />
      <PositionHead held={held} figures={figures} />
      {kind === "trailing" ? (
        <TrailingFields market={held.market} binding={trailing} />
      ) : (
        <TpslFields held={held} binding={kind === "partial" ? partial : whole} />
      )}
    </FormDialog>
  );
}
