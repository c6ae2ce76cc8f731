import type { WithdrawalCase } from "@tidemark/contracts";
import { Button, Dialog, TextArea, TextField, toast } from "@tidemark/kit-ui";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { act } from "../../lib/act.ts";
import { isReason, ReasonField } from "../../lib/reason-dialog.tsx";
import { useTexts } from "../../lib/texts.ts";
import { m } from "./withdrawal-messages.ts";

const signatureShape = /^[0-9a-f]{128}$/;
const approverShape = /^[a-z0-9][a-z0-9._-]{0,39}$/;

type Props = { one: WithdrawalCase; onClose: () => void; onProblem: (problem: Error) => void; onSettled: () => void };

/** Brings an approver's signature: it was made where the key is. */
export function SignatureDialog({ one, onClose, onProblem, onSettled }: Props) {
  const t = useTexts();
  const [approver, setApprover] = useState("");
  const [signature, setSignature] = useState("");
  const [reason, setReason] = useState("");
  const given = { approver: approver.trim(), signature: signature.trim().toLowerCase() };
  const isWhole = approverShape.test(given.approver) && signatureShape.test(given.signature) && isReason(reason);
  const adding = useMutation({
    mutationFn: () => act("addWithdrawalSignature", { id: one.id, ...given, reason: reason.trim() }),
    onSuccess({ signedBy, needed }) {
      toast.success(t(m.added, { approver: given.approver, count: signedBy.length, needed }));
      onClose();
    },
    onError: onProblem,
    onSettled,
  });
  return (
    <Dialog
      title={t(m.addSignature)}
      closeLabel={t(m.close)}
      size="wide"
      onClose={onClose}
      testId="signature-dialog"
      footer={
        <Button
          look="primary"
          isDisabled={!isWhole}
          isPending={adding.isPending}
          onPress={() => adding.mutate()}
          data-testid="signature-add"
        >
          {t(m.doAdd)}
        </Button>
      }
    >
      <div className="grid gap-4">
        <p className="text-12 text-muted">{t(m.addNote)}</p>
        <TextField label={t(m.approver)} value={approver} onChange={setApprover} maxLength={40} testId="approver" />
        <TextArea
          label={t(m.signature)}
          hint={t(m.signatureHint)}
          value={signature}
          onChange={setSignature}
          isCode
          testId="signature"
        />
        <ReasonField value={reason} onChange={setReason} />
      </div>
    </Dialog>
  );
}
