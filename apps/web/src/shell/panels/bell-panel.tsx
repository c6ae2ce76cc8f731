import type { MenuEntry } from "@tidemark/contracts";
import { EmptyState, Skeleton } from "@tidemark/kit-ui";
import { Bell, ChevronRight } from "lucide-react";
import { dateText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { PanelProps } from "../loading/lazy-popup.tsx";
import { linkOf } from "../message-rules.ts";
import { hrefOf, PageLink } from "../page-link.tsx";
import { m as own } from "../menus/menus-messages.ts";
import { m } from "../shell-messages.ts";
import { type BarMessage, From, type MessageGroups, type ShellSlots, type UnreadMessages } from "../slots.tsx";
import { useEntryTexts, useMenu } from "../menus/use-menu.ts";
import { Panel } from "./panel.tsx";

const shownPerTypeMax = 3;

export type BellPanelProps = { slots: ShellSlots; unread: UnreadMessages | undefined };

/** The user's messages by type. */
export function BellPanel({ slots, unread, trigger, close }: BellPanelProps & PanelProps) {
  const t = useTexts();
  return (
    <Panel trigger={trigger} close={close} label={t(m.messages)} className="w768:w-90" testId="bell">
      <header className="flex min-h-12 items-center justify-between gap-4 border-b border-line px-(--row-pad)">
        <h2 className="font-semibold">{t(m.messages)}</h2>
        {unread !== undefined && unread.count > 0 && (
          <button
            type="button"
            onClick={unread.markRead}
            data-testid="bell-read"
            className="rounded-control text-12 font-medium text-brand underline-offset-3 hover:underline"
          >
            {t(own.markAllRead)}
          </button>
        )}
      </header>
      <From source={slots.messages}>
        {(messages) => <Groups hasSource={slots.messages !== undefined} messages={messages} close={close} />}
      </From>
    </Panel>
  );
}

type GroupsProps = { hasSource: boolean; messages: MessageGroups | undefined; close: () => void };

function Groups({ hasSource, messages, close }: GroupsProps) {
  const t = useTexts();
  const types = useMenu("messages");
  const isEmpty = messages === undefined ? !hasSource : Object.values(messages).every((list) => list.length === 0);
  return (
    <>
      {isEmpty && <EmptyState icon={<Bell size={24} />} title={t(own.noMessages)} hint={t(own.noMessagesHint)} />}
      {!isEmpty && messages === undefined && <Loading />}
      {types.map((type) => (
        <Group key={type.id} type={type} list={messages?.[type.id] ?? []} close={close} />
      ))}
    </>
  );
}

function Loading() {
  return (
    <div className="grid gap-4 px-(--row-pad) py-4 text-13">
      <Skeleton>BTC/USDT long closed by take profit</Skeleton>
      <Skeleton>Deposit credited</Skeleton>
    </div>
  );
}

type GroupProps = { type: MenuEntry; list: readonly BarMessage[]; close: () => void };

function Group({ type, list, close }: GroupProps) {
  const textOf = useEntryTexts();
  const page = type.path ?? `/personal/message/${type.id}`;
  return (
    <section aria-label={textOf(type, "messages")} className="border-t border-line first-of-type:border-t-0">
      <PageLink
        href={hrefOf(page)}
        onClick={close}
        className="flex min-h-10 items-center justify-between gap-3 px-(--row-pad) text-13 font-medium text-muted transition-colors hover:bg-hover hover:text-ink focus-visible:-outline-offset-2 max-w768:min-h-11"
      >
        {textOf(type, "messages")}
        <ChevronRight aria-hidden size={14} className="flip" />
      </PageLink>
      {list.length > 0 && (
        <ul className="pb-2">
          {list.slice(0, shownPerTypeMax).map((message) => (
            <li key={message.id}>
              <Message message={message} href={hrefOf(linkOf(message, page))} close={close} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type MessageProps = { message: BarMessage; href: string; close: () => void };

function Message({ message, href, close }: MessageProps) {
  const t = useTexts();
  return (
    <PageLink
      href={href}
      onClick={close}
      className="grid grid-cols-[6px_1fr] gap-x-2.5 px-(--row-pad) py-2 transition-colors hover:bg-hover focus-visible:-outline-offset-2"
    >
      <span className="flex h-[1lh] items-center text-13">
        {message.isUnread && (
          <span className="size-1.5 rounded-full bg-brand">
            <span className="sr-only">{t(own.unread)}</span>
          </span>
        )}
      </span>
      <span className="min-w-0 text-13">{message.title}</span>
      <time className="date col-start-2 text-12 text-muted">{dateText(message.createTime)}</time>
    </PageLink>
  );
}
