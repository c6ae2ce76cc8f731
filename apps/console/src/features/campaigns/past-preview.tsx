import type { CampaignPreview, CampaignTerms } from "@tidemark/contracts";
import { Button, Note, Segmented } from "@tidemark/kit-ui";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { amountText } from "../../lib/amount.ts";
import { answerOf } from "../../lib/client.ts";
import { LineChart } from "../../lib/line-chart.tsx";
import { useTexts } from "../../lib/texts.ts";
import { m } from "./campaign-messages.ts";

const spans = ["7", "30", "90"] as const;
type Span = (typeof spans)[number];

function Figures({ preview, asset }: { preview: CampaignPreview; asset: string }) {
  const t = useTexts();
  const { users, usersByDay, coupons, budgetCoupons, most, mostWithoutBudget } = preview;
  const figures = [
    [m.users, users.toLocaleString("en-US"), t(m.usersOf)],
    [m.couponsGiven, coupons.toLocaleString("en-US"), t(m.ofBudget, { count: budgetCoupons.toLocaleString("en-US") })],
    [m.most, amountText(most), t(m.mostAll, { amount: `${amountText(mostWithoutBudget)} ${asset}` })],
  ] as const;
  return (
    <div className="grid gap-3" data-testid="campaign-preview">
      <dl className="grid grid-cols-3 gap-3">
        {figures.map(([title, value, note]) => (
          <div key={title.id} className="min-w-0">
            <dt className="text-11 text-muted">{t(title)}</dt>
            <dd>
              <b className="num block text-16 font-semibold wrap-anywhere">{value}</b>
              <span className="text-11 text-muted">{note}</span>
            </dd>
          </div>
        ))}
      </dl>
      {users > 0 && <LineChart label={`${t(m.users)} ${t(m.usersOf)}`} points={usersByDay} />}
    </div>
  );
}

type Props = { terms: CampaignTerms | undefined; onProblem: (problem: Error) => void };

/** What these terms would have given, counted by the server. Figures of terms that were changed since are not shown. */
export function PastPreview({ terms, onProblem }: Props) {
  const t = useTexts();
  const [days, setDays] = useState<Span>("30");
  const looking = useMutation({
    mutationFn: (ask: { terms: CampaignTerms; pastDays: number }) => answerOf("previewCampaign", ask),
    onError: onProblem,
  });
  const asked = looking.variables;
  const isOfThese =
    JSON.stringify(asked?.terms) === JSON.stringify(terms) && asked?.pastDays === Number(days) && terms !== undefined;
  const found = isOfThese ? looking.data : undefined;
  return (
    <section className="grid gap-3">
      <h2 className="text-13 font-semibold">{t(m.past, { days })}</h2>
      <div className="flex flex-wrap items-center gap-3">
        <Segmented<Span>
          label={t(m.pastDays)}
          size="switch"
          items={spans.map((id) => ({ id, label: id, testId: `past-${id}` }))}
          selected={days}
          onSelect={setDays}
        />
        <Button
          look="ghost"
          size="sm"
          isDisabled={terms === undefined}
          isPending={looking.isPending}
          onPress={() => terms !== undefined && looking.mutate({ terms, pastDays: Number(days) })}
          data-testid="campaign-look"
        >
          {t(m.look)}
        </Button>
      </div>
      {found === undefined && <p className="text-12 text-muted">{t(m.notRun)}</p>}
      {found !== undefined && found.problem !== "" && (
        <Note tone="warn">
          <span data-testid="campaign-problem">{t(m.problem, { problem: found.problem })}</span>
        </Note>
      )}
      {found?.problem === "" && found.usersByDay.length > 0 && <Figures preview={found} asset={terms!.asset} />}
      {found?.problem === "" && found.usersByDay.length === 0 && (
        <p className="text-12 text-muted" data-testid="campaign-not-counted">
          {t(m.notCounted)}
        </p>
      )}
      {found?.problem === "" && terms?.grantOn === "OPERATOR" && <p className="text-12 text-muted">{t(m.byHand)}</p>}
    </section>
  );
}
