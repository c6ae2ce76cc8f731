import { ChevronDown } from "lucide-react";
import { classNames } from "../class-names.ts";
import { openedLater } from "../layers/opened-later.tsx";
import type { SelectListProps } from "./select-list.tsx";

export type SelectProps<Id extends string> = {
  label: string;
  items: readonly { id: Id; label: string }[];
  selected: Id;
  onSelect: (id: Id) => void;
  /** `inline` is a word with an arrow; `field` is as wide and high as an input. */
  size?: "inline" | "field";
  numeric?: boolean;
  /** As a unit behind a number: muted. */
  isQuiet?: boolean;
  className?: string;
  testId?: string;
};

const List = openedLater<SelectListProps>(async () => (await import("./select-list.tsx")).SelectList);

export function Select<Id extends string>(props: SelectProps<Id>) {
  const {
    label,
    items,
    selected,
    onSelect,
    size = "inline",
    numeric = false,
    isQuiet = false,
    className,
    testId,
  } = props;
  const said = items.find(({ id }) => id === selected)?.label ?? "";
  return (
    <span className={classNames("inline-flex", className)}>
      <List
        label={label}
        items={items}
        selected={selected}
        onSelect={(id) => {
          const item = items.find((known) => known.id === id);
          if (item !== undefined) onSelect(item.id);
        }}
        numeric={numeric}
        testId={testId}
        buttonLabel={`${label}: ${said}`}
        buttonClassName={classNames(
          "inline-flex items-center gap-1 rounded-control whitespace-nowrap transition-colors",
          size === "inline"
            ? "h-6 px-1.5 font-medium data-hovered:bg-hover"
            : "h-(--field-height) w-full justify-between bg-field px-2.5 ring-inset data-hovered:ring-1 data-hovered:ring-line-strong",
          isQuiet && "font-normal! text-muted",
        )}
        face={
          <>
            <span className={numeric ? "num" : undefined}>{said}</span>
            <ChevronDown aria-hidden size={12} strokeWidth={2} className="flex-none text-muted" />
          </>
        }
      />
    </span>
  );
}
