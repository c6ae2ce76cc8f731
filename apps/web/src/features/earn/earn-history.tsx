import { Button, EmptyState, Skeleton } from "@tidemark/kit-ui";
import { useInfiniteQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { answerOf } from "../../lib/client/answer.ts";
import { assetText } from "../../lib/format/asset-text.ts";
import { dateText, exactText, utcDayText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { useUser } from "../../session/user.ts";
import { m } from "./earn-messages.ts";
import { dayStart } from "./earn-rules.ts";

/** What was put in, taken out and earned, the newest first. */
export function EarnHistory({ decimalsOf }: { decimalsOf: (asset: string) => number }) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const userId = useUser()?.userId ?? "";
  const { data, isError, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ["own", "earn-history", userId],
    queryFn: ({ signal, pageParam }) => answerOf("earnHistory", pageParam === 0 ? {} : { before: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    meta: { isQuiet: true },
  });
  const rows = data?.pages.flatMap(({ list }) => list);
  return (
    <section className="mt-10" data-testid="earn-history">
      <h2 className="text-16 font-semibold">{t(m.history)}</h2>
      {rows === undefined && <p className="py-4 text-13">{isError ? t(m.failed) : <Skeleton>{t(m.lead)}</Skeleton>}</p>}
      {rows?.length === 0 && (
        <EmptyState
          icon={<History size={24} strokeWidth={1.5} />}
          title={t(m.historyEmpty)}
          hint={t(m.historyEmptyHint)}
        />
      )}
      <ul className="mt-2">
        {rows?.map(({ id, at, asset, cause, amount, day }) => (
          <li
            key={id}
            data-testid="earn-change"
            className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-line py-2.5 text-13"
          >
            <span>
              {cause === "INTEREST" ? t(m.interestOf, { day: utcDayText(dayStart(day)) }) : t(m[cause])}
              <span className="date ms-3 text-12 text-muted">{dateText(at)}</span>
            </span>
            <span className="num font-medium">
              {own(exactText(amount, decimalsOf(asset)))} {assetText(asset)}
            </span>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button className="mt-4" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {t(m.older)}
        </Button>
      )}
    </section>
  );
}
