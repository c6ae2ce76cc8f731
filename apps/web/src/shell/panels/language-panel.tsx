import { useWords } from "../../lib/words.ts";
import { useUser } from "../../session/session.ts";
import type { PanelProps } from "../bar-popup.tsx";
import { Appearance } from "../menus/appearance.tsx";
import { LanguageMenu } from "../menus/language-menu.tsx";
import { m } from "../shell-messages.ts";
import { Panel } from "./panel.tsx";

/** Who has no menu of his own finds the look of the screens here too. */
export function LanguagePanel({ trigger, close }: PanelProps) {
  const t = useWords();
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
