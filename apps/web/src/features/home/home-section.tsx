import { classNames } from "@tidemark/kit-ui";
import type { ReactNode } from "react";

const headingClassName =
  "max-w-[18ch] text-28 leading-[1.1] font-semibold tracking-[-0.03em] text-balance w768:text-40";

export function HomeSection({ className, children }: { className?: string; children: ReactNode }) {
  return <section className={classNames("wrap pt-18 w768:pt-22 w1024:pt-28", className)}>{children}</section>;
}

export function SectionTitle({ children }: { children: ReactNode }) {
  return <h2 className={headingClassName}>{children}</h2>;
}

/** A title and the sentences under it. */
export function SectionLead({ title, lead, children }: { title: string; lead: ReactNode; children?: ReactNode }) {
  return (
    <div>
      <SectionTitle>{title}</SectionTitle>
      <p className="mt-4 max-w-[46ch] text-16 leading-[1.6] text-pretty text-muted">{lead}</p>
      {children}
    </div>
  );
}
