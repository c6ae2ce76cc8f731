import type { ActivityKind } from "@tidemark/contracts";
import { PageTable, Pager, Skeleton } from "@tidemark/kit-ui";
import { CircleAlert } from "lucide-react";
import { dateText } from "../../lib/format/number-text.ts";
import { useList } from "../../lib/lists/use-list.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { kinds, m } from "./activity-messages.ts";
import { SectionHead } from "./section-head.tsx";

/** Events that the user should check. */
const alarming: ReadonlySet<ActivityKind> = new Set(["SIGN_IN_FAILED", "TOKEN_REUSED", "ACCOUNT_FROZEN"]);
const noFilters = {};

/** Security events of the account, newest first. */
export function ActivityList() {
  const t = useTexts();
  const list = useList("activityList", noFilters);
  const rows = list.items.map((row, index) => ({ ...row, key: `${list.page}.${index}` }));
  return (
    <section className="grid gap-3">
      <SectionHead title={t(m.title)} />
      {list.isKnown ? (
        <PageTable
          label={t(m.title)}
          rows={rows}
          keyOf={({ key }) => key}
          isDense
          rowTestId="activity-row"
          columns={[
            { id: "kind", label: t(m.what), className: "w768:w-[52%]" },
            { id: "address", label: t(m.address), className: "max-w768:hidden" },
            { id: "at", label: t(m.when), align: "end", className: "whitespace-nowrap" },
          ]}
          cellOf={({ kind, ip, at }, column) => {
            if (column === "address") return <span className="num text-muted">{ip}</span>;
            if (column === "at") return <span className="num text-muted">{dateText(at)}</span>;
            return (
              <span className="flex items-center gap-1.5">
                {alarming.has(kind) && <CircleAlert aria-hidden size={14} className="flex-none text-warn" />}
                {t(kinds[kind])}
              </span>
            );
          }}
        />
      ) : (
        <div className="py-3 text-13">
          <Skeleton>{"Logged in · 203.0.113.14 · 2026-11-14 19:20:44"}</Skeleton>
        </div>
      )}
      <Pager
        label={t(m.pages)}
        previousLabel={t(m.previous)}
        nextLabel={t(m.next)}
        page={list.page}
        pageSize={list.pageSize}
        total={list.total}
        onPage={list.setPage}
      />
    </section>
  );
}
