import type { AuditRow } from "@tidemark/contracts";
import { Button, classNames, EmptyState, Select, Tag, TextField } from "@tidemark/kit-ui";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Check, Link2, RotateCw, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { answerOf } from "../../lib/client.ts";
import { useRowKeys } from "../../lib/keys.ts";
import { type Translate, useTexts } from "../../lib/texts.ts";
import { timeText } from "../../lib/time.ts";
import { useReadProblem } from "../../session/problems.ts";
import { m } from "./audit-messages.ts";
import { AuditFacts, useActor } from "./audit-row.tsx";

const allActions = "*";
const shortHash = (hash: string): string => `${hash.slice(0, 4)}…`;
const countText = (count: number): string => count.toLocaleString("en-US");

function ChainTag({ t, total, brokenAt }: { t: Translate; total: number; brokenAt: number | null }) {
  return (
    <span data-testid="chain" data-whole={brokenAt === null}>
      {brokenAt === null ? (
        <Tag tone="brand" icon={<Check aria-hidden />}>
          {t(m.whole, { number: countText(total) })}
        </Tag>
      ) : (
        <Tag tone="warn" icon={<TriangleAlert aria-hidden />}>
          {t(m.broken, { number: countText(brokenAt) })}
        </Tag>
      )}
    </span>
  );
}

type RowsProps = { rows: readonly AuditRow[]; selected: number | undefined; onSelect: (number: number) => void };

function AuditRows({ rows, selected, onSelect }: RowsProps) {
  const t = useTexts();
  const actorOf = useActor();
  const head = "h-9 px-2 font-normal text-muted";
  const cell = "h-10 px-2";
  return (
    <table aria-label={t(m.label)} className="w-full border-collapse text-12">
      <thead>
        <tr>
          <th className={classNames(head, "text-end")}>{t(m.row)}</th>
          <th className={classNames(head, "text-start")}>{t(m.time)}</th>
          <th className={classNames(head, "text-start")}>{t(m.who)}</th>
          <th className={classNames(head, "text-start")}>{t(m.what)}</th>
          <th className={classNames(head, "hidden text-start w1200:table-cell")}>{t(m.reason)}</th>
          <th className={classNames(head, "text-start")}>{t(m.hash)}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={row.number}
            data-testid="audit-row"
            aria-selected={row.number === selected}
            className={classNames(
              "cursor-pointer border-t border-line hover:bg-hover",
              row.number === selected && "bg-hover",
            )}
            onClick={() => onSelect(row.number)}
          >
            <td className={classNames(cell, "num text-end text-muted")}>{countText(row.number)}</td>
            <td className={classNames(cell, "num")}>{timeText(row.at)}</td>
            <td className={classNames(cell, "font-semibold whitespace-nowrap")}>{actorOf(row)}</td>
            <td className={classNames(cell, "break-all")}>
              <button type="button" className="cursor-pointer text-start" onClick={() => onSelect(row.number)}>
                {row.action} <b className="font-semibold">{row.subject}</b>
              </button>
            </td>
            <td className={classNames(cell, "hidden text-muted w1200:table-cell")}>{row.reason}</td>
            <td className={classNames(cell, "font-mono text-11 text-muted")}>{shortHash(row.hash)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What operators did, row by row, and whether the log is as it was written. */
export function AuditPage() {
  const t = useTexts();
  const [subject, setSubject] = useState("");
  const [action, setAction] = useState(allActions);
  const [selected, setSelected] = useState<number>();
  const filter = {
    ...(subject.trim() === "" ? {} : { subject: subject.trim() }),
    ...(action === allActions ? {} : { action }),
  };
  const log = useInfiniteQuery({
    queryKey: ["audit", filter],
    queryFn: ({ pageParam }) => answerOf("auditList", { ...filter, ...(pageParam === 0 ? {} : { before: pageParam }) }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    placeholderData: (before) => before,
  });
  const { error } = log;
  useReadProblem(error);
  const rows = log.data?.pages.flatMap(({ list }) => list) ?? [];
  const first = log.data?.pages[0];
  const shown = rows.find(({ number }) => number === selected) ?? rows[0];
  useRowKeys(
    rows.map(({ number }) => number),
    shown?.number,
    setSelected,
  );
  return (
    <div className="grid h-full grid-cols-[minmax(0,1fr)_300px] w1200:grid-cols-[minmax(0,1fr)_320px] w1400:grid-cols-[minmax(0,1fr)_360px]">
      <div className="grid min-h-0 content-start gap-3 overflow-auto p-5">
        <div className="flex flex-wrap items-center gap-3">
          <TextField
            label={t(m.find)}
            isLabelHidden
            placeholder={t(m.find)}
            value={subject}
            onChange={setSubject}
            type="search"
            testId="find"
          />
          <Select
            label={t(m.action)}
            isLabelHidden
            items={[{ id: allActions, label: t(m.all) }, ...(first?.actions ?? []).map((id) => ({ id, label: id }))]}
            selected={action}
            onSelect={setAction}
            testId="action"
          />
          <span className="flex-1" />
          {first !== undefined && <ChainTag t={t} total={first.total} brokenAt={first.brokenAt} />}
          <Button
            look="quiet"
            size="sm"
            onPress={() => void log.refetch()}
            isPending={log.isFetching}
            data-testid="refresh"
          >
            <RotateCw aria-hidden size={14} />
            {t(m.refresh)}
          </Button>
        </div>
        {log.isPending && <div aria-hidden className="h-60 animate-pulse rounded-panel bg-skeleton" />}
        {!log.isPending && rows.length === 0 && (
          <EmptyState
            icon={<Link2 size={24} />}
            title={t(m.none)}
            hint={error === null ? t(m.noneHint) : error.message}
          />
        )}
        {rows.length > 0 && <AuditRows rows={rows} selected={shown?.number} onSelect={setSelected} />}
        {log.hasNextPage && (
          <Button
            look="ghost"
            className="justify-self-center"
            onPress={() => void log.fetchNextPage()}
            data-testid="more"
          >
            {t(m.more)}
          </Button>
        )}
      </div>
      <aside className="overflow-auto border-s border-line p-5">
        {shown !== undefined && <AuditFacts row={shown} />}
      </aside>
    </div>
  );
}
