import type { ReactNode } from "react";
import { classNames } from "../theme/class-names.ts";

/** A bar as wide as the text it replaces, centred in the same line box: nothing moves when the data arrives. */
export function Skeleton({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <span
      aria-hidden
      className={classNames(
        "my-[calc((1lh-8px)/2)] inline-block h-2 animate-breathe overflow-hidden rounded-control bg-skeleton align-top select-none",
        className,
      )}
    >
      {/* It only lends its width: a text that is there and cannot be seen counts as one that is hard to read. */}
      <span className="invisible">{children}</span>
    </span>
  );
}
