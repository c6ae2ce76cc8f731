import { Button, EmptyState, Pager } from "@tidemark/kit-ui";
import { History } from "lucide-react";
import type { ReactNode } from "react";
import { useTexts } from "../i18n/texts.ts";
import { m } from "./history-list-messages.ts";
import type { useList } from "./use-list.ts";

type ListView = Pick<
  ReturnType<typeof useList>,
  "isFailed" | "isEmpty" | "page" | "pageSize" | "total" | "isMore" | "hasNext" | "setPage" | "refetch"
>;

export type HistoryListProps = {
  list: ListView;
  emptyTitle: string;
  emptyHint: string;
  /** The table. */
  children: ReactNode;
};

/** A history in pages: says when it is empty or could not be loaded. */
export function HistoryList({ list, emptyTitle, emptyHint, children }: HistoryListProps) {
  const t = useTexts();
  const icon = <History size={24} strokeWidth={1.5} />;
  if (list.isFailed)
    return (
      <EmptyState icon={icon} title={t(m.failed)} hint="">
        <Button onPress={list.refetch}>{t(m.retry)}</Button>
      </EmptyState>
    );
  if (list.isEmpty) return <EmptyState icon={icon} title={emptyTitle} hint={emptyHint} />;
  return (
    <>
      {children}
      <Pager
        label={t(m.pages)}
        previousLabel={t(m.previousPage)}
        nextLabel={t(m.nextPage)}
        page={list.page}
        pageSize={list.pageSize}
        total={list.total}
        isMore={list.isMore}
        hasNext={list.hasNext}
        onPage={list.setPage}
      />
    </>
  );
}
