import type { ReactNode } from "react";

export type EmptyStateProps = { icon: ReactNode; title: string; hint: string; children?: ReactNode };

/** An empty list, with what to do next. */
export function EmptyState({ icon, title, hint, children }: EmptyStateProps) {
  return (
    <div className="grid h-full min-h-35 place-content-center justify-items-center gap-1 p-4 text-center">
      <span aria-hidden className="mb-1 text-faint">
        {icon}
      </span>
      <p className="text-13 font-semibold">{title}</p>
      <p className="max-w-[44ch] text-12 text-balance text-muted">{hint}</p>
      {children !== undefined && <div className="mt-3 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  );
}
