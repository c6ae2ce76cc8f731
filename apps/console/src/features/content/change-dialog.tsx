import type { ContentChange, ContentPreview } from "@tidemark/contracts";
import { Note, toast } from "@tidemark/kit-ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { act } from "../../lib/act.ts";
import { answerOf } from "../../lib/client.ts";
import { ReasonDialog } from "../../lib/reason-dialog.tsx";
import { useTexts } from "../../lib/texts.ts";
import { useActProblem } from "../../session/problems.ts";
import { m } from "./content-messages.ts";

/** Field by field what stands and what will stand. */
function Differences({ preview }: { preview: ContentPreview }) {
  const t = useTexts();
  const cell = "px-2 py-1.5 align-top font-mono text-11 break-all";
  if (preview.differences.length === 0) return null;
  return (
    <div className="max-h-80 overflow-auto rounded-control border border-line" data-testid="differences">
      <table aria-label={t(m.previewTitle)} className="w-full border-collapse text-12">
        <thead>
          <tr className="text-start text-muted">
            <th className="px-2 py-1.5 text-start font-normal">{t(m.field)}</th>
            <th className="px-2 py-1.5 text-start font-normal">{t(m.before)}</th>
            <th className="px-2 py-1.5 text-start font-normal">{t(m.after)}</th>
          </tr>
        </thead>
        <tbody>
          {preview.differences.map(({ path, before, after }) => (
            <tr key={path} className="border-t border-line" data-testid="difference">
              <td className={cell}>{path}</td>
              <td className={`${cell} text-muted`}>{before === "" ? "–" : before}</td>
              <td className={cell}>{after === "" ? "–" : after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type Props = { title: string; change: ContentChange; isApproval?: boolean; onClose: () => void; onDone?: () => void };

/** What a change does by the rules that it is made by, then the reason, then the change. */
export function ChangeDialog({ title, change, isApproval = false, onClose, onDone }: Props) {
  const t = useTexts();
  const queries = useQueryClient();
  const onProblem = useActProblem();
  const preview = useQuery({
    queryKey: ["content preview", change],
    queryFn: () => answerOf("previewContent", { change }),
    gcTime: 0,
  });
  const changing = useMutation({
    mutationFn: (reason: string) => act("changeContent", { change, reason }),
    onSuccess({ isDone }) {
      toast.success(t(isDone ? m.done : m.waits, { subject: title }));
      onDone?.();
      onClose();
    },
    onError: onProblem,
    onSettled: () => queries.invalidateQueries({ queryKey: ["content"] }),
  });
  const found = preview.data;
  const isTwo = found?.needsSecond === true && !isApproval;
  return (
    <ReasonDialog
      title={title}
      size="large"
      confirm={t(isApproval ? m.approve : isTwo ? m.ask : m.change)}
      isPending={changing.isPending}
      isIncomplete={found === undefined || found.problem !== ""}
      onConfirm={(reason) => changing.mutate(reason)}
      onClose={onClose}
    >
      {found === undefined && <div aria-hidden className="h-20 animate-pulse rounded-control bg-skeleton" />}
      {preview.isError && <Note tone="warn">{preview.error.message}</Note>}
      {found !== undefined && found.problem !== "" && (
        <Note tone="warn">
          <span data-testid="content-problem">{t(m.problem, { problem: found.problem })}</span>
        </Note>
      )}
      {found !== undefined && <Differences preview={found} />}
      {found?.problem === "" && !isApproval && <Note tone="info">{t(isTwo ? m.two : m.alone)}</Note>}
    </ReasonDialog>
  );
}
