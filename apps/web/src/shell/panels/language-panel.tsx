import { useTexts } from "../../lib/i18n/texts.ts";
import { useUser } from "../../session/session.ts";
import type { PanelProps } from "../loading/lazy-popup.tsx";
import { Appearance } from "../menus/appearance.tsx";
import { LanguageMenu } from "../menus/language-menu.tsx";
import { m } from "../shell-messages.ts";
import { Panel } from "./panel.tsx";

/** Signed-out users have no user menu, so the display settings are here for them. */
export function LanguagePanel({ trigger, close }: PanelProps) {
  const t = useTexts();
  const user = useUser();
  return (
    <Panel trigger={trigger} close={close} label={t(m.language)} className="w768:w-110" testId="language">
      <LanguageMenu close={close} />
      {user === null && (
        <div className="border-t border-line py-2">
          <Appearance />
        </div>
      )}
    </Panel>
  );
}
