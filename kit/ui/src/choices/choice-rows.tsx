import type { ReactNode } from "react";
import { Radio, RadioGroup } from "react-aria-components/RadioGroup";
import { classNames } from "../theme/class-names.ts";

export type ChoiceRow<Id extends string> = {
  id: Id;
  title: ReactNode;
  /** Under the title, muted: what identifies it. */
  detail?: ReactNode;
  /** At the end of the row, in columns: a fee, a minimum. */
  figures?: readonly { label: string; text: ReactNode }[];
  /** At the end of the row: a state, the reason why it cannot be chosen. */
  side?: ReactNode;
  isDisabled?: boolean;
  testId?: string;
};
export type ChoiceRowsProps<Id extends string> = {
  label: string;
  items: readonly ChoiceRow<Id>[];
  selected: Id | undefined;
  onSelect: (id: Id) => void;
  isDisabled?: boolean;
  /** Nothing is chosen, or what may no longer be. */
  isWrong?: boolean;
  /** The id of the text that says so. */
  describedBy?: string | undefined;
};

/** A choice that is also a table: each row has its figures at the end, so that they can be compared. */
export function ChoiceRows<Id extends string>(props: ChoiceRowsProps<Id>) {
  const { label, items, selected, onSelect, isDisabled = false, isWrong = false, describedBy } = props;
  return (
    <RadioGroup
      aria-label={label}
      value={selected ?? null}
      isDisabled={isDisabled}
      isInvalid={isWrong}
      // The page says what is wrong; the browser's own bubbles stay away.
      validationBehavior="aria"
      {...(describedBy === undefined ? {} : { "aria-describedby": describedBy })}
      onChange={(id) => {
        const item = items.find((known) => known.id === id);
        if (item !== undefined) onSelect(item.id);
      }}
      className="grid grid-cols-[minmax(0,1fr)] rounded-control ring-1 ring-line-strong ring-inset data-invalid:ring-warn"
    >
      {items.map((item) => (
        <Radio
          key={item.id}
          value={item.id}
          isDisabled={item.isDisabled ?? false}
          {...(item.testId === undefined ? {} : { "data-testid": item.testId })}
          className={classNames(
            "group flex min-h-12 min-w-0 cursor-pointer items-center gap-3 rounded-control px-3 py-2 transition-colors data-hovered:bg-hover",
            "not-first:not-data-selected:border-t not-first:border-line",
            "data-selected:bg-brand-soft data-selected:ring-[1.5px] data-selected:ring-brand data-selected:ring-inset",
            "data-disabled:cursor-not-allowed data-disabled:text-muted",
            "data-focus-visible:outline-2 data-focus-visible:outline-offset-2 data-focus-visible:outline-brand",
          )}
        >
          <span
            aria-hidden
            className="size-4 flex-none rounded-full ring-[1.5px] ring-line-strong ring-inset group-data-disabled:opacity-50 group-data-selected:ring-[5px] group-data-selected:ring-brand"
          />
          <span className="grid min-w-0 flex-1 gap-0.5">
            <span className="truncate text-14 font-medium">{item.title}</span>
            {item.detail !== undefined && <span className="truncate text-12 text-muted">{item.detail}</span>}
          </span>
          {item.figures?.map((figure) => (
            <span key={figure.label} className="grid flex-none justify-items-end gap-0.5 w768:min-w-20">
              <small className="text-11 text-muted">{figure.label}</small>
              <span className="text-13">{figure.text}</span>
            </span>
          ))}
          {item.side !== undefined && <span className="flex flex-none flex-col items-end gap-1">{item.side}</span>}
        </Radio>
      ))}
    </RadioGroup>
  );
}
