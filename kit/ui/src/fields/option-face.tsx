import type { ReactNode } from "react";
import { classNames } from "../theme/class-names.ts";

export type Option<Id extends string = string> = {
  id: Id;
  label: string;
  /** After the label, muted: the coin's name, a network's confirmations. */
  detail?: ReactNode;
  icon?: ReactNode;
  /** At the end of the row: a balance, or a tag with the reason why it is disabled. */
  side?: ReactNode;
  isDisabled?: boolean;
};

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
