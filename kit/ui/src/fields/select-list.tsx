import { Check } from "lucide-react";
import { useState } from "react";
import { Button } from "react-aria-components/Button";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { Select as AriaSelect } from "react-aria-components/Select";
import { classNames } from "../class-names.ts";
import type { PopupProps } from "../layers/opened-later.tsx";

export type SelectListProps = PopupProps & {
  label: string;
  items: readonly { id: string; label: string }[];
  selected: string;
  onSelect: (id: string) => void;
  numeric: boolean;
};

export function SelectList(props: SelectListProps & { beginsOpen: boolean }) {
  const { label, items, selected, onSelect, numeric, buttonClassName, testId, face, beginsOpen } = props;
  const [isOpen, setIsOpen] = useState(beginsOpen);
  return (
    <AriaSelect
      aria-label={label}
      value={selected}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      onChange={(key) => onSelect(String(key))}
      className="inline-flex w-full"
    >
      <Button {...(testId === undefined ? {} : { "data-testid": testId })} className={buttonClassName}>
        {face}
      </Button>
      <Popover
        className="z-menu min-w-(--trigger-width) rounded-panel bg-raised p-1 shadow-raised data-entering:animate-rise-in"
        placement="bottom end"
        offset={4}
      >
        <ListBox className="max-h-72 overflow-auto text-12 outline-none" items={items}>
          {(item) => (
            <ListBoxItem
              id={item.id}
              textValue={item.label}
              className={classNames(
                "flex h-7 cursor-pointer items-center justify-between gap-4 rounded-control px-2 text-muted data-focused:bg-hover data-focused:text-ink data-selected:text-ink",
                numeric && "num",
              )}
            >
              {({ isSelected }) => (
                <>
                  <span>{item.label}</span>
                  <Check aria-hidden size={12} strokeWidth={2.5} className={isSelected ? "text-brand" : "invisible"} />
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
