import type { MenuEntry } from "@tidemark/contracts";
import { classNames, Tag } from "@tidemark/kit-ui";
import { ChevronDown } from "lucide-react";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { useWords } from "../lib/words.ts";
import { BarPopup } from "./bar-popup.tsx";
import { later } from "./later.ts";
import { barWordLook } from "./looks.ts";
import { entryAt, fittingCount } from "./menu-rules.ts";
import { hrefOf, PageLink, useHere } from "./page-link.tsx";
import { m } from "./shell-messages.ts";
import { From, type Source } from "./slots.tsx";
import { useEntryWords, useMenu } from "./use-menu.ts";

const linksPanel = later(async () => (await import("./panels/links-panel.tsx")).LinksPanel);

/** Room that the button holding the rest needs, whatever it is called. */
const moreWidthPx = 100;

/** How many of the row's entries fit. It looks again whenever the row or a word in it changes its width. */
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
    // It tells the first widths too, before anything is painted: asking for them here would lay the whole page out once more.
    for (const item of [element, ...element.querySelectorAll("[data-entry]")]) observer.observe(item);
    return () => observer.disconnect();
  }, [row, hasMore, entries]);
  return count;
}

/** The configured menus of the bar. What finds no room moves into the last one. */
export function BarMenus({ apy }: { apy: Source<string> | undefined }) {
  const t = useWords();
  const say = useEntryWords();
  const menu = useMenu("leftMenus");
  const { path } = useHere();
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
        <BarPopup
          part={linksPanel}
          with={{ label: t(m.more), entries: rest }}
          isCurrent={current !== undefined && !entries.slice(0, count).includes(current)}
          face={
            <>
              {say({ id: "more" })}
              <ChevronDown aria-hidden size={14} />
            </>
          }
          className={barWordLook}
          testId="more"
        />
      )}
    </nav>
  );
}

type EntryProps = { entry: MenuEntry; isCurrent: boolean; apy: Source<string> | undefined };

function Entry({ entry, isCurrent, apy }: EntryProps) {
  const say = useEntryWords();
  const words = say(entry, "leftMenus");
  if (entry.entries !== undefined && entry.entries.length > 0)
    return (
      <BarPopup
        part={linksPanel}
        with={{ label: words, entries: entry.entries }}
        isCurrent={isCurrent}
        face={
          <>
            {words}
            <ChevronDown aria-hidden size={14} />
          </>
        }
        className={barWordLook}
      />
    );
  return (
    <PageLink href={hrefOf(entry.path ?? "/")} aria-current={isCurrent ? "page" : undefined} className={barWordLook}>
      {words}
      {entry.tag === "apy" && <ApyTag source={apy} />}
    </PageLink>
  );
}

/** What the entry earns, once somebody knows. */
export function ApyTag({ source }: { source: Source<string> | undefined }) {
  const t = useWords();
  return (
    <From source={source}>
      {(rate) =>
        rate === undefined ? null : (
          <Tag tone="brand">
            <span className="num">{t(m.apy, { rate })}</span>
          </Tag>
        )
      }
    </From>
  );
}
