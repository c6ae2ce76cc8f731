import { useTexts } from "../../lib/i18n/texts.ts";
import { useUser } from "../../session/session.ts";
import type { PanelProps } from "../loading/lazy-popup.tsx";
import { UserMenu } from "../menus/user-menu.tsx";
import { m } from "../shell-messages.ts";
import type { ShellSlots } from "../slots.tsx";
import { Panel } from "./panel.tsx";

export function UserPanel({ slots, trigger, close }: { slots: ShellSlots } & PanelProps) {
  const t = useTexts();
  const user = useUser();
  if (user === null) return null;
  const afterClose = (run: () => void) => {
    close();
    run();
  };
  return (
    <Panel trigger={trigger} close={close} label={t(m.account)} className="w768:w-80" testId="user">
      <UserMenu user={user} slots={slots} close={close} afterClose={afterClose} />
    </Panel>
  );
}
