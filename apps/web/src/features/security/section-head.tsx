import type { ReactNode } from "react";

/** The heading of a section with its actions. */
export function SectionHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex min-h-8 items-center justify-between gap-4">
      <h2 className="text-16 font-semibold tracking-[-0.01em]">{title}</h2>
      {children}
    </div>
  );
}
