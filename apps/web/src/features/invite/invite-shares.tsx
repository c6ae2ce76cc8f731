import { assetText } from "../../lib/format/asset-text.ts";
import { utcDayText } from "../../lib/format/number-text.ts";
import { dayStart } from "../../lib/format/utc-days.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { AppendedList } from "../../lib/lists/appended-list.tsx";
import { useAppended } from "../../lib/lists/use-appended.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { useUser } from "../../session/user.ts";
import { m } from "./invite-messages.ts";

/** Every share, with the fees that it is of. */
export function InviteShares() {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const list = useAppended("inviteShares", useUser()?.userId ?? "");
  return (
    <AppendedList
      list={list}
      title={t(m.shares)}
      failedText={t(m.failed)}
      loadingText={t(m.lead)}
      moreText={t(m.older)}
      empty={<p className="border-b border-line py-4 text-13 text-muted">{t(m.noSharesYet)}</p>}
      testId="invite-shares"
    >
      <ul className="mt-2">
        {list.rows?.map(({ id, day, tier, asset, fees, amount, state }) => (
          <li
            key={id}
            data-testid="invite-share-row"
            className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-line py-2.5 text-13"
          >
            <span>
              {t(m.shareOf, { day: utcDayText(dayStart(day)) })}
              <span className="ms-3 text-12 text-muted">{t(tier === 1 ? m.tier1 : m.tier2)}</span>
            </span>
            <span>
              <span className="num font-medium">
                {own(amount)} {assetText(asset)}
              </span>
              <span className="ms-3 text-12 text-muted">
                {t(m.ofFees, { fees: own(fees), asset: assetText(asset) })} · {t(m[state])}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </AppendedList>
  );
}
