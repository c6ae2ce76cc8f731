import type { ReactNode } from "react";
import { Switch as AriaSwitch } from "react-aria-components/Switch";
import { classNames } from "../theme/class-names.ts";

export type SwitchProps = {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  isDisabled?: boolean;
  testId?: string;
  className?: string;
} & (
  | { children: ReactNode; label?: never }
  | { /** For a label that is elsewhere. */ label: string; children?: never }
);

/** On or off, without confirmation. The label is first, the switch at the end of the row. */
export function Switch({ isOn, onChange, isDisabled = false, testId, className, children, label }: SwitchProps) {
  return (
    <AriaSwitch
      isSelected={isOn}
      onChange={onChange}
      isDisabled={isDisabled}
      {...(label === undefined ? {} : { "aria-label": label })}
      {...(testId === undefined ? {} : { "data-testid": testId })}
      className={classNames(
        "group inline-flex cursor-pointer items-center justify-between gap-3 rounded-control data-disabled:cursor-not-allowed data-disabled:opacity-60",
        "data-focus-visible:outline-2 data-focus-visible:outline-offset-2 data-focus-visible:outline-brand",
        className,
      )}
    >
      {children}
      <span className="flex h-4.5 w-8 flex-none items-center rounded-full bg-line-strong p-0.5 transition-colors group-data-selected:bg-brand-solid">
        <span className="size-3.5 rounded-full bg-knob transition-[margin] group-data-selected:ms-3.5 group-data-selected:bg-on-brand" />
      </span>
    </AriaSwitch>
  );
}
