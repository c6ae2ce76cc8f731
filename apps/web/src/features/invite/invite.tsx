import { Button, EmptyState, Skeleton } from "@tidemark/kit-ui";
import { UserPlus } from "lucide-react";
import type { ReactNode } from "react";
import { isInApp } from "../../lib/device/native-bridge.ts";
import { shown, shownUnits } from "../../lib/format/number-text.ts";
import { requireUnits } from "../../lib/format/require-units.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { ExplainedList } from "../../lib/lists/explained-list.tsx";
import { FigureRow } from "../../lib/plot/figure-row.tsx";
import { SumChart } from "../../lib/plot/sum-chart.tsx";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { useUser } from "../../session/user.ts";
import { InviteCode } from "./invite-code.tsx";
import { InviteFriends } from "./invite-friends.tsx";
import { m } from "./invite-messages.ts";
import { shareText } from "./invite-rules.ts";
import { InviteShares } from "./invite-shares.tsx";
import { type InviteStatus, useInviteStatus, useInviteTiers } from "./use-invite.ts";

/** The invite programme: the own link, what it brought, from whom, and how a share is counted. */
export function Invite({ signIn }: { signIn: ReactNode }) {
  const user = useUser();
  return (
    <main className="wrap pt-8 pb-20" data-testid="invite">
      {user === null ? <ForVisitors signIn={signIn} /> : <ForUsers />}
    </main>
  );
}

function Head() {
  const t = useTexts();
  const tiers = useInviteTiers();
  const lead = t(m.lead, {
    first: shareText(tiers?.[0]),
    second: shareText(tiers?.[1]),
    days: String(tiers?.[0]?.days ?? "--"),
  });
  return (
    <>
      {!isInApp() && <h1 className="mb-1 text-13 text-muted">{t(m.title)}</h1>}
      <p className="max-w-[18ch] text-40 leading-[1.1] font-semibold tracking-[-0.03em] text-balance max-w768:text-28">
        {t(m.headline)}
      </p>
      <p className="mt-3 max-w-[52ch] text-14 text-pretty text-muted" data-testid="invite-lead">
        {tiers === undefined ? <Skeleton>{lead}</Skeleton> : lead}
      </p>
    </>
  );
}

function ForVisitors({ signIn }: { signIn: ReactNode }) {
  const t = useTexts();
  return (
    <>
      <Head />
      <div className="mt-6 flex flex-wrap items-center gap-4">
        <p className="text-14">{t(m.visitor)}</p>
        {signIn}
      </div>
      <Counting />
    </>
  );
}

function ForUsers() {
  const t = useTexts();
  const { data: status, isError, refetch } = useInviteStatus();
  return (
    <>
      {status === undefined && isError ? (
        <>
          <Head />
          <EmptyState icon={<UserPlus size={24} />} title={t(m.failed)} hint="">
            <Button onPress={() => void refetch()}>{t(m.retry)}</Button>
          </EmptyState>
        </>
      ) : (
        <OwnInvite status={status} />
      )}
      <InviteFriends />
      <Counting />
      <InviteShares />
    </>
  );
}

/** Code, link and what they brought. */
function OwnInvite({ status }: { status: InviteStatus | undefined }) {
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 w1024:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div>
          <Head />
          <div className="mt-6">
            <InviteCode code={status?.code} />
          </div>
        </div>
        <Earned status={status} />
      </div>
      <div className="mt-10">
        <Figures status={status} />
      </div>
    </>
  );
}

function Earned({ status }: { status: InviteStatus | undefined }) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const total = (
    <p className="mt-1 mb-4 text-40 leading-tight font-semibold tracking-[-0.03em]">
      {status === undefined ? (
        <Skeleton>000.00</Skeleton>
      ) : (
        <span className="num" data-testid="invite-earned">
          {own(shown(status.earned, 2))}
        </span>
      )}{" "}
      <span className="text-16 font-normal text-muted">USDT</span>
    </p>
  );
  return (
    <SumChart
      title={t(m.earned)}
      days={status?.days.map(({ day, worth }) => ({ day, units: requireUnits(worth) })) ?? []}
      sumText={(units) => t(m.sum, { amount: own(shownUnits(units, 2)) })}
      rangeLabel={t(m.range)}
      rangeTexts={{
        "30D": t(m.days, { count: 30 }),
        "90D": t(m.days, { count: 90 }),
        "1Y": t(m.days, { count: 365 }),
      }}
      empty={
        <div className="min-w-0">
          <h2 className="text-13 text-muted">{t(m.earned)}</h2>
          {total}
          {status !== undefined && <p className="text-13 text-muted">{t(m.noShares)}</p>}
        </div>
      }
      testId="invite-chart"
    >
      {total}
    </SumChart>
  );
}

function Figures({ status }: { status: InviteStatus | undefined }) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const num = (text: string | undefined): ReactNode =>
    text === undefined ? <Skeleton>000.00</Skeleton> : <span className="num">{text}</span>;
  const amount = (text: string | undefined) => num(text === undefined ? undefined : own(shown(text, 2)));
  const isUncounted = status?.today === "";
  const second = useInviteTiers()?.[1];
  return (
    <FigureRow
      testId="invite-figures"
      figures={[
        {
          label: t(m.friends),
          value: num(status === undefined ? undefined : String(status.friends)),
          hint: t(m.traded, { count: status?.traded ?? 0 }),
        },
        {
          label: t(m.seconds),
          value: num(status === undefined ? undefined : String(status.seconds)),
          hint: t(m.secondsHint, { share: shareText(second) }),
        },
        { label: t(m.yesterday), value: amount(status?.yesterday), hint: t(m.yesterdayHint) },
        {
          label: t(m.next),
          value: isUncounted ? "--" : amount(status?.today),
          hint: t(isUncounted ? m.uncounted : m.nextHint),
        },
      ]}
    />
  );
}

function Counting() {
  const t = useTexts();
  const first = shareText(useInviteTiers()?.[0]);
  return (
    <ExplainedList
      title={t(m.counting)}
      parts={[
        [t(m.theyTrade), t(m.theyTradeText)],
        [t(m.wePay), t(m.wePayText, { first })],
        [t(m.youGet), t(m.youGetText)],
        [t(m.rules), t(m.rulesText)],
      ]}
    />
  );
}
