import type { FundDay } from "@tidemark/contracts";
import { Button, EmptyState, type PageColumn, Pager, PageTable, Skeleton, Tag } from "@tidemark/kit-ui";
import { CalendarDays, Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import { saveCsv } from "../../lib/format/csv-file.ts";
import { isZeroText, shown, signedText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m as lists } from "../../lib/lists/history-list-messages.ts";
import { m } from "./fund-messages.ts";
import { csvOf, dayText } from "./fund-rules.ts";

const daysOfPage = 14;
const sums = ["gained", "covered", "funding", "added", "change"] as const;

export type FundDaysProps = { days: readonly FundDay[] | undefined; asset: string; decimals: number };

/** Each day as a sum: what came, what went, and where that left the balance. */
export function FundDays({ days, asset, decimals }: FundDaysProps) {
  const t = useTexts();
  const [page, setPage] = useState(1);
  const columns: readonly PageColumn[] = [
    { id: "day", label: t(m.day) },
    ...sums.map((id) => ({ id, label: t(m[id]), align: "end" as const })),
    { id: "balance", label: t(m.balance), align: "end" },
    { id: "adl", label: t(m.adl), align: "end" },
  ];
  return (
    <section className="mt-10">
      <div className="flex items-center justify-between gap-4 pb-2">
        <h2 className="text-16 font-semibold">{t(m.days, { asset })}</h2>
        <Button
          size="sm"
          look="ghost"
          isDisabled={days === undefined || days.length === 0}
          onPress={() => saveCsv(csvOf(days ?? []))}
        >
          <Download aria-hidden size={14} />
          {t(m.csv)}
        </Button>
      </div>
      {days === undefined && <Skeleton className="my-6! h-40! w-full">.</Skeleton>}
      {days?.length === 0 && (
        <EmptyState icon={<CalendarDays size={28} />} title={t(m.noDays)} hint={t(m.noDaysHint)} />
      )}
      {days !== undefined && days.length > 0 && (
        <section
          aria-label={t(m.days, { asset })}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling element must be reachable by keyboard
          tabIndex={0}
          className="-mx-(--gutter) overflow-x-auto px-(--gutter) focus-visible:-outline-offset-2"
        >
          <div className="min-w-220">
            <PageTable
              isDense
              label={t(m.days, { asset })}
              columns={columns}
              rows={days.slice((page - 1) * daysOfPage, page * daysOfPage)}
              keyOf={({ at }) => String(at)}
              cellOf={(day, column) => cellOf(day, column, decimals)}
              rowTestId="fund-day"
            />
          </div>
        </section>
      )}
      <Pager
        label={t(lists.pages)}
        previousLabel={t(lists.previousPage)}
        nextLabel={t(lists.nextPage)}
        page={page}
        pageSize={daysOfPage}
        total={days?.length ?? 0}
        onPage={setPage}
      />
    </section>
  );
}

function cellOf(day: FundDay, column: string, decimals: number): ReactNode {
  if (column === "day") return <span className="date whitespace-nowrap">{dayText(day.at)}</span>;
  if (column === "balance") return <span className="num">{shown(day.balance, decimals)}</span>;
  if (column === "adl")
    return day.deleveragings === 0 ? <span className="text-muted">—</span> : <Tag tone="warn">{day.deleveragings}</Tag>;
  const text = day[column as (typeof sums)[number]];
  const tone = column === "change" ? "font-semibold" : isZeroText(text) ? "text-muted" : "";
  return <span className={`num ${tone}`}>{signedText(text, decimals)}</span>;
}
