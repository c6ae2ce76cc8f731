import type { UserInfo } from "@tidemark/contracts";
import { Avatar } from "@tidemark/kit-ui";
import { cappedText } from "@tidemark/money";
import { Bell, ChevronDown } from "lucide-react";
import { useWidthFrom } from "../../lib/device/use-width.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { Gap } from "./signed-out-bar.tsx";
import { LazyPopup } from "../loading/lazy-popup.tsx";
import { lazyPart } from "../loading/lazy-part.ts";
import { barIconLook, barTextLook } from "../looks.ts";
import { m } from "../shell-messages.ts";
import { From, type ShellSlots, type UnreadMessages } from "../slots.tsx";

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
      <From source={slots.unread}>{(unread) => <BellButton slots={slots} unread={unread} />}</From>
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

/** The bell with how many messages are unread; a number that no bar has room for ends with a plus sign. */
function BellButton({ slots, unread }: { slots: ShellSlots; unread: UnreadMessages | undefined }) {
  const t = useTexts();
  const count = cappedText(String(unread?.count ?? 0));
  const isNew = unread !== undefined && unread.count > 0;
  return (
    <LazyPopup
      part={bellPanel}
      with={{ slots, unread }}
      label={isNew ? t(m.unreadMessages, { count }) : t(m.messages)}
      face={
        <>
          <Bell aria-hidden size={18} strokeWidth={1.75} />
          {isNew && (
            <span
              data-testid="bell-count"
              className="num absolute start-[calc(50%+1px)] top-1 grid h-4 min-w-4 place-items-center rounded-full bg-brand-solid px-1 text-11 leading-none font-semibold whitespace-nowrap text-on-brand ring-2 ring-canvas"
            >
              {count}
            </span>
          )}
        </>
      }
      className={barIconLook}
      testId="bell-button"
    />
  );
}
