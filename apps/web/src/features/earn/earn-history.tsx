import { EmptyState } from "@tidemark/kit-ui";
import { History } from "lucide-react";
import { assetText } from "../../lib/format/asset-text.ts";
import { dateText, exactText, utcDayText } from "../../lib/format/number-text.ts";
import { dayStart } from "../../lib/format/utc-days.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { AppendedList } from "../../lib/lists/appended-list.tsx";
import { useAppended } from "../../lib/lists/use-appended.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { useUser } from "../../session/user.ts";
import { m } from "./earn-messages.ts";

/** What was put in, taken out and earned, the newest first. */
export function EarnHistory({ decimalsOf }: { decimalsOf: (asset: string) => number }) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const list = useAppended("earnHistory", useUser()?.userId ?? "");
  return (
    <AppendedList
      list={list}
      title={t(m.history)}
      failedText={t(m.failed)}
      loadingText={t(m.lead)}
      moreText={t(m.older)}
      empty={
        <EmptyState
          icon={<History size={24} strokeWidth={1.5} />}
          title={t(m.historyEmpty)}
          hint={t(m.historyEmptyHint)}
        />
      }
      testId="earn-history"
    >
      <ul className="mt-2">
        {list.rows?.map(({ id, at, asset, cause, amount, day }) => (
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
    </AppendedList>
  );
}
