import type { WaitingContent } from "@tidemark/contracts";
import { Button, Note, toast } from "@tidemark/kit-ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { act } from "../../lib/act.ts";
import { ReasonDialog } from "../../lib/reason-dialog.tsx";
import { useTexts } from "../../lib/texts.ts";
import { useActProblem } from "../../session/problems.ts";
import { ChangeDialog } from "./change-dialog.tsx";
import { m } from "./content-messages.ts";

type Props = { waiting: readonly WaitingContent[]; ownId: number };

/** Changes that a first operator asked for: approved by another as they stand, or taken back. */
export function Waiting({ waiting, ownId }: Props) {
  const t = useTexts();
  const queries = useQueryClient();
  const onProblem = useActProblem();
  const [approved, setApproved] = useState<WaitingContent>();
  const [dropped, setDropped] = useState<WaitingContent>();
  const dropping = useMutation({
    mutationFn: ({ subject, reason }: { subject: string; reason: string }) =>
      act("dropContentChange", { subject, reason }),
    onSuccess(_, { subject }) {
      toast.success(t(m.dropped, { subject }));
      setDropped(undefined);
    },
    onError: onProblem,
    onSettled: () => queries.invalidateQueries({ queryKey: ["content"] }),
  });
  if (waiting.length === 0) return null;
  return (
    <section className="grid gap-2" aria-label={t(m.waiting)}>
      {waiting.map((one) => (
        <Note key={one.subject} tone="info">
          <div className="flex flex-wrap items-center gap-2" data-testid="waiting-change">
            <b className="font-mono text-12">{one.subject}</b>
            <span className="text-12">{t(m.asked, { by: one.by, reason: one.reason })}</span>
            <span className="flex-1" />
            {one.by !== ownId && (
              <Button look="primary" size="sm" onPress={() => setApproved(one)} data-testid="approve-change">
                {t(m.approve)}
              </Button>
            )}
            <Button look="ghost" size="sm" onPress={() => setDropped(one)} data-testid="drop-change">
              {t(m.drop)}
            </Button>
          </div>
        </Note>
      ))}
      {approved !== undefined && (
        <ChangeDialog
          title={t(m.approveTitle, { subject: approved.subject })}
          change={approved.change}
          isApproval
          onClose={() => setApproved(undefined)}
        />
      )}
      {dropped !== undefined && (
        <ReasonDialog
          title={t(m.dropTitle, { subject: dropped.subject })}
          confirm={t(m.drop)}
          isPending={dropping.isPending}
          onConfirm={(reason) => dropping.mutate({ subject: dropped.subject, reason })}
          onClose={() => setDropped(undefined)}
        >
          <p className="text-12 text-muted">{t(m.dropNote)}</p>
        </ReasonDialog>
      )}
    </section>
  );
}
