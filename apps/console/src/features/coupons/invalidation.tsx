import type { CouponDetail } from "@tidemark/contracts";
import { Button, Note, toast } from "@tidemark/kit-ui";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { act } from "../../lib/act.ts";
import { amountText } from "../../lib/amount.ts";
import { ReasonDialog } from "../../lib/reason-dialog.tsx";
import { useTexts } from "../../lib/texts.ts";
import { useSession } from "../../session/session.ts";
import { Clawback } from "./clawback.tsx";
import { m } from "./coupon-messages.ts";

type Props = { detail: CouponDetail; onProblem: (problem: Error) => void; onSettled: () => void };

/** Who asked for it, who decided it, or why it cannot be. */
function Standing({ detail: { invalidation }, ownId }: Pick<Props, "detail"> & { ownId: number }) {
  const t = useTexts();
  const { waiting, decided, problem } = invalidation;
  if (decided !== null) return <Note tone="info">{t(m.decided, { reason: decided.reason })}</Note>;
  if (problem !== "") return <p className="text-12 text-muted">{t(m.notPossible, { problem })}</p>;
  if (waiting === null) return null;
  return (
    <Note tone="info">
      <span data-testid="invalidation-waits">
        {waiting.by === ownId ? t(m.own) : t(m.second, { by: waiting.by, reason: waiting.reason })}
      </span>
    </Note>
  );
}

/** The act that ends a coupon for a reason; two operators ask for it. */
export function Invalidation({ detail, onProblem, onSettled }: Props) {
  const t = useTexts();
  const session = useSession().data;
  const [isAsking, setAsking] = useState(false);
  const { id, uid } = detail.coupon;
  const { how, waiting, clawback } = detail.invalidation;
  const ownId = session?.id ?? 0;
  const doing = useMutation({
    mutationFn: (reason: string) => act("invalidateCoupon", { id, reason }),
    onSuccess({ isDone }) {
      toast.success(t(isDone ? m.done : m.asked, { id }));
      setAsking(false);
    },
    onError: onProblem,
    onSettled,
  });
  const mayAsk = clawback !== null && session?.roles.includes("risk") === true && waiting?.by !== ownId;
  return (
    <section className="grid justify-items-start gap-2">
      <Standing detail={detail} ownId={ownId} />
      <Clawback {...detail} />
      {mayAsk && (
        <Button look="ghost" size="sm" onPress={() => setAsking(true)} data-testid="invalidate">
          {t(m.invalidate)}
        </Button>
      )}
      {isAsking && (
        <ReasonDialog
          title={t(m.invalidateTitle, { id, uid })}
          confirm={t(m.invalidate)}
          isPending={doing.isPending}
          onConfirm={(reason) => doing.mutate(reason)}
          onClose={() => setAsking(false)}
        >
          <Note tone="warn">{t(how === "RECALL" ? m.recall : m.atOnce)}</Note>
          {clawback !== null && Number(clawback.profit) > 0 && (
            <Note tone="warn">
              {t(m.takesProfit, {
                profit: amountText(clawback.profit),
                takes: amountText(clawback.takes),
                lacks: amountText(clawback.lacks),
              })}
            </Note>
          )}
          {waiting === null && <Note tone="info">{t(m.two)}</Note>}
        </ReasonDialog>
      )}
    </section>
  );
}
