import { codeLength, type WithdrawalRow } from "@tidemark/contracts";
import { toast } from "@tidemark/kit-ui";
import { useState } from "react";
import { countdownText } from "../../lib/format/countdown-text.ts";
import { exactText } from "../../lib/format/number-text.ts";
import { FormDialog } from "../../lib/dialogs/form-dialog.tsx";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { AddressGroups } from "../../lib/wallet/address-groups.tsx";
import { CodeField, codeMissing, NotArrived } from "../../session/credentials/code-field.tsx";
import { retryWhileBusy } from "../../session/credentials/retry-busy.ts";
import { useCountdown } from "../../session/credentials/use-countdown.ts";
import { dialog as d } from "./withdrawal-messages.ts";
import { explanationOf } from "./withdrawal-story.ts";

type CodeDialogProps = {
  row: WithdrawalRow;
  decimals: number;
  channel: "email" | "sms";
  contact: string;
  onDone: (row: WithdrawalRow) => void;
  /** The code can no longer be taken: the list says what became of it. */
  onOver: () => void;
  onClose: () => void;
};

/** The code of the message. It confirms this amount to this address, so both are shown here too. */
export function CodeDialog({ row, decimals, channel, contact, onDone, onOver, onClose }: CodeDialogProps) {
  const t = useTexts();
  const [code, setCode] = useState("");
  const [secondsAtStart] = useState(() => Math.max(0, Math.floor((row.confirmBy - Date.now()) / 1_000)));
  // Only shown: whether the code is still taken is decided by the exchange, whose clock may be another one.
  const { left } = useCountdown(secondsAtStart);
  const submission = useSubmit<WithdrawalRow>({
    isWhole: code.length === codeLength,
    beside: ["CODE_WRONG"],
    onDone(taken) {
      // The code was right, but the exchange may have refused the withdrawal itself.
      if (taken.state === "REFUSED") toast.error(explanationOf(t, taken, undefined));
      else toast.success(t(d.confirmed));
      onDone(taken);
    },
    onRefused({ refusal }) {
      if (refusal === "CODE_WRONG") setCode("");
      else if (refusal === "TICKET_EXPIRED" || refusal === "WITHDRAWAL_FINAL") onOver();
    },
  });
  return (
    <FormDialog
      size="wide"
      title={t(d.codeTitle)}
      submitLabel={t(d.codeSubmit)}
      isPending={submission.isPending}
      onSubmit={() => void submission.submit(() => retryWhileBusy("confirmWithdrawal", { id: row.id, code }))}
      onClose={onClose}
      testId="withdrawal-code"
    >
      <p className="text-13 text-pretty text-muted">{t(d.codeLead, { contact })}</p>
      <div className="grid gap-1.5 rounded-control bg-hover p-3">
        <span className="text-16 font-semibold">
          <span className="num">{exactText(row.arrives, decimals)}</span>{" "}
          <span className="text-13 font-normal text-muted">{row.asset}</span>
        </span>
        <AddressGroups address={row.address} />
      </div>
      <CodeField
        channel={channel}
        name="withdrawal"
        value={code}
        onChange={(digits) => {
          submission.clearProblem();
          setCode(digits);
        }}
        problem={
          submission.messageFor("CODE_WRONG") ??
          (submission.showsProblems && submission.problem === undefined && code.length < codeLength
            ? t(codeMissing[channel])
            : undefined)
        }
      />
      <p className="text-12 text-muted">{t(d.codeUntil, { time: countdownText(left * 1_000).slice(3) })}</p>
      <NotArrived channel={channel} />
    </FormDialog>
  );
}
