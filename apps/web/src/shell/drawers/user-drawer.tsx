import { Drawer } from "@tidemark/kit-ui";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useUser } from "../../session/session.ts";
import type { PanelProps } from "../loading/lazy-popup.tsx";
import { Logo } from "../logo.tsx";
import { drawerEdge } from "../looks.ts";
import { UserMenu } from "../menus/user-menu.tsx";
import { m as own } from "../menus/menus-messages.ts";
import { m } from "../shell-messages.ts";
import type { ShellSlots } from "../slots.tsx";
import { afterDrawer } from "./after-drawer.ts";

/** The user menu of phones and tablets. */
export function UserDrawer({ slots, close }: { slots: ShellSlots } & PanelProps) {
  const t = useTexts();
  const user = useUser();
  if (user === null) return null;
  return (
    <Drawer
      title={t(m.account)}
      closeLabel={t(own.close)}
      onClose={close}
      head={<Logo className="h-5" />}
      testId="user-drawer"
    >
      <div className={`${drawerEdge} -mt-4`}>
        <UserMenu user={user} slots={slots} close={close} afterClose={(run) => afterDrawer(close, run)} />
      </div>
    </Drawer>
  );
}
