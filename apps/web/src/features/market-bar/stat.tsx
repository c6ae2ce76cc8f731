import { classNames } from "@tidemark/kit-ui";
import type { ReactNode } from "react";

/** One figure of the market bar under its label. */
export function Stat({ label, children, className }: { label: ReactNode; children: ReactNode; className?: string }) {
  return (
    <div className={classNames("flex-none", className)}>
      <dt className="text-11 leading-3.75 whitespace-nowrap text-muted">{label}</dt>
      <dd className="leading-4.5 font-medium whitespace-nowrap">{children}</dd>
    </div>
  );
}

/** A number drawn outside React: a skeleton until its element has `data-known`. */
export const liveNumberClass =
  "num not-data-known:my-[calc((1lh-8px)/2)] not-data-known:block not-data-known:h-2 not-data-known:animate-breathe not-data-known:overflow-hidden not-data-known:rounded-control not-data-known:bg-skeleton not-data-known:text-transparent data-[stale=true]:text-warn";
