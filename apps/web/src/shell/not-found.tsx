import { Button } from "@tidemark/kit-ui";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useWords } from "../lib/words.ts";
import { m } from "./shell-messages.ts";

/** A page that says what happened and offers a way on: the swell that never reached its mark. */
export function WayOn({ title, hint, children }: { title: string; hint: string; children?: ReactNode }) {
  return (
    <main className="grid min-h-[calc(100dvh-var(--nav-height))] place-content-center justify-items-center gap-3 p-6 text-center">
      <svg viewBox="0 0 200 64" fill="none" aria-hidden className="mb-4 w-50">
        <path d="M0 12h200" stroke="var(--brand)" strokeWidth="2" strokeDasharray="3 5" />
        <path
          d="M0 60c40 0 38-22 64-22s22 22 48 22 24-30 46-30 20 30 42 30"
          stroke="var(--line-strong)"
          strokeWidth="4"
        />
      </svg>
      <h1 className="text-28 font-semibold tracking-[-0.02em] text-balance">{title}</h1>
      <p className="max-w-[46ch] text-balance text-muted">{hint}</p>
      <div className="mt-3">{children}</div>
    </main>
  );
}

export function NotFound({ pair }: { pair?: string }) {
  const t = useWords();
  const navigate = useNavigate();
  return (
    <WayOn
      title={pair === undefined ? t(m.notFoundTitle) : t(m.marketNotFoundTitle, { pair })}
      hint={t(m.notFoundHint)}
    >
      <Button look="primary" size="lg" onPress={() => void navigate({ to: "/" })}>
        {t(m.toMarkets)}
      </Button>
    </WayOn>
  );
}

export function PageError() {
  const t = useWords();
  return (
    <WayOn title={t(m.errorTitle)} hint={t(m.errorHint)}>
      <Button look="primary" size="lg" onPress={() => location.reload()}>
        {t(m.reload)}
      </Button>
    </WayOn>
  );
}
