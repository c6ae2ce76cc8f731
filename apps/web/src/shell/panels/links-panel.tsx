import type { MenuEntry } from "@tidemark/contracts";
import type { PanelProps } from "../loading/lazy-popup.tsx";
import { MenuIcon } from "../menus/menu-icon.tsx";
import { isEntryOf } from "../menus/menu-rules.ts";
import { ComingSoonTag } from "../menus/coming-soon-tag.tsx";
import { hrefOf, PageLink, useCurrentPath } from "../page-link.tsx";
import { rowLook } from "../looks.ts";
import { useEntryTexts } from "../menus/use-menu.ts";
import { Panel } from "./panel.tsx";

export type LinksPanelProps = { label: string; entries: readonly MenuEntry[] };

/** The entries below an entry of the bar, and those that found no room in it. */
export function LinksPanel({ label, entries, trigger, close }: LinksPanelProps & PanelProps) {
  const textOf = useEntryTexts();
  const { path: here } = useCurrentPath();
  return (
    <Panel trigger={trigger} close={close} label={label} placement="bottom start" className="w768:w-60">
      <ul className="py-2">
        {entries.map((entry) => (
          <li key={entry.id}>
            <PageLink
              href={hrefOf(entry.path ?? "/")}
              onClick={close}
              aria-current={isEntryOf(entry, here) ? "page" : undefined}
              className={rowLook}
            >
              <MenuIcon id={entry.id} />
              <span className="flex-1">{textOf(entry, "leftMenus")}</span>
              <ComingSoonTag path={entry.path} />
            </PageLink>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
