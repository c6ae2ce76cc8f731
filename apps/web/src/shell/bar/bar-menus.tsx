import type { MenuEntry } from "@tidemark/contracts";
import { classNames } from "@tidemark/kit-ui";
import { ChevronDown } from "lucide-react";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { useTexts } from "../../lib/i18n/texts.ts";
import { LazyPopup } from "../loading/lazy-popup.tsx";
import { lazyPart } from "../loading/lazy-part.ts";
import { barTextLook } from "../looks.ts";
import { ApyTag } from "../menus/apy-tag.tsx";
import { entryAt, fittingCount } from "../menus/menu-rules.ts";
import { ComingSoonTag } from "../menus/coming-soon-tag.tsx";
import { hrefOf, PageLink, useCurrentPath } from "../page-link.tsx";
import { m } from "../shell-messages.ts";
import type { Source } from "../slots.tsx";
import { useEntryTexts, useMenu } from "../menus/use-menu.ts";

const linksPanel = lazyPart(async () => (await import("../panels/links-panel.tsx")).LinksPanel);

/** Width reserved for the button of the remaining entries, whatever its text. */
const moreWidthPx = 100;

/** How many entries fit. Measured again whenever the row or an entry changes its width. */
function useFitting(row: RefObject<HTMLElement | null>, hasMore: boolean, entries: readonly MenuEntry[]): number {
  const [count, setCount] = useState(entries.length);
  useLayoutEffect(() => {
    const element = row.current;
    if (element === null) return;
    const look = () => {
      const items = [...element.querySelectorAll<HTMLElement>("[data-entry]")];
      const widths = items.map((item) => item.offsetWidth + 2);
      if (element.offsetWidth > 0) setCount(fittingCount(widths, element.offsetWidth, moreWidthPx, hasMore));
    };
    const observer = new ResizeObserver(look);
    // The observer also reports the first widths, before the first paint; measuring here would cost another layout.
    for (const item of [element, ...element.querySelectorAll("[data-entry]")]) observer.observe(item);
    return () => observer.disconnect();
  }, [row, hasMore, entries]);
  return count;
}

/** The configured menus of the bar. Entries that do not fit move into the last menu. */
export function BarMenus({ apy }: { apy: Source<string> | undefined }) {
  const t = useTexts();
  const textOf = useEntryTexts();
  const menu = useMenu("leftMenus");
  const { path } = useCurrentPath();
  const row = useRef<HTMLElement>(null);
  const own = menu.find(({ id }) => id === "more")?.entries ?? [];
  const entries = menu.filter(({ id }) => id !== "more");
  const count = useFitting(row, own.length > 0, menu);
  const current = entryAt(menu, path);
  const rest = [
    ...entries.slice(count).flatMap((entry) => (entry.path === undefined ? (entry.entries ?? []) : entry)),
    ...own,
  ];
  return (
    <nav
      ref={row}
      aria-label={t(m.navigation)}
      className="relative flex min-w-0 flex-1 gap-0.5 overflow-clip [overflow-clip-margin:4px] max-w1024:hidden"
    >
      {entries.map((entry, index) => (
        <span
          key={entry.id}
          data-entry
          className={classNames("flex-none", index >= count && "pointer-events-none invisible absolute")}
        >
          <Entry entry={entry} isCurrent={entry === current} apy={apy} />
        </span>
      ))}
      {rest.length > 0 && (
        <LazyPopup
          part={linksPanel}
          with={{ label: t(m.more), entries: rest }}
          isCurrent={current !== undefined && !entries.slice(0, count).includes(current)}
          face={
            <>
              {textOf({ id: "more" })}
              <ChevronDown aria-hidden size={14} />
            </>
          }
          className={barTextLook}
          testId="more"
        />
      )}
    </nav>
  );
}

type EntryProps = { entry: MenuEntry; isCurrent: boolean; apy: Source<string> | undefined };

function Entry({ entry, isCurrent, apy }: EntryProps) {
  const textOf = useEntryTexts();
  const texts = textOf(entry, "leftMenus");
  if (entry.entries !== undefined && entry.entries.length > 0)
    return (
      <LazyPopup
        part={linksPanel}
        with={{ label: texts, entries: entry.entries }}
        isCurrent={isCurrent}
        face={
          <>
            {texts}
            <ChevronDown aria-hidden size={14} />
          </>
        }
        className={barTextLook}
      />
    );
  return (
    <PageLink href={hrefOf(entry.path ?? "/")} aria-current={isCurrent ? "page" : undefined} className={barTextLook}>
      {texts}
      {entry.tag === "apy" && <ApyTag source={apy} />}
      <ComingSoonTag path={entry.path} isDot />
    </PageLink>
  );
}
