import { Button, Checkbox, Dialog } from "@tidemark/kit-ui";
import { type ReactNode, useState } from "react";
import { m as dialogTexts } from "../../../lib/dialogs/dialog-messages.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { type AskKind, setAsk } from "../../../session/trading-settings.ts";
import { m } from "./confirm-messages.ts";

export type ConfirmDialogProps = {
  /** The words of the button that was pressed. */
  title: string;
  /** The size and its unit; what the order is of; its price. */
  size: ReactNode;
  about: string;
  price: string;
  kind: Extract<AskKind, "limit" | "market" | "trigger" | "close">;
  look: "buy" | "sell";
  submitLabel: string;
  /** The engine would refuse it as things stand. */
  isRefused?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** The receipt of an order before it is sent. Enter sends it, Escape does not. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, size, about, price, kind, look, submitLabel, isRefused = false, onConfirm, onClose, children } = props;
  const t = useTexts();
  const [isLast, setIsLast] = useState(false);
  return (
    <Dialog
      title={title}
      closeLabel={t(dialogTexts.close)}
      onClose={onClose}
      testId="confirm-order"
      footer={
        <>
          <Button look="ghost" size="lg" onPress={onClose} data-testid="confirm-order-cancel">
            {t(dialogTexts.cancel)}
          </Button>
          <Button
            look={look}
            size="lg"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog takes the focus in any case; here Enter answers it
            autoFocus
            isDisabled={isRefused}
            onPress={() => {
              if (isLast) setAsk(kind, false);
              onConfirm();
            }}
            data-testid="confirm-order-submit"
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <div className="flex flex-wrap items-baseline gap-x-2">
        <b className="text-16 font-semibold">{size}</b>
        <span className="text-12 text-muted">{about}</span>
        <span className="num ms-auto text-14 font-medium">{price}</span>
      </div>
      {children}
      <Checkbox checked={isLast} onChange={setIsLast}>
        {t(m[kind])}
      </Checkbox>
    </Dialog>
  );
}
