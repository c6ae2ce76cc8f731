import { Note, Select, TextField, toast } from "@tidemark/kit-ui";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { act } from "../../lib/act.ts";
import { ReasonDialog } from "../../lib/reason-dialog.tsx";
import { useTexts } from "../../lib/texts.ts";
import { useWatch } from "../../session/watch.ts";
import { m } from "./coupon-messages.ts";

const readEveryMs = 30_000;

type Props = { onProblem: (problem: Error) => void; onGiven: (id: number) => void; onClose: () => void };

/** One coupon of a campaign of operators, to one user. */
export function GiveDialog({ onProblem, onGiven, onClose }: Props) {
  const t = useTexts();
  const [uid, setUid] = useState("");
  const [campaign, setCampaign] = useState<string>();
  // One coupon, however often the button is pressed.
  const [requestId] = useState(() => crypto.randomUUID());
  const { data } = useWatch("campaignList", {}, readEveryMs);
  const open = (data?.list ?? []).filter(({ state, terms }) => state === "RUNNING" && terms.grantOn === "OPERATOR");
  const isWhole = /^[1-9]\d{0,14}$/.test(uid) && campaign !== undefined;
  const giving = useMutation({
    mutationFn: (reason: string) =>
      act("giveCoupon", { requestId, campaignId: Number(campaign), uid: Number(uid), reason }),
    onSuccess({ id }) {
      toast.success(t(m.wasGiven, { id, uid }));
      onGiven(id);
      onClose();
    },
    onError: onProblem,
  });
  return (
    <ReasonDialog
      title={t(m.giveTitle)}
      confirm={t(m.doGive)}
      isPending={giving.isPending}
      isIncomplete={!isWhole}
      onConfirm={(reason) => giving.mutate(reason)}
      onClose={onClose}
    >
      <Note tone="info">{t(m.giveNote)}</Note>
      <Select
        size="form"
        label={t(m.campaign)}
        items={open.map(({ id, terms }) => ({ id: String(id), label: `${terms.name} (#${id})` }))}
        selected={campaign}
        onSelect={setCampaign}
        placeholder={t(open.length === 0 ? m.noCampaign : m.campaign)}
        testId="give-campaign"
      />
      <TextField label={t(m.uid)} value={uid} onChange={setUid} inputMode="numeric" maxLength={15} testId="give-uid" />
    </ReasonDialog>
  );
}
