import type { UserInfo } from "@tidemark/contracts";
import { Avatar } from "@tidemark/kit-ui";
import { Bell, ChevronDown } from "lucide-react";
import { messagesReadAt, useStored } from "../lib/choices.ts";
import { useWidthFrom } from "../lib/use-width.ts";
import { useWords } from "../lib/words.ts";
import { Gap } from "./bar-guest.tsx";
import { BarPopup } from "./bar-popup.tsx";
import { later } from "./later.ts";
import { barIconLook, barWordLook } from "./looks.ts";
import { hasUnread } from "./message-rules.ts";
import { m } from "./shell-messages.ts";
import { From, type MessageGroups, type ShellSlots } from "./slots.tsx";

const assetsPanel = later(async () => (await import("./panels/assets-panel.tsx")).AssetsPanel);
const ordersPanel = later(async () => (await import("./panels/orders-panel.tsx")).OrdersPanel);
const userPanel = later(async () => (await import("./panels/user-panel.tsx")).UserPanel);
const userDrawer = later(async () => (await import("./drawers/user-drawer.tsx")).UserDrawer);
const bellPanel = later(async () => (await import("./panels/bell-panel.tsx")).BellPanel);

/** What the bar offers to who is logged in. On phones and tablets assets and orders are in the drawer. */
export function Member({ user, slots }: { user: UserInfo; slots: ShellSlots }) {
  const t = useWords();
  const isDesktop = useWidthFrom(1024);
  return (
    <>
      {isDesktop && (
        <>
          <BarPopup
            part={assetsPanel}
            with={{ slots }}
            face={<Word words={t(m.assets)} />}
            className={barWordLook}
            testId="assets-menu"
          />
          <BarPopup
            part={ordersPanel}
            with={{}}
            face={<Word words={t(m.orders)} />}
            className={barWordLook}
            testId="orders-menu"
          />
          <Gap />
        </>
      )}
      <BarPopup
        part={isDesktop ? userPanel : userDrawer}
        with={{ slots }}
        label={t(m.account)}
        face={<Avatar name={user.currentNickName || user.loginId} />}
        className={barIconLook}
        testId="account-menu"
      />
      <From source={slots.messages}>
        {(messages) => <BellButton userId={user.userId} hasSource={slots.messages !== undefined} messages={messages} />}
      </From>
    </>
  );
}

function Word({ words }: { words: string }) {
  return (
    <>
      {words}
      <ChevronDown aria-hidden size={14} />
    </>
  );
}

type BellButtonProps = { userId: string; hasSource: boolean; messages: MessageGroups | undefined };

function BellButton({ userId, hasSource, messages }: BellButtonProps) {
  const t = useWords();
  const readAt = useStored(messagesReadAt)[userId] ?? {};
  const isNew = messages !== undefined && hasUnread(messages, readAt);
  return (
    <BarPopup
      part={bellPanel}
      with={{ userId, hasSource, messages }}
      label={t(isNew ? m.unreadMessages : m.messages)}
      face={
        <>
          <Bell aria-hidden size={18} strokeWidth={1.75} />
          {isNew && <i className="absolute end-2 top-2 size-1.75 rounded-full bg-brand ring-2 ring-canvas" />}
        </>
      }
      className={barIconLook}
      testId="bell-button"
    />
  );
}
