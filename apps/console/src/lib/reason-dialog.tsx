import { msg } from "@lingui/core/macro";
import { Button, Dialog, TextArea } from "@tidemark/kit-ui";
import { type ReactNode, useState } from "react";
import { useTexts } from "./texts.ts";

const m = {
  close: msg`Close`,
  why: msg`Why`,
  hint: msg`At least 8 characters. It stands in the audit log.`,
};
/** As the contract says: `reasonText`. */
const [reasonMin, reasonMax] = [8, 500] as const;
export const isReason = (text: string): boolean => text.trim().length >= reasonMin && text.trim().length <= reasonMax;

export function ReasonField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const t = useTexts();
  return <TextArea label={t(m.why)} hint={t(m.hint)} value={value} onChange={onChange} testId="reason-text" />;
}

type Props = {
  title: string;
  confirm: string;
  isPending: boolean;
  /** Something besides the reason is missing. */
  isIncomplete?: boolean;
  size?: "wide" | "large";
  onConfirm: (reason: string) => void;
  onClose: () => void;
  children?: ReactNode;
};

/** An act with its consequences and the reason that the audit log keeps. */
export function ReasonDialog(props: Props) {
  const { title, confirm, isPending, isIncomplete = false, size = "wide", onConfirm, onClose, children } = props;
  const t = useTexts();
  const [reason, setReason] = useState("");
  return (
    <Dialog
      title={title}
      closeLabel={t(m.close)}
      size={size}
      onClose={onClose}
      testId="reason-dialog"
      footer={
        <Button
          look="primary"
          isDisabled={!isReason(reason) || isIncomplete}
          isPending={isPending}
          onPress={() => onConfirm(reason.trim())}
          data-testid="reason-confirm"
        >
          {confirm}
        </Button>
      }
    >
      <div className="grid gap-4">
        {children}
        <ReasonField value={reason} onChange={setReason} />
      </div>
    </Dialog>
  );
}
