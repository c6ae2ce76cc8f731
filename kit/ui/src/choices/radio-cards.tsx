import type { ReactNode } from "react";
import { Radio, RadioGroup } from "react-aria-components/RadioGroup";
import { classNames } from "../theme/class-names.ts";

export type RadioCardsProps<Id extends string> = {
  label: string;
  /** The label is for screen readers only. */
  isLabelHidden?: boolean;
  items: readonly { id: Id; label: ReactNode; detail?: ReactNode; isDisabled?: boolean; testId?: string }[];
  selected: Id | undefined;
  onSelect: (id: Id) => void;
  /** Columns; on a phone at most three. */
  columns?: 1 | 2 | 3;
};

const grids = { 1: "grid-cols-1", 2: "grid-cols-2", 3: "grid-cols-3" } as const;

/** A choice of a few options that each need an explanation: a network, a kind of key. */
export function RadioCards<Id extends string>(props: RadioCardsProps<Id>) {
  const { label, isLabelHidden = false, items, selected, onSelect, columns = 3 } = props;
  return (
    <RadioGroup
      aria-label={label}
      value={selected ?? null}
      onChange={(id) => {
        const item = items.find((known) => known.id === id);
        if (item !== undefined) onSelect(item.id);
      }}
    >
      {!isLabelHidden && (
        <span aria-hidden className="mb-1.5 block text-13 text-muted">
          {label}
        </span>
      )}
      <div className={classNames("grid gap-2", grids[columns])}>
        {items.map((item) => (
          <Radio
            key={item.id}
            value={item.id}
            isDisabled={item.isDisabled ?? false}
            {...(item.testId === undefined ? {} : { "data-testid": item.testId })}
            className={classNames(
              "min-w-0 cursor-pointer rounded-control px-3 py-2.5 text-13 leading-4.5 ring-1 ring-inset ring-line-strong transition-colors data-hovered:bg-hover",
              "data-selected:bg-brand-soft data-selected:ring-[1.5px] data-selected:ring-brand",
              "data-disabled:cursor-not-allowed data-disabled:text-muted data-disabled:ring-line",
              "data-focus-visible:outline-2 data-focus-visible:outline-offset-2 data-focus-visible:outline-brand",
            )}
          >
            <span className="block truncate">{item.label}</span>
            {item.detail !== undefined && <span className="block text-11 text-muted">{item.detail}</span>}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
