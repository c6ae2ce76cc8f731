import type { EarnTerm } from "@tidemark/contracts";
import { Button, Tag, toast } from "@tidemark/kit-ui";
import { useState } from "react";
import { client } from "../../lib/client/client.ts";
import { AskDialog } from "../../lib/dialogs/form-dialog.tsx";
import { assetText } from "../../lib/format/asset-text.ts";
import { exactText, utcDayText } from "../../lib/format/number-text.ts";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { CoinMark } from "../../lib/markets/coin-mark.tsx";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { m } from "./earn-messages.ts";
import { percentOfYear } from "./earn-rules.ts";
import { inTwoSteps } from "./two-steps.ts";
import { useRefresh } from "./use-earn.ts";

const tones = { ACTIVE: "brand", ENDED: "rise", LEFT: "neutral", BROKEN: "neutral" } as const;

/** The user's terms, the newest first, with what each pays. */
export function OwnTerms({ terms, decimalsOf }: { terms: readonly EarnTerm[]; decimalsOf: (asset: string) => number }) {
  const t = useTexts();
  const [leaving, setLeaving] = useState<EarnTerm>();
  if (terms.length === 0) return null;
  return (
    <section className="mt-10" data-testid="earn-own">
      <h2 className="text-16 font-semibold">{t(m.own)}</h2>
      <ul className="mt-2">
        {terms.map((term) => (
          <TermLine key={term.id} term={term} decimals={decimalsOf(term.asset)} onLeave={() => setLeaving(term)} />
        ))}
      </ul>
      {leaving !== undefined && (
        <LeaveDialog term={leaving} decimals={decimalsOf(leaving.asset)} onClose={() => setLeaving(undefined)} />
      )}
    </section>
  );
}

type LineProps = { term: EarnTerm; decimals: number; onLeave: () => void };

function TermLine({ term, decimals, onLeave }: LineProps) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const { asset, amount, days, yearRate, interest, state, startsAt, endsAt } = term;
  const isPaid = state === "ACTIVE" || state === "ENDED";
  return (
    <li
      data-testid="earn-own-term"
      data-state={state}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3.5"
    >
      <div className="flex min-w-0 items-center gap-3">
        <CoinMark coin={asset} />
        <div>
          <p className="text-14 font-medium">
            <span className="num">{own(exactText(amount, decimals))}</span> {assetText(asset)} ·{" "}
            {t(m.days, { count: days })} · <span className="num">{percentOfYear(yearRate)}%</span>
          </p>
          <p className="date text-12 text-muted">
            {t(m.until, { from: utcDayText(startsAt), to: utcDayText(endsAt) })}
          </p>
        </div>
      </div>
      <div className="flex items-center gap-4">
        {isPaid && <span className="num text-13 text-rise">{own(`+${exactText(interest, decimals)}`)}</span>}
        <Tag tone={tones[state]}>{t(m[state])}</Tag>
        {state === "ACTIVE" && (
          <Button size="sm" look="quiet" onPress={onLeave} data-testid="earn-leave">
            {t(m.leave)}
          </Button>
        )}
      </div>
    </li>
  );
}

function LeaveDialog({ term, decimals, onClose }: { term: EarnTerm; decimals: number; onClose: () => void }) {
  const t = useTexts();
  const refresh = useRefresh();
  const { id, asset, amount, interest } = term;
  const { submit, isPending } = useSubmit<unknown>({
    isWhole: true,
    doneText: t(m.termEnded),
    onDone: () => {
      refresh();
      onClose();
    },
  });
  const shownAmount = { amount: exactText(amount, decimals), asset: assetText(asset) };
  const send = (requestId: string) =>
    inTwoSteps(
      () => client.call("leaveTerm", { id }),
      () => client.call("earnRedeem", { asset, amount, requestId }),
      (problem) => {
        toast.error(t(m.leaveFailed, { ...shownAmount, problem: problem.message }));
        refresh();
        onClose();
      },
    );
  return (
    <AskDialog
      title={t(m.leaveTitle)}
      submitLabel={t(m.leave)}
      isPending={isPending}
      onSubmit={() => void submit(send, term.id)}
      onClose={onClose}
      testId="earn-leave-ask"
    >
      <p>{t(m.leaveText, { ...shownAmount, interest: exactText(interest, decimals) })}</p>
    </AskDialog>
  );
}
