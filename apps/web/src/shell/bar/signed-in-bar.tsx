import type { UserInfo } from "@tidemark/contracts";
import { Avatar } from "@tidemark/kit-ui";
import { Bell, ChevronDown } from "lucide-react";
import { messagesReadAt, useStored } from "../../lib/storage/choices.ts";
import { useWidthFrom } from "../../lib/device/use-width.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { Gap } from "./signed-out-bar.tsx";
import { LazyPopup } from "../loading/lazy-popup.tsx";
import { lazyPart } from "../loading/lazy-part.ts";
import { barIconLook, barTextLook } from "../looks.ts";
import { hasUnread } from "../message-rules.ts";
import { m } from "../shell-messages.ts";
import { From, type MessageGroups, type ShellSlots } from "../slots.tsx";

const assetsPanel = lazyPart(async () => (await import("../panels/assets-panel.tsx")).AssetsPanel);
const ordersPanel = lazyPart(async () => (await import("../panels/orders-panel.tsx")).OrdersPanel);
const userPanel = lazyPart(async () => (await import("../panels/user-panel.tsx")).UserPanel);
const userDrawer = lazyPart(async () => (await import("../drawers/user-drawer.tsx")).UserDrawer);
const bellPanel = lazyPart(async () => (await import("../panels/bell-panel.tsx")).BellPanel);

/** The bar's buttons for signed-in users. On phones and tablets assets and orders are in the drawer. */
export function SignedInBar({ user, slots }: { user: UserInfo; slots: ShellSlots }) {
  const t = useTexts();
  const isDesktop = useWidthFrom(1024);
  return (
    <>
      {isDesktop && (
        <>
          <LazyPopup
            part={assetsPanel}
            with={{ slots }}
            face={<MenuText texts={t(m.assets)} />}
            className={barTextLook}
            testId="assets-menu"
          />
          <LazyPopup
            part={ordersPanel}
            with={{}}
            face={<MenuText texts={t(m.orders)} />}
            className={barTextLook}
            testId="orders-menu"
          />
          <Gap />
        </>
      )}
      <LazyPopup
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

function MenuText({ texts }: { texts: string }) {
  return (
    <>
      {texts}
      <ChevronDown aria-hidden size={14} />
    </>
  );
}

type BellButtonProps = { userId: string; hasSource: boolean; messages: MessageGroups | undefined };

function BellButton({ userId, hasSource, messages }: BellButtonProps) {
  const t = useTexts();
  const readAt = useStored(messagesReadAt)[userId] ?? {};
  const isNew = messages !== undefined && hasUnread(messages, readAt);
  return (
    <LazyPopup
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
