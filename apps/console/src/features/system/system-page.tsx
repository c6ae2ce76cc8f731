import { EmptyState } from "@tidemark/kit-ui";
import { Activity } from "lucide-react";
import { LineChart } from "../../lib/line-chart.tsx";
import { PageLoading } from "../../lib/page-loading.tsx";
import { useRate, useSamples } from "../../lib/samples.ts";
import { ScrolledPage } from "../../lib/scrolled-page.tsx";
import { useTexts } from "../../lib/texts.ts";
import { dayText, timeText } from "../../lib/time.ts";
import { useWatch } from "../../session/watch.ts";
import { CoreTable, GatewayTable, ProcessTable } from "./core-tables.tsx";
import { m } from "./system-messages.ts";
import { JobTable, OutboxTable } from "./work-tables.tsx";

const readEveryMs = 2_000;

type Measure = { title: string; unit: string; at: number | undefined; value: number | undefined; isWarning?: boolean };

/** One measure: its value now, its course and its highest level. */
function MeasureChart({ title, unit, at, value, isWarning = false }: Measure) {
  const t = useTexts();
  const points = useSamples(at, value);
  const highest = Math.max(0, ...points);
  return (
    <section className="grid gap-1.5 p-4" data-testid="measure">
      <h2 className="text-12 text-muted">{title}</h2>
      <p className="num text-20 leading-6 font-semibold">
        {value === undefined ? "–" : Math.round(value * 10) / 10}{" "}
        <span className="text-12 font-normal text-muted">{unit}</span>
      </p>
      <LineChart label={t(m.courseOf, { title })} points={points} isWarning={isWarning} />
      <p className="num text-11 text-muted">{t(m.highest, { value: `${Math.round(highest * 10) / 10} ${unit}` })}</p>
    </section>
  );
}

/** Cores, outboxes and jobs as the services measure them, and their course since the page was opened. */
export function SystemPage() {
  const t = useTexts();
  const { data, isPending, problem } = useWatch("systemState", {}, readEveryMs);
  const real = data?.cores.find(({ exchange }) => exchange === "REAL");
  const state = real?.state ?? undefined;
  const rate = useRate(data?.at, state?.seq);
  const waiting = data?.outboxes.reduce((sum, one) => sum + one.waiting, 0);
  if (isPending) return <PageLoading />;
  if (data === undefined)
    return <EmptyState icon={<Activity size={24} />} title={problem ?? t(m.none)} hint={t(m.noneHint)} />;
  const { at, cores, outboxes, jobs, gateways, startedAt } = data;
  return (
    <ScrolledPage label={t(m.label)} className="space-y-5" testId="system">
      <p className="flex flex-wrap justify-between gap-3 text-12 text-muted">
        <span>{t(m.sinceOpened)}</span>
        <span className="num">{t(m.upSince, { time: `${dayText(startedAt)} ${timeText(startedAt)}` })}</span>
      </p>
      <div className="grid grid-cols-2 divide-line rounded-panel border border-line w1200:grid-cols-4 w1200:divide-x [&>*:nth-child(n+3)]:border-t [&>*:nth-child(n+3)]:border-line w1200:[&>*:nth-child(n+3)]:border-t-0 max-w1200:[&>*:nth-child(even)]:border-s">
        <MeasureChart title={t(m.batches)} unit={t(m.perSecond)} at={at} value={rate} />
        <MeasureChart title={t(m.answer)} unit={t(m.ms)} at={at} value={real?.answeredInMs} />
        <MeasureChart
          title={t(m.behind)}
          unit={t(m.batchesUnit)}
          at={at}
          value={state?.behind}
          isWarning={(state?.behind ?? 0) > 100}
        />
        <MeasureChart
          title={t(m.outbox)}
          unit={t(m.commands)}
          at={at}
          value={waiting}
          isWarning={outboxes.some(({ oldestAt }) => oldestAt !== null && at - oldestAt > 10_000)}
        />
      </div>
      <div className="grid items-start gap-5 w1200:grid-cols-2">
        <div className="grid min-w-0 gap-5">
          <CoreTable cores={cores} />
          <GatewayTable at={at} list={gateways} />
          <OutboxTable at={at} list={outboxes} />
        </div>
        <div className="grid min-w-0 gap-5">
          <ProcessTable cores={cores} />
          <JobTable at={at} list={jobs} />
        </div>
      </div>
    </ScrolledPage>
  );
}
