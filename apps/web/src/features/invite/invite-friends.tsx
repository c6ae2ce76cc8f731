import { Button, EmptyState, Skeleton } from "@tidemark/kit-ui";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { shown, utcDayText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { m } from "./invite-messages.ts";
import { useInviteFriends } from "./use-invite.ts";

/** Those who came by the own link, with what each has brought. */
export function InviteFriends() {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const [now] = useState(Date.now);
  const { data, isError, fetchNextPage, hasNextPage, isFetchingNextPage } = useInviteFriends();
  const rows = data?.pages.flatMap(({ list }) => list);
  return (
    <section className="mt-10" data-testid="invite-friends">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 className="text-16 font-semibold">{t(m.friends)}</h2>
        <p className="text-12 text-muted">{t(m.hidden)}</p>
      </div>
      {rows === undefined && <p className="py-4 text-13">{isError ? t(m.failed) : <Skeleton>{t(m.lead)}</Skeleton>}</p>}
      {rows?.length === 0 && (
        <EmptyState icon={<UserPlus size={24} strokeWidth={1.5} />} title={t(m.noFriends)} hint={t(m.noFriendsHint)} />
      )}
      {rows !== undefined && rows.length > 0 && (
        <table className="mt-2 w-full text-13">
          <thead>
            <tr className="border-b border-line text-12 text-muted *:py-2 *:font-normal">
              <th className="text-start">{t(m.friend)}</th>
              <th className="text-start max-w768:hidden">{t(m.joined)}</th>
              <th className="text-end max-w768:hidden">{t(m.fees)}</th>
              <th className="text-end">{t(m.yourShare)}</th>
              <th className="text-end">{t(m.ends)}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ number, name, joinedAt, endsAt, fees, share }) => (
              <tr key={number} className="border-b border-line *:py-2.5" data-testid="invite-friend">
                <td className="max-w-40 truncate font-medium">
                  <bdi>{name}</bdi>
                </td>
                <td className="text-muted max-w768:hidden">
                  <span className="date">{utcDayText(joinedAt)}</span>
                </td>
                <td className="text-end max-w768:hidden">
                  <span className="num">{own(shown(fees, 2))}</span>
                </td>
                <td className="text-end">
                  <span className="num">{own(shown(share, 2))}</span>
                </td>
                <td className="text-end text-muted">
                  {endsAt > now ? <span className="date">{utcDayText(endsAt)}</span> : t(m.over)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {hasNextPage && (
        <Button className="mt-4" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {t(m.older)}
        </Button>
      )}
    </section>
  );
}
