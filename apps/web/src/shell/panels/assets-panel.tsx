import type { PanelProps } from "../bar-popup.tsx";
import { AssetsMenu } from "../menus/assets-menu.tsx";
import { m } from "../shell-messages.ts";
import type { ShellSlots } from "../slots.tsx";
import { useWords } from "../../lib/words.ts";
import { Panel } from "./panel.tsx";

export function AssetsPanel({ slots, trigger, close }: { slots: ShellSlots } & PanelProps) {
  const t = useWords();
  return (
    <Panel trigger={trigger} close={close} label={t(m.assets)} placement="bottom" className="w768:w-80" testId="assets">
      <AssetsMenu slots={slots} close={close} />
    </Panel>
  );
}
