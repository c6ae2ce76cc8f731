import { ChevronDown, ChevronsUpDown, ChevronUp } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "../theme/class-names.ts";
import type { Sort } from "./sorting.ts";

export type SortButtonProps = {
  direction: Sort["direction"] | undefined;
  isEnd: boolean;
  onPress: () => void;
  children: ReactNode;
};

/** The heading of a sortable column; the heading cell has its state. */
export function SortButton({ direction, isEnd, onPress, children }: SortButtonProps) {
  const Arrow = direction === undefined ? ChevronsUpDown : direction === "ascending" ? ChevronUp : ChevronDown;
  return (
    <button
      type="button"
      onClick={onPress}
      className={classNames(
        "inline-flex max-w-full items-center gap-0.5 rounded-control leading-4 hover:text-ink",
        isEnd ? "-me-3.5 text-end" : "text-start",
        direction !== undefined && "text-ink",
      )}
    >
      <span className="min-w-0 hyphens-auto">{children}</span>
      <Arrow aria-hidden size={12} className={classNames("flex-none", direction === undefined && "text-faint")} />
    </button>
  );
}
