import type { ReactNode } from "react";
import type { Key } from "react-aria-components";
import { ToggleButton } from "react-aria-components/ToggleButton";
import { ToggleButtonGroup } from "react-aria-components/ToggleButtonGroup";
import { classNames } from "../theme/class-names.ts";

export type SegmentedProps<Id extends string> = {
  label: string;
  items: readonly { id: Id; label: ReactNode; tone?: "rise" | "fall"; title?: string; testId?: string }[];
  selected: Id;
  onSelect: (id: Id) => void;
  /** `switch` is a small choice on a page; `mode` fills the width of its panel; `mini` is for a line of text, `tool` for a bar. */
  size?: "switch" | "mode" | "mini" | "tool";
  className?: string;
};

const tones = {
  rise: "data-selected:bg-rise-solid data-selected:text-on-solid",
  fall: "data-selected:bg-fall-solid data-selected:text-on-solid",
  none: "data-selected:bg-line-strong data-selected:text-ink",
} as const;
const sizes = {
  switch: "inline-flex gap-0.5 rounded-control bg-hover p-0.5",
  mode: "grid auto-cols-fr grid-flow-col rounded-[6px] bg-field p-0.5",
  mini: "flex gap-0.5",
  tool: "flex gap-0.5",
} as const;
const itemSizes = {
  switch:
    "h-6 px-2.5 text-12 rounded-tag! data-selected:bg-raised data-selected:text-ink data-selected:ring-1 data-selected:ring-line-strong",
  mode: "h-7 text-12 justify-center",
  mini: "h-5 px-1.5 text-11 data-selected:bg-hover pointer-coarse:h-7",
  tool: "h-6 px-2 text-12 data-hovered:bg-hover data-selected:bg-hover",
} as const;

/** One of a few modes. Arrow keys move, Space chooses. */
export function Segmented<Id extends string>(props: SegmentedProps<Id>) {
  const { label, items, selected, onSelect, size = "mode", className } = props;
  const choose = (keys: Set<Key>) => {
    const item = items.find(({ id }) => keys.has(id));
    if (item !== undefined) onSelect(item.id);
  };
  return (
    <ToggleButtonGroup
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[selected]}
      onSelectionChange={choose}
      className={classNames(sizes[size], className)}
    >
      {items.map((item) => (
        <ToggleButton
          key={item.id}
          id={item.id}
          {...(item.testId === undefined ? {} : { "data-testid": item.testId })}
          className={classNames(
            "inline-flex items-center rounded-control font-medium whitespace-nowrap text-muted transition-colors",
            "data-hovered:text-ink",
            size === "mode" ? tones[item.tone ?? "none"] : "data-selected:text-ink",
            itemSizes[size],
          )}
        >
          {item.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
