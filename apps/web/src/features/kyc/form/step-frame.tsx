import { Button } from "@tidemark/kit-ui";
import type { ReactNode } from "react";
import { FormBody, SubmitButton } from "../../../lib/forms/form-shell.tsx";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { m } from "../kyc-messages.ts";

type StepFrameProps = {
  /** Beside the fields: why they are asked for. */
  aside: ReactNode;
  submitLabel?: string;
  isPending: boolean;
  onSubmit: () => void;
  /** Undefined at the first step. */
  onBack: (() => void) | undefined;
  hasFocus?: boolean;
  testId: string;
  children: ReactNode;
};

/** One step of the form: its fields, what they are for, and the two ways on. */
export function StepFrame(props: StepFrameProps) {
  const { aside, submitLabel, isPending, onSubmit, onBack, hasFocus = false, testId, children } = props;
  const t = useTexts();
  return (
    <div
      className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6 w768:mt-8 w1200:grid-cols-[minmax(0,1fr)_300px] w1200:gap-12"
      data-testid={testId}
    >
      <FormBody hasFocus={hasFocus} onSubmit={onSubmit}>
        {children}
        <div className="flex flex-wrap gap-3 pt-3">
          {onBack !== undefined && (
            <Button look="ghost" size="lg" onPress={onBack} isDisabled={isPending} data-testid="kyc-back">
              {t(m.back)}
            </Button>
          )}
          <SubmitButton label={submitLabel ?? t(m.next)} isPending={isPending} testId="kyc-continue" />
        </div>
      </FormBody>
      <aside className="grid content-start gap-4 text-13 leading-5 text-muted">{aside}</aside>
    </div>
  );
}

/** A question that the reader may have, and its answer. */
export function Aside({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid gap-2">
      <h2 className="text-13 font-semibold text-ink">{title}</h2>
      <p className="text-pretty">{children}</p>
    </div>
  );
}
