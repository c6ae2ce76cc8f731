import type { InviteDay } from "@tidemark/contracts";
import { Note } from "@tidemark/kit-ui";
import { cutText } from "@tidemark/money";
import { amountText, sumText } from "../../lib/amount.ts";
import { LineChart } from "../../lib/line-chart.tsx";
import { PlainTable } from "../../lib/plain-table.tsx";
import { useTexts } from "../../lib/texts.ts";
import { dayText } from "../../lib/time.ts";
import { useWatch } from "../../session/watch.ts";
import { m } from "./growth-messages.ts";

const readEveryMs = 30_000;
const days = 30;
const dayMs = 86_400_000;

function Figure({ title, value, note }: { title: string; value: string; note: string }) {
  return (
    <div className="min-w-0">
      <h2 className="text-12 text-muted">{title}</h2>
      <p className="num text-20 leading-6 font-semibold">{value}</p>
      <p className="text-11 text-muted">{note}</p>
    </div>
  );
}

function DayTable({ list }: { list: readonly InviteDay[] }) {
  const t = useTexts();
  return (
    <PlainTable
      title={t(m.byDay)}
      testId="invite-days"
      columns={[
        { title: t(m.day) },
        { title: t(m.earners), isEnd: true },
        { title: t(m.of), isEnd: true },
        { title: t(m.shares), isEnd: true },
        { title: t(m.paidColumn), isEnd: true },
        { title: t(m.unpaid), isEnd: true },
      ]}
      rows={list.map((one) => ({
        id: String(one.day),
        cells: [
          <span key="day" className="num">
            {dayText(one.day * dayMs)}
          </span>,
          one.inviters,
          one.friends,
          one.shares,
          amountText(one.paid),
          amountText(one.unpaid),
        ],
      }))}
    />
  );
}

/** Who came by whom, and the shares of fees that were paid for it. */
export function Invites() {
  const t = useTexts();
  const { data, isPending, problem } = useWatch("inviteReport", { days }, readEveryMs);
  if (isPending) return <div aria-hidden className="h-60 animate-pulse rounded-panel bg-skeleton" />;
  if (data === undefined) return <Note tone="warn">{problem}</Note>;
  // Only drawn, never counted with.
  const points = data.days.map(({ paid }) => Number(paid));
  const withShares = data.days.filter(({ shares }) => shares > 0).toReversed();
  const sum = sumText(data.days.map(({ paid }) => paid));
  return (
    <>
      <div className="grid gap-4 rounded-panel border border-line p-4" data-testid="invite-figures">
        <div className="grid grid-cols-3 gap-4">
          <Figure title={t(m.inviters)} value={data.inviters.toLocaleString("en-US")} note={t(m.allTime)} />
          <Figure title={t(m.friends)} value={data.friends.toLocaleString("en-US")} note={t(m.allTime)} />
          <Figure title={t(m.paid)} value={amountText(cutText(sum, 2))} note={t(m.lastDays, { days })} />
        </div>
        <LineChart label={t(m.course)} points={points} height={64} />
      </div>
      {withShares.length === 0 ? (
        <p className="text-12 text-muted">{t(m.noShares)}</p>
      ) : (
        <>
          <DayTable list={withShares} />
          <PlainTable
            title={t(m.top)}
            testId="invite-top"
            columns={[{ title: t(m.uid) }, { title: t(m.of), isEnd: true }, { title: t(m.paidColumn), isEnd: true }]}
            rows={data.top.map(({ uid, friends, paid }) => ({
              id: String(uid),
              cells: [
                <span key="uid" className="num">
                  {uid}
                </span>,
                friends,
                amountText(paid),
              ],
            }))}
          />
        </>
      )}
    </>
  );
}
