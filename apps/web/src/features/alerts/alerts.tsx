import { type AlertRow, alertsMax } from "@tidemark/contracts";
import { Button, EmptyState, Skeleton, Tabs } from "@tidemark/kit-ui";
import { group } from "@tidemark/money";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { BellRing } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { answerOf } from "../../lib/client/answer.ts";
import { client } from "../../lib/client/client.ts";
import { dateText } from "../../lib/format/number-text.ts";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { type Translate, useTexts } from "../../lib/i18n/texts.ts";
import { ListPageHead } from "../../lib/lists/list-page-head.tsx";
import type { ListedMarkets } from "../../lib/markets/instruments.ts";
import { type AlertForm, formOf, newForm } from "./alert-form.ts";
import { alertsKey } from "./alert-queries.ts";
import { m } from "./alerts-messages.ts";

const AlertDialog = lazy(async () => ({ default: (await import("./alert-dialog.tsx")).AlertDialog }));
/** An alert may go off while its page is open. */
const refreshMs = 5_000;

function titleOf(t: Translate, { measure, symbol, direction, level }: AlertRow): string {
  const shown = level.startsWith("-") ? `−${group(level.slice(1))}` : group(level);
  const values = { symbol, level: measure === "PRICE" ? shown : `${shown}%` };
  if (measure === "MARGIN") return t(m.marginAbove, values);
  const isAbove = direction === "ABOVE";
  if (measure === "PRICE") return t(isAbove ? m.priceAbove : m.priceBelow, values);
  return t(isAbove ? m.fundingAbove : m.fundingBelow, values);
}

type RowProps = { alert: AlertRow; onEdit: () => void; onChanged: () => void };

function AlertItem({ alert, onEdit, onChanged }: RowProps) {
  const t = useTexts();
  const title = titleOf(t, alert);
  const removal = useSubmit({ isWhole: true, doneText: t(m.removed), onDone: onChanged });
  return (
    <li
      data-testid="alert-row"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3.5"
    >
      <div className="min-w-0">
        <p className="text-14 leading-5 font-medium break-words">{title}</p>
        <p className="text-12 leading-5 text-muted">
          {alert.firedAt > 0
            ? t(m.firedAt, { date: dateText(alert.firedAt) })
            : t(m.since, { date: dateText(alert.madeAt) })}
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="sm" look="ghost" onPress={onEdit} aria-label={`${t(m.edit)}: ${title}`} data-testid="alert-edit">
          {t(alert.firedAt > 0 ? m.setAgain : m.edit)}
        </Button>
        <Button
          size="sm"
          look="quiet"
          isDisabled={removal.isPending}
          onPress={() => void removal.submit(() => client.call("removeAlert", { id: alert.id }))}
          aria-label={`${t(m.remove)}: ${title}`}
          data-testid="alert-remove"
        >
          {t(m.remove)}
        </Button>
      </div>
    </li>
  );
}

type Shown = "waiting" | "fired";

/** The user's alerts: those that wait, and those that have gone off. */
export function Alerts({ markets }: { markets: ListedMarkets }) {
  const t = useTexts();
  const queries = useQueryClient();
  const [shown, setShown] = useState<Shown>("waiting");
  const [form, setForm] = useState<AlertForm>();
  const { data, isError } = useQuery({
    queryKey: alertsKey,
    queryFn: ({ signal }) => answerOf("alertList", {}, signal),
    refetchInterval: refreshMs,
    meta: { isQuiet: true },
  });
  const refetch = () => void queries.invalidateQueries({ queryKey: alertsKey });
  const of = (which: Shown) => data?.list.filter(({ firedAt }) => firedAt > 0 === (which === "fired")) ?? [];
  const rows = of(shown);
  return (
    <>
      <ListPageHead
        title={t(m.title)}
        lead={t(m.lead)}
        addLabel={t(m.newAlert)}
        onAdd={() => setForm(newForm(markets.SPOT[0]?.symbol ?? ""))}
        testId="alert-new"
      />
      <Tabs
        isPage
        label={t(m.lists)}
        items={(["waiting", "fired"] as const).map((id) => ({ id, label: t(m[id]), count: of(id).length }))}
        selected={shown}
        onSelect={setShown}
        panelId="alerts-list"
        className="mt-4"
      />
      <section id="alerts-list">
        {data === undefined ? (
          <p className="py-6 text-13">{isError ? t(m.failed) : <Skeleton>{t(m.emptyHint)}</Skeleton>}</p>
        ) : rows.length === 0 ? (
          <EmptyState
            icon={<BellRing aria-hidden size={24} />}
            title={t(shown === "fired" ? m.firedEmptyTitle : m.emptyTitle)}
            hint={t(shown === "fired" ? m.firedEmptyHint : m.emptyHint)}
          />
        ) : (
          <ul>
            {rows.map((alert) => (
              <AlertItem key={alert.id} alert={alert} onEdit={() => setForm(formOf(alert))} onChanged={refetch} />
            ))}
          </ul>
        )}
        {data !== undefined && data.list.length > 0 && (
          <p className="num mt-4 text-12 text-muted">{t(m.count, { count: data.list.length, most: alertsMax })}</p>
        )}
      </section>
      {form !== undefined && (
        <Suspense>
          <AlertDialog markets={markets} start={form} onDone={refetch} onClose={() => setForm(undefined)} />
        </Suspense>
      )}
    </>
  );
}
