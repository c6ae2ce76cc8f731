import { Button } from "@tidemark/kit-ui";
import { type ReactNode, useEffect, useRef } from "react";
import { focusFirstField, focusFirstProblem } from "./form-focus.ts";

const gaps = { fields: "gap-5", steps: "gap-6", rows: "" } as const;

type FormBodyProps = {
  id?: string;
  /** Rows of a page have room of their own. */
  gap?: keyof typeof gaps;
  /** The form is what the page or dialog was opened for: its first field has the focus. */
  hasFocus?: boolean;
  onSubmit: () => void;
  children: ReactNode;
};

/** The form element of every form: the page marks the fields itself, Enter submits, and the first wrong field has the focus. */
export function FormBody({ id, gap = "fields", hasFocus = false, onSubmit, children }: FormBodyProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (hasFocus) focusFirstField(form.current);
  }, [hasFocus]);
  return (
    <form
      ref={form}
      id={id}
      className={`grid grid-cols-[minmax(0,1fr)] ${gaps[gap]}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
        focusFirstProblem(event.currentTarget);
      }}
    >
      {children}
    </form>
  );
}

type SubmitButtonProps = {
  label: string;
  isPending: boolean;
  isDisabled?: boolean;
  /** The form that it submits, where it stands outside of it. */
  form?: string;
  testId: string;
};

export function SubmitButton({ label, isPending, isDisabled = false, form, testId }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      {...(form === undefined ? {} : { form })}
      look="primary"
      size="lg"
      isPending={isPending}
      isDisabled={isDisabled}
      data-testid={testId}
    >
      {label}
    </Button>
  );
}

export type FormShellProps = {
  submitLabel: string;
  isPending: boolean;
  isDisabled?: boolean;
  onSubmit: () => void;
  submitTestId: string;
  gap?: "fields" | "steps";
  hasFocus?: boolean;
  /** What follows the button. */
  after?: ReactNode;
  children: ReactNode;
};

/** A form on a page: its fields, its one button, and what follows. In a dialog it is `FormDialog`. */
export function FormShell(props: FormShellProps) {
  const { submitLabel, isPending, isDisabled = false, onSubmit, submitTestId, gap, hasFocus = false } = props;
  const { after, children } = props;
  return (
    <FormBody {...(gap === undefined ? {} : { gap })} hasFocus={hasFocus} onSubmit={onSubmit}>
      {children}
      <SubmitButton label={submitLabel} isPending={isPending} isDisabled={isDisabled} testId={submitTestId} />
      {after}
    </FormBody>
  );
}
