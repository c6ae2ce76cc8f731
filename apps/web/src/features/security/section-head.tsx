import type { ReactNode } from "react";

/** The heading of a part of the page, with what can be done about all of it. */
export function SectionHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex min-h-8 items-center justify-between gap-4">
      <h2 className="text-16 font-semibold tracking-[-0.01em]">{title}</h2>
      {children}
    </div>
  );
}
