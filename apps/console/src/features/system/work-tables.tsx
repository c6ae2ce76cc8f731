import type { SystemJob, SystemOutbox } from "@tidemark/contracts";
import { type Translate, useTexts } from "../../lib/texts.ts";
import { timeText } from "../../lib/time.ts";
import { PlainTable } from "../../lib/plain-table.tsx";
import { m } from "./system-messages.ts";

const oldestWarnMs = 10_000;
const minuteMs = 60_000;

const durationOf = (t: Translate, ms: number): string =>
  ms < 2 * minuteMs
    ? t(m.seconds, { count: Math.round(ms / 1_000) })
    : t(m.minutes, { count: Math.round(ms / minuteMs) });

/** Commands on their way to a core: those that wait long, and those that it refused, are amber. */
export function OutboxTable({ at, list }: { at: number; list: readonly SystemOutbox[] }) {
  const t = useTexts();
  return (
    <PlainTable
      title={t(m.outboxes)}
      testId="outboxes"
      columns={[
        { title: t(m.queue) },
        { title: t(m.waiting), isEnd: true },
        { title: t(m.oldest), isEnd: true },
        { title: t(m.refused), isEnd: true },
      ]}
      rows={list.map(({ name, waiting, oldestAt, refused }) => ({
        id: name,
        cells: [
          name,
          waiting,
          oldestAt === null ? (
            "–"
          ) : (
            <span key="oldest" className={at - oldestAt > oldestWarnMs ? "text-warn" : ""}>
              {durationOf(t, at - oldestAt)}
            </span>
          ),
          <span key="refused" className={refused > 0 ? "text-warn" : ""}>
            {refused}
          </span>,
        ],
      }))}
    />
  );
}

export function JobTable({ at, list }: { at: number; list: readonly SystemJob[] }) {
  const t = useTexts();
  /** A run that is late by more than its interval. */
  const isLate = ({ lastAt, everyMs }: SystemJob): boolean => lastAt !== null && at - lastAt > 2 * everyMs + minuteMs;
  return (
    <PlainTable
      title={t(m.jobs)}
      testId="jobs"
      columns={[
        { title: t(m.job) },
        { title: t(m.every), isEnd: true },
        { title: t(m.last), isEnd: true },
        { title: t(m.took), isEnd: true },
        { title: t(m.failed), isEnd: true },
      ]}
      rows={list.map((job) => ({
        id: job.name,
        cells: [
          job.name,
          durationOf(t, job.everyMs),
          <span key="last" className={isLate(job) ? "text-warn" : "text-muted"}>
            {job.lastAt === null ? t(m.never) : timeText(job.lastAt)}
          </span>,
          job.lastAt === null ? "–" : `${job.lastMs} ${t(m.ms)}`,
          <span key="failed" className={job.failures > 0 ? "text-warn" : ""}>
            {job.failures}
          </span>,
        ],
      }))}
    />
  );
}
