import type { CampaignRow } from "@tidemark/contracts";
import { Note, TextField, toast } from "@tidemark/kit-ui";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { act } from "../../lib/act.ts";
import { amountText } from "../../lib/amount.ts";
import { ReasonDialog } from "../../lib/reason-dialog.tsx";
import { useTexts } from "../../lib/texts.ts";
import { m } from "./campaign-messages.ts";

export type CampaignAct = "start" | "stop" | "fund";
type Props = { row: CampaignRow; onProblem: (problem: Error) => void; onSettled: () => void; onClose: () => void };

/** Starting and stopping, with what they do. */
export function RunDialog({ row, to, onProblem, onSettled, onClose }: Props & { to: "start" | "stop" }) {
  const t = useTexts();
  const { id, terms, funded } = row;
  const { name, asset, budget } = terms;
  const isStart = to === "start";
  const doing = useMutation({
    mutationFn: (reason: string) => act(isStart ? "startCampaign" : "stopCampaign", { id, reason }),
    onSuccess() {
      toast.success(t(isStart ? m.started : m.stopped, { name }));
      onClose();
    },
    onError: onProblem,
    onSettled,
  });
  const money = (amount: string): string => `${amountText(amount)} ${asset}`;
  return (
    <ReasonDialog
      title={t(isStart ? m.startTitle : m.stopTitle, { name })}
      confirm={t(isStart ? m.start : m.stop)}
      isPending={doing.isPending}
      onConfirm={(reason) => doing.mutate(reason)}
      onClose={onClose}
    >
      <Note tone="info">{t(isStart ? m.startNote : m.stopNote)}</Note>
      {isStart && funded !== null && Number(funded) < Number(budget) && (
        <Note tone="warn">{t(m.startUnfunded, { funded: money(funded), budget: money(budget) })}</Note>
      )}
    </ReasonDialog>
  );
}

const isAmount = (text: string): boolean => /^(0|[1-9]\d{0,17})(\.\d{1,8})?$/.test(text) && Number(text) > 0;

/** The proposal of money for a campaign, filled in: another operator with the role approves it among the proposals. */
export function FundDialog({ row, onProblem, onSettled, onClose }: Props) {
  const t = useTexts();
  const { id, terms, fundedProduct } = row;
  const { name, asset, budget } = terms;
  const [amount, setAmount] = useState(budget);
  const proposing = useMutation({
    mutationFn: (reason: string) =>
      act("fundCampaign", { exchange: "REAL", campaign: id, product: fundedProduct, asset, amount, reason }),
    onSuccess() {
      toast.success(t(m.proposed, { amount: `${amountText(amount)} ${asset}`, name }));
      onClose();
    },
    onError: onProblem,
    onSettled,
  });
  return (
    <ReasonDialog
      title={t(m.fundTitle, { name })}
      confirm={t(m.propose)}
      isPending={proposing.isPending}
      isIncomplete={!isAmount(amount)}
      onConfirm={(reason) => proposing.mutate(reason)}
      onClose={onClose}
    >
      <Note tone="info">{t(m.fundNote, { id: `${id}:${fundedProduct}:${asset}` })}</Note>
      <TextField label={t(m.amount)} value={amount} onChange={setAmount} maxLength={27} testId="fund-amount">
        <span className="num text-12 text-muted">{asset}</span>
      </TextField>
    </ReasonDialog>
  );
}
