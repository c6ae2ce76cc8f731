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
  const person: Step = isApproved
    ? { id: "person", state: "done", title: t(m.person), time: dateText(decidedAt) }
    : isChecking
      ? { id: "person", state: "todo", title: t(m.person) }
      : { id: "person", state: "now", title: t(m.person), detail: t(m.personWhy) };
  return (
    <div className="mt-8 max-w-150" data-testid="kyc-pending" data-state={state}>
      <Steps
        label={t(m.label)}
        steps={[
          { id: "submitted", state: "done", title: t(m.submitted), time: dateText(submittedAt) },
          isChecking
            ? { id: "machine", state: "now", title: t(m.machine), detail: t(m.machineWhy) }
            : { id: "machine", state: "done", title: t(m.machine), time: dateText(checkedAt) },
          person,
          isApproved
            ? { id: "done", state: "now", title: t(m.level) }
            : { id: "done", state: "todo", title: t(m.done), detail: t(m.doneWhy) },
        ]}
      />
    </div>
  );
}
