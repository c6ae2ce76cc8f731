import { classNames } from "@tidemark/kit-ui";
import type { ReactNode } from "react";

type QueueRowProps = { isSelected: boolean; onSelect: () => void; testId: string; children: ReactNode };

/** A row of the list beside what is selected of it. Its parts stand in two columns. */
export function QueueRow({ isSelected, onSelect, testId, children }: QueueRowProps) {
  return (
    <li>
      <button
        type="button"
        data-testid={testId}
        aria-current={isSelected}
        className={classNames(
          "grid w-full cursor-pointer grid-cols-[minmax(0,1fr)_auto] gap-1 border-b border-line px-3 py-2 text-start hover:bg-hover",
          isSelected && "bg-hover shadow-[inset_2px_0_0_var(--brand)]",
        )}
        onClick={onSelect}
      >
        {children}
      </button>
    </li>
  );
}
