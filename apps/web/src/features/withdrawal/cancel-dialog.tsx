import type { WithdrawalRow } from "@tidemark/contracts";
import { AskDialog } from "../../lib/dialogs/form-dialog.tsx";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { retryWhileBusy } from "../../session/credentials/retry-busy.ts";
import { dialog as d } from "./withdrawal-messages.ts";

type CancelDialogProps = { row: WithdrawalRow; onEnd: () => void };

/** Says what becomes of the amount before it is cancelled. */
export function CancelDialog({ row, onEnd }: CancelDialogProps) {
  const t = useTexts();
  const submission = useSubmit<WithdrawalRow>({
    isWhole: true,
    doneText: t(d.cancelled),
    onDone: onEnd,
    onRefused: onEnd,
  });
  return (
    <AskDialog
      title={t(d.cancelTitle)}
      submitLabel={t(d.cancelSubmit)}
      closeLabel={t(d.cancelKeep)}
      isPending={submission.isPending}
      onSubmit={() => void submission.submit(() => retryWhileBusy("cancelWithdrawal", { id: row.id }))}
      onClose={onEnd}
      testId="withdrawal-cancel-ask"
    >
      <p>{t(row.state === "UNCONFIRMED" ? d.cancelUnheld : d.cancelHeld)}</p>
    </AskDialog>
  );
}
