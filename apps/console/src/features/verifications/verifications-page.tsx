import { refusalReasons, type RefusalReason, type VerificationCase } from "@tidemark/contracts";
import { Button, EmptyState, Tag, toast } from "@tidemark/kit-ui";
import { useMutation } from "@tanstack/react-query";
import { IdCard } from "lucide-react";
import { useEffect, useState } from "react";
import { act } from "../../lib/act.ts";
import { KeyHint } from "../../lib/key-hint.tsx";
import { useKeys } from "../../lib/keys.ts";
import { PageLoading } from "../../lib/page-loading.tsx";
import { QueueRow } from "../../lib/queue-row.tsx";
import { useQueue } from "../../session/queue.ts";
import { ReasonChoice } from "../../lib/reason-choice.tsx";
import { useTexts } from "../../lib/texts.ts";
import { waitingTimeText } from "../../lib/waiting-time.ts";
import { CaseView } from "./case-view.tsx";
import { closeCase, type OpenedCase, readCase } from "./read-case.ts";
import { kinds, m, reasons } from "./verification-messages.ts";

type Decision = { readonly one: VerificationCase; readonly because?: RefusalReason; readonly reason: string };

/** The case that is open: its pictures leave the memory with it. */
function useOpenCase(one: VerificationCase | undefined, onProblem: (error: Error) => void) {
  const t = useTexts();
  const [opened, setOpened] = useState<{ readonly uid: number; readonly content: OpenedCase }>();
  useEffect(() => () => opened && closeCase(opened.content), [opened]);
  const opening = useMutation({
    mutationFn: async (of: VerificationCase) => ({ uid: of.uid, content: await readCase(of, t(m.viewReason)) }),
    onSuccess: setOpened,
    onError: onProblem,
  });
  return {
    content: opened?.uid === one?.uid ? opened?.content : undefined,
    isOpening: opening.isPending,
    open: (): void => {
      if (one !== undefined && opened?.uid !== one.uid && !opening.isPending) opening.mutate(one);
    },
  };
}

type QueueProps = { list: readonly VerificationCase[]; selected: number; onSelect: (uid: number) => void };

function Queue({ list, selected, onSelect }: QueueProps) {
  const t = useTexts();
  return (
    <ul aria-label={t(m.label)} className="overflow-auto border-e border-line">
      {list.map(({ uid, documentKind, tries, submittedAt }) => (
        <QueueRow key={uid} isSelected={uid === selected} onSelect={() => onSelect(uid)} testId="verification-row">
          <b className="num font-semibold">{uid}</b>
          {tries > 1 ? <Tag tone="warn">{t(m.tries, { count: tries })}</Tag> : <span />}
          <span className="text-12 text-muted">{documentKind === null ? "–" : t(kinds[documentKind])}</span>
          <span className="num text-12 text-muted">{waitingTimeText(t, submittedAt)}</span>
        </QueueRow>
      ))}
    </ul>
  );
}

/** Verifications that wait, reviewed by keyboard: V opens the documents, A approves, R refuses with a reason. */
export function VerificationsPage() {
  const t = useTexts();
  const { list, shown, select, isPending, problem, readAgain, onProblem } = useQueue(
    "verificationQueue",
    ({ uid }) => uid,
  );
  const [isRefusing, setRefusing] = useState(false);
  const opened = useOpenCase(shown, onProblem);
  const decide = useMutation({
    mutationFn: ({ one: { uid }, because, reason }: Decision) =>
      act("decideVerification", { uid, reason, ...(because === undefined ? {} : { because }) }),
    onSuccess(_, { one: { uid }, because }) {
      toast.success(t(because === undefined ? m.approved : m.refused, { uid }));
      setRefusing(false);
    },
    onError: onProblem,
    onSettled: readAgain,
  });
  const isSeen = opened.content !== undefined;
  const approve = (): void => {
    if (shown !== undefined && isSeen && !decide.isPending) decide.mutate({ one: shown, reason: t(m.approveReason) });
  };
  useKeys({ v: opened.open, a: approve, r: () => isSeen && setRefusing(true) });
  if (isPending) return <PageLoading />;
  if (shown === undefined)
    return <EmptyState icon={<IdCard size={24} />} title={problem ?? t(m.none)} hint={t(m.noneHint)} />;
  return (
    <div className="grid h-full grid-cols-[232px_minmax(0,1fr)] grid-rows-[minmax(0,1fr)] w1400:grid-cols-[264px_minmax(0,1fr)]">
      <Queue list={list} selected={shown.uid} onSelect={select} />
      <div className="grid grid-rows-[minmax(0,1fr)_auto]">
        <CaseView one={shown} opened={opened.content} isOpening={opened.isOpening} onOpen={opened.open} />
        <div className="flex flex-wrap items-center gap-2 border-t border-line px-5 py-2.5">
          <Button
            look="primary"
            size="sm"
            isDisabled={!isSeen}
            isPending={decide.isPending && decide.variables.because === undefined}
            onPress={approve}
            data-testid="approve"
          >
            {t(m.approve)}
            <KeyHint name="A" />
          </Button>
          <Button look="ghost" size="sm" isDisabled={!isSeen} onPress={() => setRefusing(true)} data-testid="refuse">
            {t(m.refuse)}
            <KeyHint name="R" />
          </Button>
          {!isSeen && <span className="text-12 text-muted">{t(m.seenFirst)}</span>}
        </div>
      </div>
      {isRefusing && (
        <ReasonChoice<RefusalReason>
          title={t(m.whyTitle, { uid: shown.uid })}
          closeLabel={t(m.close)}
          reasons={refusalReasons.map((id) => ({ id, title: t(reasons[id]) }))}
          onChoose={(because) => decide.mutate({ one: shown, because, reason: t(reasons[because]) })}
          onClose={() => setRefusing(false)}
        />
      )}
    </div>
  );
}
