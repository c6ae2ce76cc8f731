import type { ReactNode } from "react";

export type Figure = { readonly label: string; readonly value: ReactNode; readonly hint: ReactNode };

/** Figures of a page side by side, each with what it says and a hint; two columns on a phone. */
export function FigureRow({ figures, testId }: { figures: readonly Figure[]; testId: string }) {
  return (
    <dl className="grid grid-cols-2 gap-y-5 w768:grid-cols-4" data-testid={testId}>
      {figures.map(({ label, value, hint }) => (
        <div
          key={label}
          className="min-w-0 border-line pe-3 even:border-s even:ps-4 w768:border-s w768:ps-5 w768:first:border-s-0 w768:first:ps-0"
        >
          <dt className="text-13 text-muted">{label}</dt>
          <dd className="text-16 leading-7 font-semibold tracking-[-0.01em] whitespace-nowrap w768:text-20">{value}</dd>
          <dd className="text-12 text-muted">{hint}</dd>
        </div>
      ))}
    </dl>
  );
}
