import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "../theme/class-names.ts";

/** The result of an action in numbers, before it is sent. A hairline separates it from the inputs. */
export function Receipt({
  isPlain = false,
  children,
}: {
  /** Without the hairline. */ isPlain?: boolean;
  children: ReactNode;
}) {
  return <dl className={classNames("grid gap-2.5 text-13", !isPlain && "border-t border-line pt-4")}>{children}</dl>;
}

export type ReceiptLineProps = {
  label: ReactNode;
  /** The result: last and larger. */
  isTotal?: boolean;
  testId?: string;
  children: ReactNode;
};

export function ReceiptLine({ label, isTotal = false, testId, children }: ReceiptLineProps) {
  return (
    <div className={classNames("flex items-baseline justify-between gap-4", isTotal && "text-16 font-semibold")}>
      <dt className={isTotal ? undefined : "text-muted"}>{label}</dt>
      <dd data-testid={testId} className={classNames("text-end", !isTotal && "font-medium")}>
        {children}
      </dd>
    </div>
  );
}

/** A value before and after, from left to right in every language: the old one muted, the new one strong. */
export function BeforeAfter({ before, after, label }: { before: string; after: string; label: string }) {
  return (
    <span className="num inline-flex items-center gap-1.5">
      <span className="font-normal text-muted">{before}</span>
      <ArrowRight aria-hidden size={12} className="text-muted" />
      <span className="sr-only">{label}</span>
      <span>{after}</span>
    </span>
  );
}
