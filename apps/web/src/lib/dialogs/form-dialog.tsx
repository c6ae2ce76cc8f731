import { Button, Dialog, type DialogProps } from "@tidemark/kit-ui";
import { type ReactNode, useId } from "react";
import { FormBody, SubmitButton } from "../forms/form-shell.tsx";
import { m } from "./dialog-messages.ts";
import { useTexts } from "../i18n/texts.ts";

type FormDialogProps = {
  title: string;
  /** Wide for money that moves: transfer and withdrawal. */
  size?: DialogProps["size"];
  submitLabel: string;
  isPending: boolean;
  isDisabled?: boolean;
  onSubmit: () => void;
  onClose: () => void;
  testId: string;
  children: ReactNode;
};

/** Something to fill in; its one button stays when the content scrolls, and Enter presses it. */
export function FormDialog(props: FormDialogProps) {
  const { title, size, submitLabel, isPending, isDisabled = false, onSubmit, onClose, testId, children } = props;
  const t = useTexts();
  const form = useId();
  return (
    <Dialog
      title={title}
      {...(size === undefined ? {} : { size })}
      closeLabel={t(m.close)}
      onClose={onClose}
      testId={testId}
      footer={
        <SubmitButton
          label={submitLabel}
          form={form}
          isPending={isPending}
          isDisabled={isDisabled}
          testId={`${testId}-submit`}
        />
      }
    >
      <FormBody id={form} hasFocus onSubmit={onSubmit}>
        {children}
      </FormBody>
    </Dialog>
  );
}

type AskDialogProps = {
  title: string;
  submitLabel: string;
  /** "Cancel" where nothing else is said; a question about cancelling needs another word. */
  closeLabel?: string;
  isPending: boolean;
  onSubmit: () => void;
  onClose: () => void;
  testId: string;
  children: ReactNode;
};

/** Asks the user to confirm an action. */
export function AskDialog(props: AskDialogProps) {
  const { title, submitLabel, closeLabel, isPending, onSubmit, onClose, testId, children } = props;
  const t = useTexts();
  return (
    <Dialog
      kind="alert"
      title={title}
      closeLabel={t(m.close)}
      onClose={onClose}
      testId={testId}
      footer={
        <>
          <Button look="ghost" onPress={onClose}>
            {closeLabel ?? t(m.cancel)}
          </Button>
          <Button look="primary" isPending={isPending} onPress={onSubmit} data-testid={`${testId}-submit`}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <div className="grid gap-2 text-14 text-muted">{children}</div>
    </Dialog>
  );
}
