import type { ReactNode } from "react";

type FormRowProps = {
  /** What the row is about; the control inside has a name of its own. */
  title: string;
  hint?: string;
  children: ReactNode;
};

/** A row of a form on a page: its subject at the start, the control beside it; on a phone the control is below. */
export function FormRow({ title, hint, children }: FormRowProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line py-5 first:border-t-0 first:pt-0 w768:grid-cols-[132px_minmax(0,1fr)] w768:gap-6">
      <div>
        <h2 className="text-14 font-medium">{title}</h2>
        {hint !== undefined && <p className="mt-0.5 text-12 text-pretty text-muted">{hint}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
