import { type MessageType, messageTypes } from "@tidemark/contracts";
import { Button, buttonClassName, Skeleton, Tabs, Tag } from "@tidemark/kit-ui";
import { Link } from "@tanstack/react-router";
import { BadgeCheck, CheckCheck, SlidersHorizontal } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTexts } from "../../lib/i18n/texts.ts";
import { HistoryList } from "../../lib/lists/history-list.tsx";
import { useList } from "../../lib/lists/use-list.ts";
import { byDay } from "./message-days.ts";
import { useIsVerifiedTrader, useUnread } from "./message-queries.ts";
import { MessageRow } from "./message-row.tsx";
import { m } from "./messages-messages.ts";

const emptyTexts = {
  trader: [m.traderEmpty, m.traderEmptyHint],
  user: [m.userEmpty, m.userEmptyHint],
  system: [m.systemEmpty, m.systemEmptyHint],
} as const;

/** The messages of one type in pages; the shown page follows what arrives and what is read elsewhere. */
function MessageList({ type, version }: { type: MessageType; version: string }) {
  const t = useTexts();
  const list = useList("messageList", { type });
  const before = useRef(version);
  useEffect(() => {
    if (before.current !== "" && before.current !== version) list.refetch();
    before.current = version;
    // oxlint-disable-next-line react/exhaustive-deps -- only a new message or marker asks again
  }, [version]);
  const [title, hint] = emptyTexts[type];
  return (
    <HistoryList list={list} emptyTitle={t(title)} emptyHint={t(hint)}>
      {!list.isKnown && (
        <p className="py-6 text-13">
          <Skeleton>{t(title)}</Skeleton>
        </p>
      )}
      {byDay(list.items).map(({ day, list: rows }) => (
        <section key={day} aria-label={day}>
          <h2 className="num pt-5 pb-1 text-12 font-normal text-muted">{day}</h2>
          <ul>
            {rows.map((message) => (
              <MessageRow key={message.id} message={message} />
            ))}
          </ul>
        </section>
      ))}
    </HistoryList>
  );
}

export type MessagesProps = { type: MessageType; onType: (type: MessageType) => void };

/** A user's messages by type. */
export function Messages({ type, onType }: MessagesProps) {
  const t = useTexts();
  const unread = useUnread();
  const isVerifiedTrader = useIsVerifiedTrader();
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="flex items-center gap-3 text-28 leading-9 font-semibold tracking-[-0.025em] max-w768:text-20">
          {t(m.title)}
          {type === "trader" && isVerifiedTrader && (
            <Tag tone="brand" icon={<BadgeCheck aria-hidden />}>
              {t(m.verifiedTrader)}
            </Tag>
          )}
        </h1>
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            look="quiet"
            isDisabled={unread.of(type) === 0}
            onPress={() => unread.markRead(type)}
            data-testid="messages-read"
          >
            <CheckCheck aria-hidden size={14} />
            {t(m.markAllRead)}
          </Button>
          <Link to="/personal/settings/notifications" className={buttonClassName("ghost", "sm")}>
            <SlidersHorizontal aria-hidden size={14} />
            {t(m.settings)}
          </Link>
        </div>
      </div>
      <Tabs
        isPage
        label={t(m.types)}
        items={messageTypes.map((id) => ({
          id,
          label: t(m[id]),
          ...(unread.of(id) === 0 ? {} : { count: unread.of(id) }),
        }))}
        selected={type}
        onSelect={onType}
        panelId="messages-list"
        className="mt-4"
      />
      <section id="messages-list">
        <MessageList key={type} type={type} version={unread.version} />
      </section>
    </>
  );
}
