import type { AccountFacts as Facts } from "@tidemark/contracts";
import type { ConsoleAnswer } from "@tidemark/kit-client";
import { Avatar, Button, Note, Tag } from "@tidemark/kit-ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { useEffect, useState } from "react";
import { act } from "../../lib/act.ts";
import { answerOf } from "../../lib/client.ts";
import { KeyHint } from "../../lib/key-hint.tsx";
import { useKeys } from "../../lib/keys.ts";
import { PageLoading } from "../../lib/page-loading.tsx";
import { ReasonDialog } from "../../lib/reason-dialog.tsx";
import { useTexts } from "../../lib/texts.ts";
import { dayText, timeText } from "../../lib/time.ts";
import { useActProblem } from "../../session/problems.ts";
import { AccountFacts } from "./account-facts.tsx";
import { AccountTimeline } from "./timeline.tsx";
import { m } from "./user-messages.ts";

type Viewed = ConsoleAnswer<"viewAccount">;
const shownMs = 30_000;
/** What another operator approves shows by itself. */
const readEveryMs = 3_000;

/** Personal data of one account: out of the page's memory after 30 seconds, and with the account. */
function useView(uid: number) {
  const queries = useQueryClient();
  const onProblem = useActProblem();
  const [viewed, setViewed] = useState<Viewed>();
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    if (viewed === undefined) return undefined;
    const timer = setTimeout(() => setViewed(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [viewed]);
  const viewing = useMutation({
    mutationFn: (reason: string) => act("viewAccount", { uid, reason }),
    onSuccess(seen) {
      setViewed(seen);
      setAsking(false);
    },
    onError: onProblem,
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ["account", uid] });
      void queries.invalidateQueries({ queryKey: ["timeline", uid] });
    },
  });
  return { viewed, isAsking, setAsking, viewing };
}

function Sessions({ sessions }: Pick<Viewed, "sessions">) {
  const t = useTexts();
  return (
    <ul className="grid gap-1 text-12" data-testid="viewed-sessions" aria-label={t(m.sessions)}>
      {sessions.map(({ ip, country, agent, isApp, openedAt, seenAt }) => (
        <li key={`${openedAt} ${ip}`} className="flex flex-wrap gap-x-3 text-muted">
          <span className="num text-ink">{ip}</span>
          <span>{country === "" ? "–" : country}</span>
          <span className="min-w-0 truncate">{isApp ? t(m.app) : agent}</span>
          <span className="num">{`${dayText(seenAt)} ${timeText(seenAt)}`}</span>
        </li>
      ))}
    </ul>
  );
}

function Head({ facts }: { facts: Facts }) {
  const t = useTexts();
  const { uid, nickname, isVerifiedTrader, kycLevel, vipLevel, isFrozen, frozenAt, createdAt, views } = facts;
  const { viewed, isAsking, setAsking, viewing } = useView(uid);
  useKeys({ v: () => setAsking(true) });
  const contact = (masked: string, whole: string | undefined): string => {
    const text = whole ?? masked;
    return text === "" ? t(m.none2) : text;
  };
  return (
    <header className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Avatar name={nickname} />
        <h2 className="text-16 font-semibold" data-testid="account-nickname" dir="auto">
          {nickname}
        </h2>
        {isFrozen && (
          <span data-testid="frozen">
            <Tag tone="warn">{`${t(m.frozen)} ${t(m.since, { day: dayText(frozenAt) })}`}</Tag>
          </span>
        )}
        <Tag tone={kycLevel > 0 ? "brand" : "neutral"}>
          {kycLevel > 0 ? t(m.level, { level: kycLevel }) : t(m.unverified)}
        </Tag>
        {isVerifiedTrader && (
          <span data-testid="verified-trader">
            <Tag tone="brand">{t(m.trader)}</Tag>
          </span>
        )}
        {vipLevel > 0 && <Tag>{t(m.vip, { level: vipLevel })}</Tag>}
        <span className="flex-1" />
        <Button look="ghost" size="sm" onPress={() => setAsking(true)} data-testid="show-personal">
          <Eye aria-hidden size={14} />
          {t(m.show)}
          <KeyHint name="V" />
        </Button>
      </div>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-12 text-muted" data-testid="contacts">
        <span className="num">{`${t(m.uid)} ${uid}`}</span>
        <span>{`${t(m.email)} ${contact(facts.email, viewed?.email)}`}</span>
        <span>{`${t(m.phone)} ${contact(facts.phone, viewed?.phone)}`}</span>
        <span>{t(m.since, { day: dayText(createdAt) })}</span>
        <span className="num">{t(m.viewed, { hour: views.hour, mark: views.alarmAbove })}</span>
      </p>
      {views.hour > views.alarmAbove && (
        <Note tone="warn">
          <span data-testid="views-alarm">{t(m.alarm, { hour: views.hour, mark: views.alarmAbove })}</span>
        </Note>
      )}
      {viewed !== undefined && <Sessions sessions={viewed.sessions} />}
      {isAsking && (
        <ReasonDialog
          title={t(m.showTitle, { uid })}
          confirm={t(m.doShow)}
          isPending={viewing.isPending}
          onConfirm={(reason) => viewing.mutate(reason)}
          onClose={() => setAsking(false)}
        >
          <p className="text-12 text-muted">{t(m.showNote)}</p>
        </ReasonDialog>
      )}
    </header>
  );
}

/** One account: who it is behind masks, what happened to it, what holds and what can be done. */
export function AccountView({ uid }: { uid: number }) {
  const account = useQuery({
    queryKey: ["account", uid],
    queryFn: () => answerOf("accountFactsOf", { uid }),
    refetchInterval: readEveryMs,
  });
  if (account.isPending) return <PageLoading />;
  if (account.data === undefined) return <p className="p-5 text-12 text-warn">{account.error.message}</p>;
  return (
    <div
      className="grid h-full min-h-0 grid-cols-[minmax(0,1fr)_280px] w1400:grid-cols-[minmax(0,1fr)_336px]"
      data-testid="account"
    >
      <div className="grid content-start gap-5 overflow-auto p-5">
        <Head facts={account.data} />
        <AccountTimeline uid={uid} />
      </div>
      <aside className="overflow-auto border-s border-line p-5">
        <AccountFacts facts={account.data} />
      </aside>
    </div>
  );
}
