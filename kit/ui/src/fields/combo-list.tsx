import { Search } from "lucide-react";
import { Autocomplete, useFilter } from "react-aria-components/Autocomplete";
import { Button } from "react-aria-components/Button";
import { Input } from "react-aria-components/Input";
import { ListBox } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { SearchField } from "react-aria-components/SearchField";
import { Select as AriaSelect } from "react-aria-components/Select";
import { faceProps, usePopup } from "../layers/lazy-popup.tsx";
import { SheetGrab } from "../layers/sheet-grab.tsx";
import { OptionRow } from "./option-row.tsx";
import type { SelectListProps } from "./select-list.tsx";

export type ComboListProps = SelectListProps & { searchLabel: string; emptyLabel: string };

/** A select with a search field: letters go to the field, arrows to the list, at the same time. */
export function ComboList(props: ComboListProps & { beginsOpen: boolean }) {
  const { label, options, selected, onSelect, isNumeric, isDisabled, searchLabel, emptyLabel, beginsOpen } = props;
  const { button, isOpen, setIsOpen } = usePopup(beginsOpen);
  const { contains } = useFilter({ sensitivity: "base" });
  const named = new Map(options.map((option) => [option.label, option]));
  const isFound = (text: string, typed: string): boolean => {
    const detail = named.get(text)?.detail;
    return contains(text, typed) || (typeof detail === "string" && contains(detail, typed));
  };
  return (
    <AriaSelect
      aria-label={label}
      value={selected ?? null}
      isOpen={isOpen}
      isDisabled={isDisabled}
      onOpenChange={setIsOpen}
      onChange={(key) => onSelect(String(key))}
      className="inline-flex w-full min-w-0"
    >
      <Button ref={button} {...faceProps(props)} />
      <Popover
        data-sheet
        className="layer sheet-on-phone z-menu! flex min-w-(--trigger-width) flex-col rounded-panel shadow-raised data-entering:animate-rise-in"
        placement="bottom start"
        offset={4}
      >
        <SheetGrab onClose={() => setIsOpen(false)} />
        <Autocomplete filter={isFound}>
          <SearchField
            aria-label={searchLabel}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened to be searched
            autoFocus
            className="flex-none border-b border-line px-2 pb-2 w768:pt-2"
          >
            <div className="flex h-(--control-md) items-center gap-2 rounded-control bg-(--ground) px-2.5 ring-1 ring-inset ring-line-strong has-[input:focus]:ring-[1.5px] has-[input:focus]:ring-brand">
              <Search aria-hidden size={14} className="flex-none text-muted" />
              <Input
                placeholder={searchLabel}
                className="min-w-0 flex-1 bg-transparent text-(length:--field-text) outline-none [&::-webkit-search-cancel-button]:hidden"
              />
            </div>
          </SearchField>
          <ListBox
            aria-label={label}
            className="max-h-72 min-h-24 overflow-auto p-1 outline-none max-w768:h-[56dvh] max-w768:max-h-none"
            items={options}
            renderEmptyState={() => <p className="px-3 py-6 text-center text-13 text-muted">{emptyLabel}</p>}
          >
            {(option) => <OptionRow option={option} isNumeric={isNumeric} />}
          </ListBox>
        </Autocomplete>
      </Popover>
    </AriaSelect>
  );
}
