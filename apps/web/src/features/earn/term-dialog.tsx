import type { TermProduct } from "@tidemark/contracts";
import { Segmented, toast } from "@tidemark/kit-ui";
import { group } from "@tidemark/money";
import { useState } from "react";
import { client } from "../../lib/client/client.ts";
import { FormDialog } from "../../lib/dialogs/form-dialog.tsx";
import { assetText } from "../../lib/format/asset-text.ts";
import { exactUnits, utcDayText } from "../../lib/format/number-text.ts";
import { requireUnits } from "../../lib/format/require-units.ts";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { FactList } from "../../lib/markets/fact-list.tsx";
import { AmountField } from "./amount-field.tsx";
import { m } from "./earn-messages.ts";
import { percentOfYear, termPreview } from "./earn-rules.ts";
import { inTwoSteps } from "./two-steps.ts";
import { useAmount } from "./use-amount.ts";
import { useEarning, useRefresh } from "./use-earn.ts";

type Props = {
  /** The terms of one coin. */
  terms: readonly TermProduct[];
  startDays: number;
  decimals: number;
  onClose: () => void;
};

/** Money of the Capital Account into a term: it is put into Earn, and bound there. */
export function TermDialog({ terms, startDays, decimals, onClose }: Props) {
  const t = useTexts();
  const [days, setDays] = useState(startDays);
  const { free } = useEarning();
  const refresh = useRefresh();
  const term = terms.find((one) => one.days === days) ?? terms[0]!;
  const { asset } = term;
  const { field, isWhole, sent, units } = useAmount(asset, requireUnits(term.minimum), free(asset));
  const { submit, isPending } = useSubmit<{ id: string }>({
    isWhole,
    doneText: t(m.termJoined),
    onDone: () => {
      refresh();
      onClose();
    },
  });
  // Without the rate: where an outcome is not known, the next press is the same request, also at a rate that has changed meanwhile.
  const ask = { asset, days: term.days, amount: sent };
  const send = (requestId: string) =>
    inTwoSteps(
      () => client.call("earnSubscribe", { asset, amount: sent, requestId }),
      () => client.call("joinTerm", { ...ask, yearRate: term.yearRate, requestId }),
      (problem) => {
        toast.error(t(m.termFailed, { amount: group(sent), asset: assetText(asset), problem: problem.message }));
        refresh();
        onClose();
      },
    );
  return (
    <FormDialog
      size="wide"
      title={t(m.joinTerm, { asset: assetText(asset) })}
      submitLabel={t(m.join)}
      isPending={isPending}
      isDisabled={!isWhole}
      onSubmit={() => void submit(send, ask)}
      onClose={onClose}
      testId="earn-term"
    >
      <Segmented
        label={t(m.termLength)}
        items={terms.map((one) => ({
          id: String(one.days),
          label: `${t(m.days, { count: one.days })} · ${percentOfYear(one.yearRate)}%`,
          testId: `earn-days-${one.days}`,
        }))}
        selected={String(term.days)}
        onSelect={(id) => setDays(Number(id))}
      />
      <AmountField {...field} decimals={decimals} />
      <TermOutcome term={term} units={units} decimals={decimals} />
    </FormDialog>
  );
}

function TermOutcome({ term, units, decimals }: { term: TermProduct; units: bigint; decimals: number }) {
  const t = useTexts();
  const asset = assetText(term.asset);
  const [now] = useState(Date.now);
  const { startsAt, endsAt, interest, exits } = termPreview(units, term, now);
  const text = (value: bigint) => (units === 0n ? "--" : `${exactUnits(value, decimals)} ${asset}`);
  return (
    <>
      <FactList
        facts={[
          { label: t(m.starts), value: <span className="num">{utcDayText(startsAt)} 00:00 UTC</span> },
          { label: t(m.ends), value: <span className="num">{utcDayText(endsAt)} 00:00 UTC</span> },
          { label: t(m.endInterest), value: <span className="num">{text(interest)}</span> },
          {
            label: t(m.getBack),
            value: (
              <b className="num text-16 font-semibold" data-testid="earn-back">
                {text(units + interest)}
              </b>
            ),
          },
        ]}
      />
      <table className="w-full text-13">
        <thead className="text-12 text-muted">
          <tr>
            <th className="py-1.5 text-start font-normal">{t(m.leaveEarly)}</th>
            <th className="py-1.5 text-end font-normal">{t(m.onDay)}</th>
            <th className="py-1.5 text-end font-normal">{t(m.youGet)}</th>
          </tr>
        </thead>
        <tbody>
          {exits.map(({ day, gets, isEnd }) => (
            <tr key={day} className="border-t border-line">
              <td className="py-2">{t(isEnd ? m.lastDay : m.midTerm)}</td>
              <td className="num py-2 text-end">{day}</td>
              <td className="num py-2 text-end font-medium">{text(gets)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-12 text-muted">{t(m.atEnd)}</p>
    </>
  );
}
