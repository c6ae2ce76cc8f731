import { type ComponentState, statusDays, type SystemStatus } from "@tidemark/contracts";
import { Button, classNames, EmptyState, Note, Skeleton } from "@tidemark/kit-ui";
import { group } from "@tidemark/money";
import { useQuery } from "@tanstack/react-query";
import { CloudOff } from "lucide-react";
import { answerOf } from "../../lib/client/answer.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { StatusIncidents } from "./status-incidents.tsx";
import { stateLooks, StatusLines } from "./status-lines.tsx";
import { m } from "./status-messages.ts";
import { overallOf, utcClockText } from "./status-text.ts";

const askEveryMs = 10_000;

const headlines = {
  OPERATIONAL: m.allWork,
  DEGRADED: m.someLimited,
  HALTED: m.someLimited,
  DOWN: m.someDown,
  NOT_MEASURED: m.noneMeasured,
} as const satisfies Record<ComponentState, unknown>;

const legend = [
  ["OPERATIONAL", m.worked],
  ["DEGRADED", m.partly],
  ["DOWN", m.haltedOrDown],
  ["NOT_MEASURED", m.notMeasured],
] as const;

/** Tenths say something about small rates only. */
const rateText = (rate: number): string => String(rate < 100 ? rate : Math.round(rate));

function Headline({ status }: { status: SystemStatus | undefined }) {
  const t = useTexts();
  const overall = overallOf(status?.components ?? []);
  const measuredAt = status?.measuredAt ?? null;
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 pt-8 pb-5" data-testid="overall">
      {status === undefined ? (
        <p className="text-20 leading-7 font-semibold">
          <Skeleton>{t(m.allWork)}</Skeleton>
        </p>
      ) : (
        <>
          <p className="flex items-baseline gap-3 text-20 leading-7 font-semibold">
            <span
              aria-hidden
              className={classNames(
                "size-2.5 flex-none rounded-full",
                overall === "OPERATIONAL" ? "bg-brand" : stateLooks[overall],
              )}
            />
            {t(headlines[overall])}
          </p>
          {measuredAt !== null && (
            <p className="text-13 tabular-nums text-muted">{t(m.measured, { time: utcClockText(measuredAt) })}</p>
          )}
        </>
      )}
    </div>
  );
}

function Figures({ figures }: { figures: SystemStatus["figures"] | undefined }) {
  const t = useTexts();
  const answerMs = figures?.answerMs ?? null;
  const list = [
    { label: t(m.answer), value: answerMs === null ? "–" : `${group(String(answerMs))} ms`, hint: t(m.answerHint) },
    { label: t(m.requests), value: group(rateText(figures?.requestsPerSecond ?? 0)), hint: t(m.requestsHint) },
    { label: t(m.sockets), value: group(String(figures?.sockets ?? 0)), hint: t(m.socketsHint) },
  ];
  return (
    <dl className="grid gap-y-4 w768:grid-cols-3" data-testid="figures">
      {list.map(({ label, value, hint }) => (
        <div
          key={label}
          className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-line w768:block w768:border-s w768:px-5 w768:first:border-s-0 w768:first:ps-0"
        >
          <dt className="text-13 text-muted">{label}</dt>
          <dd className="text-end text-16 leading-7 font-semibold whitespace-nowrap w768:text-start w768:text-20">
            {figures === undefined ? <Skeleton>1,240</Skeleton> : <span className="num">{value}</span>}
          </dd>
          <dd className="col-span-full text-12 text-muted">{hint}</dd>
        </div>
      ))}
    </dl>
  );
}

function LinesSkeleton() {
  const t = useTexts();
  return (
    <ul aria-hidden>
      {[m.SPOT, m.DERIVATIVES, m.MARKET_DATA, m.ACCOUNT, m.MESSAGES, m.API].map((name) => (
        <li key={name.id} className="border-b border-line py-4.5 text-14">
          <Skeleton>{t(name)}</Skeleton>
        </li>
      ))}
    </ul>
  );
}

/** What works and what does not, as the services measure it, with the last ninety days. */
export function StatusPage() {
  const t = useTexts();
  const { data, isError, refetch } = useQuery({
    queryKey: ["public", "systemStatus"],
    queryFn: ({ signal }) => answerOf("systemStatus", {}, signal),
    refetchInterval: askEveryMs,
    meta: { isQuiet: true },
    retry: 1,
  });
  return (
    <main className="wrap pt-8 pb-20" data-testid="status">
      <h1 className="text-28 leading-9 font-semibold tracking-[-0.025em]">{t(m.title)}</h1>
      <p className="mt-1 max-w-[60ch] text-14 text-pretty text-muted">{t(m.lead)}</p>
      {data === undefined && isError ? (
        <EmptyState icon={<CloudOff aria-hidden size={24} />} title={t(m.unreachable)} hint={t(m.unreachableHint)}>
          <Button onPress={() => void refetch()}>{t(m.again)}</Button>
        </EmptyState>
      ) : (
        <>
          {isError && (
            <div className="mt-6">
              <Note tone="warn">{t(m.unreachableNow)}</Note>
            </div>
          )}
          <Headline status={data} />
          <Figures figures={data?.figures} />
          <section className="mt-10" aria-labelledby="status-days">
            <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 border-b border-line pb-3">
              <h2 id="status-days" className="text-16 font-semibold">
                {t(m.days, { count: statusDays })}
              </h2>
              <ul className="flex flex-wrap gap-x-4 gap-y-1 text-12 text-muted">
                {legend.map(([state, text]) => (
                  <li key={state} className="flex items-center gap-1.5">
                    <span aria-hidden className={classNames("size-2 flex-none", stateLooks[state])} />
                    {t(text)}
                  </li>
                ))}
              </ul>
            </div>
            {data === undefined ? <LinesSkeleton /> : <StatusLines lines={data.components} at={data.at} />}
            <p className="mt-3 max-w-[76ch] text-12 text-pretty text-muted">{t(m.uptimeHint)}</p>
          </section>
          <section className="mt-10">
            <h2 className="pb-3 text-16 font-semibold">{t(m.happened)}</h2>
            {data === undefined ? (
              <p className="border-t border-line py-5 text-14">
                <Skeleton>{t(m.nothing)}</Skeleton>
              </p>
            ) : (
              <StatusIncidents list={data.incidents} at={data.at} />
            )}
          </section>
        </>
      )}
    </main>
  );
}
