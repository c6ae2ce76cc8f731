import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { Checkbox as AriaCheckbox } from "react-aria-components/Checkbox";
import { classNames } from "../theme/class-names.ts";

export type CheckboxProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Some of many are chosen. */
  isMixed?: boolean;
  isDisabled?: boolean;
  /** It must be ticked before going on, and was not. */
  isWrong?: boolean;
  quiet?: boolean;
  testId?: string;
  /** The label may contain links. */
  children: ReactNode;
};

export function Checkbox(props: CheckboxProps) {
  const { checked, onChange, isMixed = false, isDisabled = false, isWrong = false, quiet = false, testId } = props;
  const Sign = isMixed ? Minus : Check;
  return (
    <AriaCheckbox
      isSelected={checked}
      isIndeterminate={isMixed}
      onChange={onChange}
      isDisabled={isDisabled}
      isInvalid={isWrong}
      {...(testId === undefined ? {} : { "data-testid": testId })}
      className={classNames(
        "group inline-flex cursor-pointer items-start gap-2 rounded-control pointer-coarse:py-1 data-disabled:cursor-not-allowed data-disabled:opacity-60",
        "data-focus-visible:outline-2 data-focus-visible:outline-offset-2 data-focus-visible:outline-brand",
        quiet ? "text-muted" : "text-ink",
      )}
    >
      {/* As high as a line of the label, so that the box is on its first line. */}
      <span className="flex h-[1lh] flex-none items-center">
        <span className="grid size-(--check-size) place-items-center rounded-tag ring-[1.5px] ring-inset ring-faint group-data-indeterminate:bg-brand-solid group-data-indeterminate:ring-0 group-data-invalid:ring-warn group-data-selected:bg-brand-solid group-data-selected:ring-0">
          <Sign
            aria-hidden
            strokeWidth={3.5}
            className="invisible size-3/4 text-on-brand group-data-indeterminate:visible group-data-selected:visible"
          />
        </span>
      </span>
      <span>{props.children}</span>
    </AriaCheckbox>
  );
}
