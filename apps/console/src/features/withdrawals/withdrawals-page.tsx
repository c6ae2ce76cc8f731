import type { WithdrawalCase } from "@tidemark/contracts";
import { Button, EmptyState, Note, Tag, toast } from "@tidemark/kit-ui";
import { useMutation } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { useState } from "react";
import { act } from "../../lib/act.ts";
import { amountText } from "../../lib/amount.ts";
import { KeyHint } from "../../lib/key-hint.tsx";
import { useKeys } from "../../lib/keys.ts";
import { PageLoading } from "../../lib/page-loading.tsx";
import { QueueRow } from "../../lib/queue-row.tsx";
import { ReasonDialog } from "../../lib/reason-dialog.tsx";
import { useTexts } from "../../lib/texts.ts";
import { waitingTimeText } from "../../lib/waiting-time.ts";
import { useQueue } from "../../session/queue.ts";
import { CaseView, Intent } from "./case-view.tsx";
import { Decided } from "./decided.tsx";
import { Halts } from "./halts.tsx";
import { SignatureDialog } from "./signature-dialog.tsx";
import { m, risks } from "./withdrawal-messages.ts";

type QueueProps = { list: readonly WithdrawalCase[]; selected: string | undefined; onSelect: (id: string) => void };

function Queue({ list, selected, onSelect }: QueueProps) {
  const t = useTexts();
  return (
    <ul aria-label={t(m.label)} className="min-h-0 overflow-auto">
      {list.map(({ id, amount, asset, network, madeAt, risks: why, signedBy, needed }) => (
        <QueueRow key={id} isSelected={id === selected} onSelect={() => onSelect(id)} testId="withdrawal-row">
          <b className="num truncate font-semibold">{`${amountText(amount)} ${asset}`}</b>
          {signedBy.length > 0 ? (
            <Tag tone="info">{t(m.signed, { count: signedBy.length, needed })}</Tag>
          ) : (
            <Tag tone="warn">{why[0] === undefined ? "–" : t(risks[why[0]].title)}</Tag>
          )}
          <span className="truncate text-12 text-muted">{network}</span>
          <span className="num text-end text-12 text-muted">{waitingTimeText(t, madeAt)}</span>
        </QueueRow>
      ))}
    </ul>
  );
}

type CaseProps = { one: WithdrawalCase; onProblem: (problem: Error) => void; onSettled: () => void };

/** The case, what is signed of it, and the two acts: a signature is brought, a refusal is done. */
function Case({ one, onProblem, onSettled }: CaseProps) {
  const t = useTexts();
  const [asking, setAsking] = useState<"sign" | "refuse">();
  const close = (): void => setAsking(undefined);
  const { id, uid, amount, asset, signedBy, needed } = one;
  const refusing = useMutation({
    mutationFn: (reason: string) => act("refuseWithdrawal", { id, reason }),
    onSuccess() {
      toast.success(t(m.refused, { amount: amountText(amount), asset, uid }));
      close();
    },
    onError: onProblem,
    onSettled,
  });
  const canSign = one.intent !== "";
  useKeys({ a: () => canSign && setAsking("sign"), r: () => setAsking("refuse") });
  return (
    <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto]">
      <div className="grid min-h-0 content-start overflow-auto w1200:grid-cols-[minmax(0,1fr)_336px]">
        <CaseView one={one} />
        <aside className="grid content-start gap-4 border-line p-5 w1200:border-s">
          <p className="text-12 text-muted" data-testid="signed-by">
            {`${t(m.whoSigned)}: ${signedBy.join(", ") || t(m.nobody)} (${t(m.signed, { count: signedBy.length, needed })})`}
          </p>
          <Intent one={one} />
        </aside>
      </div>
      <div className="flex flex-wrap items-center gap-2 border-t border-line px-5 py-2.5">
        <Button look="primary" size="sm" isDisabled={!canSign} onPress={() => setAsking("sign")} data-testid="approve">
          {t(m.addSignature)}
          <KeyHint name="A" />
        </Button>
        <Button look="ghost" size="sm" onPress={() => setAsking("refuse")} data-testid="refuse">
          {t(m.refuse)}
          <KeyHint name="R" />
        </Button>
      </div>
      {asking === "sign" && <SignatureDialog one={one} onClose={close} onProblem={onProblem} onSettled={onSettled} />}
      {asking === "refuse" && (
        <ReasonDialog
          title={t(m.refuseTitle, { amount: amountText(amount), asset, uid })}
          confirm={t(m.refuse)}
          isPending={refusing.isPending}
          onConfirm={(reason) => refusing.mutate(reason)}
          onClose={close}
        >
          <Note tone="warn">{t(m.refuseNote)}</Note>
        </ReasonDialog>
      )}
    </div>
  );
}

/** Withdrawals that wait for operators, those that were decided, and the assets of which nothing is paid. */
export function WithdrawalsPage() {
  const t = useTexts();
  const { list, answer, shown, select, isPending, problem, readAgain, onProblem } = useQueue(
    "withdrawalReview",
    ({ id }) => id,
  );
  const onSettled = (): void => void readAgain();
  if (isPending) return <PageLoading />;
  if (answer === undefined)
    return <EmptyState icon={<Upload size={24} />} title={problem ?? t(m.none)} hint={t(m.noneHint)} />;
  const { halts, assets, reportedAt, decided } = answer;
  return (
    <div className="grid h-full grid-cols-[232px_minmax(0,1fr)] grid-rows-[minmax(0,1fr)] w1400:grid-cols-[264px_minmax(0,1fr)]">
      <div className="grid min-h-0 content-start border-e border-line">
        <Queue list={list} selected={shown?.id} onSelect={select} />
        <Halts {...{ halts, assets, reportedAt, onProblem, onSettled }} />
      </div>
      <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)_minmax(0,auto)]">
        {shown === undefined ? (
          <EmptyState icon={<Upload size={24} />} title={problem ?? t(m.none)} hint={t(m.noneHint)} />
        ) : (
          <Case key={shown.id} one={shown} onProblem={onProblem} onSettled={onSettled} />
        )}
        <div className="max-h-72 overflow-auto">
          <Decided list={decided} />
        </div>
      </div>
    </div>
  );
}
