import { Steps, type Step } from "@tidemark/kit-ui";
import { dateText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { Verification } from "../../session/verification.ts";
import { waiting as m } from "./kyc-messages.ts";

/** What happens to a submission: what is behind it, who has it now, and how the user learns of the end. */
export function Pending({ row }: { row: Verification }) {
  const t = useTexts();
  const { state, submittedAt, checkedAt, decidedAt } = row;
  const isChecking = state === "CHECKING";
  const isApproved = state === "APPROVED";
  const reviewStep: Step = isApproved
    ? { id: "review", state: "done", title: t(m.reviewer), time: dateText(decidedAt) }
    : isChecking
      ? { id: "review", state: "todo", title: t(m.reviewer) }
      : { id: "review", state: "now", title: t(m.reviewer), detail: t(m.reviewerWhy) };
  return (
    <div className="mt-8 max-w-150" data-testid="kyc-pending" data-state={state}>
      <Steps
        label={t(m.label)}
        steps={[
          { id: "submitted", state: "done", title: t(m.submitted), time: dateText(submittedAt) },
          isChecking
            ? { id: "machine", state: "now", title: t(m.machine), detail: t(m.machineWhy) }
            : { id: "machine", state: "done", title: t(m.machine), time: dateText(checkedAt) },
          reviewStep,
          isApproved
            ? { id: "done", state: "now", title: t(m.level) }
            : { id: "done", state: "todo", title: t(m.done), detail: t(m.doneWhy) },
        ]}
      />
    </div>
  );
}
