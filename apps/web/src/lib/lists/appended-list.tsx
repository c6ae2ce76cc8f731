import { Button, Skeleton } from "@tidemark/kit-ui";
import type { ReactNode } from "react";
import type { appendedOf } from "./use-appended.ts";

type AppendedListProps = {
  list: Pick<ReturnType<typeof appendedOf>, "rows" | "isFailed" | "hasMore" | "loadMore" | "isLoadingMore">;
  title: string;
  /** Beside the title. */
  note?: string;
  failedText: string;
  /** As long as what will stand there. */
  loadingText: string;
  moreText: string;
  /** Shown where there are no rows. */
  empty: ReactNode;
  testId: string;
  children: ReactNode;
};

/** The section of a list to whose end older rows are appended: its rows, or why there are none. */
export function AppendedList(props: AppendedListProps) {
  const { list, title, note, failedText, loadingText, moreText, empty, testId, children } = props;
  const { rows, isFailed, hasMore, loadMore, isLoadingMore } = list;
  return (
    <section className="mt-10" data-testid={testId}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 className="text-16 font-semibold">{title}</h2>
        {note !== undefined && <p className="text-12 text-muted">{note}</p>}
      </div>
      {rows === undefined && (
        <p className="py-4 text-13">{isFailed ? failedText : <Skeleton>{loadingText}</Skeleton>}</p>
      )}
      {rows?.length === 0 && empty}
      {children}
      {hasMore && (
        <Button className="mt-4" isPending={isLoadingMore} onPress={loadMore}>
          {moreText}
        </Button>
      )}
    </section>
  );
}
