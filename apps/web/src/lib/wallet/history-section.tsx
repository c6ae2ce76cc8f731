import { Button, EmptyState, Skeleton } from "@tidemark/kit-ui";
import { History } from "lucide-react";
import type { ReactNode } from "react";
import { useTexts } from "../i18n/texts.ts";
import { LoadFailed } from "./load-failed.tsx";
import { m } from "./wallet-messages.ts";

/** What a list that is loaded page by page says beside its rows. */
export type HistoryState = {
  isFailed: boolean;
  onRetry: () => void;
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
};

type HistorySectionProps = HistoryState & {
  title: string;
  failed: string;
  empty: string;
  emptyHint: string;
  /** How many rows there are; undefined until loaded. */
  count: number | undefined;
  /** The table, where there are rows. */
  children: ReactNode;
};

/** The history below a page about coins: its table, or why there is none. */
export function HistorySection(props: HistorySectionProps) {
  const { title, failed, empty, emptyHint, count, isFailed, onRetry, hasMore, isLoadingMore, onMore, children } = props;
  const t = useTexts();
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2 pt-8">
      <h2 className="text-16 font-semibold tracking-[-0.01em]">{title}</h2>
      {isFailed ? (
        <LoadFailed text={failed} onRetry={onRetry} />
      ) : count === undefined ? (
        <Skeleton className="h-40! w-full">.</Skeleton>
      ) : count === 0 ? (
        <EmptyState icon={<History size={24} strokeWidth={1.5} />} title={empty} hint={emptyHint} />
      ) : (
        children
      )}
      {hasMore && (
        <div>
          <Button look="ghost" size="sm" isPending={isLoadingMore} onPress={onMore}>
            {t(m.more)}
          </Button>
        </div>
      )}
    </section>
  );
}
