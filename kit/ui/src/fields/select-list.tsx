import { Button } from "react-aria-components/Button";
import { ListBox } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { Select as AriaSelect } from "react-aria-components/Select";
import { faceProps, type PopupProps, usePopup } from "../layers/lazy-popup.tsx";
import { SheetGrab } from "../layers/sheet-grab.tsx";
import type { Option } from "./option-face.tsx";
import { OptionRow } from "./option-row.tsx";

export type SelectListProps = PopupProps & {
  label: string;
  options: readonly Option[];
  selected: string | undefined;
  onSelect: (id: string) => void;
  isNumeric: boolean;
  isDisabled: boolean;
};

export function SelectList(props: SelectListProps & { beginsOpen: boolean }) {
  const { label, options, selected, onSelect, isNumeric, isDisabled, beginsOpen } = props;
  const { button, isOpen, setIsOpen } = usePopup(beginsOpen);
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
        className="layer sheet-on-phone z-menu! min-w-(--trigger-width) rounded-panel shadow-raised data-entering:animate-rise-in"
        placement="bottom end"
        offset={4}
      >
        <SheetGrab onClose={() => setIsOpen(false)} />
        <ListBox
          aria-label={label}
          className="max-h-80 overflow-auto p-1 outline-none max-w768:max-h-[76dvh]"
          items={options}
        >
          {(option) => <OptionRow option={option} isNumeric={isNumeric} />}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
