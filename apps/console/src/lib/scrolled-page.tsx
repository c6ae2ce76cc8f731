import { classNames } from "@tidemark/kit-ui";
import type { ReactNode } from "react";

type Props = {
  readonly label: string;
  readonly className: string;
  readonly testId?: string;
  readonly children: ReactNode;
};

/** A page without anything to press, which the keyboard scrolls. */
export function ScrolledPage({ label, className, testId, children }: Props) {
  return (
    <section
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={classNames("h-full overflow-auto p-5", className)}
      data-testid={testId}
    >
      {children}
    </section>
  );
}
