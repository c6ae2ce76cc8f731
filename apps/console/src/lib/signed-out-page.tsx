import { Note } from "@tidemark/kit-ui";
import type { ReactNode } from "react";

/** A page of the console for who is signed out: its mark, one card. */
export function SignedOutPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-items-center bg-canvas p-6 text-13 text-ink">
      <div className="grid w-full max-w-95 gap-5">
        <div className="flex items-center gap-2.5 text-14 font-semibold">
          <img src="/mark.svg" alt="" className="size-5" />
          tidemark <span className="font-normal text-muted">console</span>
        </div>
        <section className="grid gap-4 rounded-panel border border-line bg-surface p-6">
          <h1 className="text-16 font-semibold">{title}</h1>
          {children}
        </section>
      </div>
    </main>
  );
}

/** Why it failed; read out at once. */
export function SignedOutProblem({ text, testId }: { text: string; testId?: string }) {
  return (
    <div role="alert" data-testid={testId}>
      <Note tone="warn">{text}</Note>
    </div>
  );
}
