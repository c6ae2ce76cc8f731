import type { MenuEntry } from "@tidemark/contracts";
import { classNames } from "@tidemark/kit-ui";
import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { rowLook } from "../looks.ts";
import { ComingSoonTag } from "../menus/coming-soon-tag.tsx";
import { hrefOf, PageLink, useCurrentPath } from "../page-link.tsx";
import type { EntryTextOf } from "../menus/use-menu.ts";

type FoldGroup = { title?: string; entries: readonly MenuEntry[]; textOf: EntryTextOf };
type DrawerFoldProps = { icon: ReactNode; title: string; groups: readonly FoldGroup[]; close: () => void };

/** A row of the drawer that unfolds into the entries below it. */
export function DrawerFold({ icon, title, groups, close }: DrawerFoldProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { path, search } = useCurrentPath();
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className={rowLook}
      >
        {icon}
        <span className="flex-1">{title}</span>
        <ChevronDown
          aria-hidden
          size={16}
          className={classNames("flex-none text-muted transition-transform", isOpen && "rotate-180")}
        />
      </button>
      <div id={id} hidden={!isOpen} className="pb-1">
        {groups.map((group) => (
          <div key={group.title ?? ""}>
            {group.title !== undefined && (
              <h3 className="ps-[calc(var(--row-pad)+28px)] pt-2 text-12 text-muted">
                {group.title}
                <ComingSoonTag path={group.entries[0]?.path} />
              </h3>
            )}
            <ul>
              {group.entries.map((entry) => (
                <li key={entry.id}>
                  <PageLink
                    href={hrefOf(entry.path ?? "/")}
                    onClick={close}
                    aria-current={entry.path === path + search ? "page" : undefined}
                    className={classNames(rowLook, "ps-[calc(var(--row-pad)+28px)]! text-13!")}
                  >
                    <span className="flex-1">{group.textOf(entry)}</span>
                    {group.title === undefined && <ComingSoonTag path={entry.path} />}
                  </PageLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </>
  );
}
