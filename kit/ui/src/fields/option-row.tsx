import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { ListBoxItem } from "react-aria-components/ListBox";
import { classNames } from "../class-names.ts";

export type Option<Id extends string = string> = {
  id: Id;
  label: string;
  /** After the label, muted: the coin's name, a network's confirmations. */
  detail?: ReactNode;
  icon?: ReactNode;
  /** At the end of the row: a balance, a tag that says why it cannot be chosen. */
  side?: ReactNode;
  isDisabled?: boolean;
};

/** One row of a list that is chosen from. */
export function OptionRow({ option, isNumeric = false }: { option: Option; isNumeric?: boolean }) {
  return (
    <ListBoxItem
      id={option.id}
      textValue={option.label}
      isDisabled={option.isDisabled ?? false}
      className="flex min-h-(--option-height) cursor-pointer items-center gap-2.5 rounded-control px-3 text-(length:--option-text) text-ink outline-none data-disabled:cursor-not-allowed data-disabled:text-muted data-focused:bg-hover"
    >
      {({ isSelected }) => (
        <>
          <OptionFace option={option} isNumeric={isNumeric} />
          <span className="ms-auto flex flex-none items-center gap-2 text-12 text-muted">
            {option.side}
            <Check aria-hidden size={14} strokeWidth={2.5} className={isSelected ? "text-brand" : "invisible"} />
          </span>
        </>
      )}
    </ListBoxItem>
  );
}

/** How an option is written, in the list and in the field. */
export function OptionFace({ option, isNumeric = false }: { option: Option; isNumeric?: boolean }) {
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      {option.icon}
      <span className={classNames("truncate", isNumeric && "num")}>
        <span className={option.detail === undefined ? undefined : "font-medium"}>{option.label}</span>
        {option.detail !== undefined && <span className="text-muted"> {option.detail}</span>}
      </span>
    </span>
  );
}
