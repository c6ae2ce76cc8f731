import { EmptyState } from "@tidemark/kit-ui";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { shown, utcDayText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { AppendedList } from "../../lib/lists/appended-list.tsx";
import { useAppended } from "../../lib/lists/use-appended.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { useUser } from "../../session/user.ts";
import { m } from "./invite-messages.ts";

/** Those who came by the own link, with what each has brought. */
export function InviteFriends() {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const [now] = useState(Date.now);
  const list = useAppended("inviteFriends", useUser()?.userId ?? "");
  return (
    <AppendedList
      list={list}
      title={t(m.friends)}
      note={t(m.hidden)}
      failedText={t(m.failed)}
      loadingText={t(m.lead)}
      moreText={t(m.older)}
      empty={
        <EmptyState icon={<UserPlus size={24} strokeWidth={1.5} />} title={t(m.noFriends)} hint={t(m.noFriendsHint)} />
      }
      testId="invite-friends"
    >
      {list.rows !== undefined && list.rows.length > 0 && (
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
            {list.rows.map(({ number, name, joinedAt, endsAt, fees, share }) => (
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
    </AppendedList>
  );
}
