import { Button, Checkbox, Dialog } from "@tidemark/kit-ui";
import { type ReactNode, useState } from "react";
import { m as dialogTexts } from "../../../lib/dialogs/dialog-messages.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { setAsk } from "../../../session/trading-settings.ts";
import type { TicketAskKind } from "./ask-kind.ts";
import { m } from "./confirm-messages.ts";

export type ConfirmDialogProps = {
  /** The words of the button that was pressed. */
  title: string;
  /** The size and its unit; what the order is of; its price. */
  size: ReactNode;
  about: string;
  price: string;
  kind: TicketAskKind;
  look: "buy" | "sell";
  submitLabel: string;
  /** The engine would refuse it as things stand. */
  isRefused?: boolean;
  /** The figures of this order are not known yet, and it is not sent before they are. */
  isWaiting?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** The receipt of an order before it is sent. Enter sends it, Escape does not. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, size, about, price, kind, look, submitLabel, onConfirm, onClose, children } = props;
  const { isRefused = false, isWaiting = false } = props;
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
            // A pending button keeps the focus, so that Enter answers as soon as there is something to answer.
            isPending={isWaiting}
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
