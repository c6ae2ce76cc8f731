import type { PanelProps } from "../loading/lazy-popup.tsx";
import { AssetsMenu } from "../menus/assets-menu.tsx";
import { m } from "../shell-messages.ts";
import type { ShellSlots } from "../slots.tsx";
import { useTexts } from "../../lib/i18n/texts.ts";
import { Panel } from "./panel.tsx";

export function AssetsPanel({ slots, trigger, close }: { slots: ShellSlots } & PanelProps) {
  const t = useTexts();
  return (
    <Panel trigger={trigger} close={close} label={t(m.assets)} placement="bottom" className="w768:w-80" testId="assets">
      <AssetsMenu slots={slots} close={close} />
    </Panel>
  );
}
