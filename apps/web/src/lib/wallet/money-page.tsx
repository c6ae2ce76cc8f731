import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { useTexts } from "../i18n/texts.ts";
import { m } from "./wallet-messages.ts";

type MoneyPageProps = {
  title: string;
  lead?: string;
  /** Before any field: what is needed, or why nothing can be done. */
  notice?: ReactNode;
  /** The work, and beside it what it comes to. */
  children: ReactNode;
  aside: ReactNode;
  /** Below both, as wide as the page. */
  below: ReactNode;
  testId: string;
};

/** A page where coins come in or go out. Below 1200 px the aside follows the form. */
export function MoneyPage({ title, lead, notice, children, aside, below, testId }: MoneyPageProps) {
  const t = useTexts();
  return (
    <main className="wrap grid grid-cols-[minmax(0,1fr)] content-start gap-5 pt-5 pb-20 w768:pt-8" data-testid={testId}>
      <header>
        <nav aria-label={title} className="mb-2 flex items-center gap-1.5 text-13 text-muted">
          <Link to="/personal/assets" className="hover:text-ink">
            {t(m.assets)}
          </Link>
          <ChevronRight aria-hidden size={14} className="flip" />
          <span aria-current="page">{title}</span>
        </nav>
        <h1 className="text-28 leading-tight font-semibold tracking-[-0.02em]">{title}</h1>
        {lead !== undefined && <p className="mt-1 text-14 text-muted">{lead}</p>}
      </header>
      {notice}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 pt-3 w1200:grid-cols-[minmax(0,1fr)_376px] w1200:gap-12">
        <div className="min-w-0">{children}</div>
        <div className="min-w-0 w1200:sticky w1200:top-[calc(var(--nav-height)+32px)]">{aside}</div>
      </div>
      {below}
    </main>
  );
}
