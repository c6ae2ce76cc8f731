import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Checkbox as AriaCheckbox } from "react-aria-components/Checkbox";
import { classNames } from "../class-names.ts";

export type CheckboxProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  quiet?: boolean;
  children: ReactNode;
};

export function Checkbox({ checked, onChange, disabled = false, quiet = false, children }: CheckboxProps) {
  return (
    <AriaCheckbox
      isSelected={checked}
      onChange={onChange}
      isDisabled={disabled}
      className={classNames(
        "group inline-flex cursor-pointer items-center gap-2 rounded-control data-disabled:cursor-not-allowed data-disabled:opacity-60",
        "data-focus-visible:outline-2 data-focus-visible:outline-offset-2 data-focus-visible:outline-brand",
        quiet ? "text-muted" : "text-ink",
      )}
    >
      <span className="grid size-3.5 flex-none place-items-center rounded-tag ring-1 ring-inset ring-faint group-data-selected:bg-brand group-data-selected:ring-0">
        <Check
          aria-hidden
          size={10}
          strokeWidth={3.5}
          className="invisible text-on-brand group-data-selected:visible"
        />
      </span>
      {children}
    </AriaCheckbox>
  );
}
