import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { classNames } from "../theme/class-names.ts";

export type TabItem<Id extends string> = { id: Id; label: ReactNode; count?: number };
export type TabsProps<Id extends string> = {
  label: string;
  items: readonly TabItem<Id>[];
  selected: Id;
  onSelect: (id: Id) => void;
  className?: string;
  gap?: "tight" | "wide";
  /** As the head of a page: 14 px, a line below, and overflow scrolls. */
  isPage?: boolean;
  /** The id of the element that `selected` fills. */
  panelId?: string;
};

/**
 * Text tabs with an underline: the header of every panel. The panel's body is outside and follows `selected`. One tab stop; arrows move in
 * reading direction and select, Home and End go to the ends (the tabs pattern of the ARIA guide).
 */
export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const { label, items, selected, onSelect, className, gap = "wide", isPage = false, panelId } = props;
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const at = items.findIndex(({ id }) => id === selected);
    const forward = getComputedStyle(list.current!).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    const to =
      event.key === "Home"
        ? 0
        : event.key === "End"
          ? items.length - 1
          : event.key === "ArrowLeft" || event.key === "ArrowRight"
            ? (at + (event.key === forward ? 1 : -1) + items.length) % items.length
            : undefined;
    if (to === undefined) return;
    event.preventDefault();
    onSelect(items[to]!.id);
    list.current!.querySelectorAll<HTMLElement>("[role=tab]")[to]?.focus();
  };
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      className={classNames(
        "flex min-w-0 items-stretch",
        isPage
          ? "gap-6 overflow-x-auto overflow-y-hidden border-b border-line text-14 [scrollbar-width:none] max-w768:fade-end"
          : gap === "wide"
            ? "gap-5"
            : "gap-3.5",
        className,
      )}
    >
      {items.map((item) => {
        const isSelected = item.id === selected;
        return (
          <button
            key={item.id}
            type="button"
            role="tab"
            aria-selected={isSelected}
            aria-controls={isSelected ? panelId : undefined}
            tabIndex={isSelected ? 0 : -1}
            onClick={() => onSelect(item.id)}
            onKeyDown={move}
            className={classNames(
              "relative inline-flex items-center gap-1.5 font-medium whitespace-nowrap transition-colors hover:text-ink focus-visible:-outline-offset-2",
              "after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-[1px]",
              isSelected ? "text-ink after:bg-brand" : "text-muted",
              isPage && "py-3",
            )}
          >
            {item.label}
            {item.count !== undefined && item.count > 0 && (
              <span
                className={classNames(
                  "num",
                  isPage
                    ? "text-12 font-normal text-muted"
                    : "min-w-4.5 rounded-[9px] px-1.5 text-center text-11 leading-4",
                  !isPage && (isSelected ? "bg-line-strong text-ink" : "bg-hover text-muted"),
                )}
              >
                {item.count}
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}
