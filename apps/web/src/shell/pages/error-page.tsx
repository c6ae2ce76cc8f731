import type { ReactNode } from "react";
import { lazyPart } from "../loading/lazy-part.ts";
import { Logo } from "../logo.tsx";
import type { Wave } from "./wave-art.tsx";
import { LazyView } from "../loading/lazy-view.tsx";

const sea = lazyPart(async () => (await import("./wave-art.tsx")).WaveArt);

export type ErrorPageProps = {
  /** A small line above the title: a code, a countdown. */
  over?: ReactNode;
  title: string;
  hint: ReactNode;
  wave?: Wave;
  /** Set on pages without a navigation bar: shows the logo, with this at the end of its line. */
  head?: ReactNode;
  /** The actions: one primary, the others quiet. */
  children?: ReactNode;
};

/** A page that says what happened and offers actions. */
export function ErrorPage({ over, title, hint, wave = "ebbed", head, children }: ErrorPageProps) {
  const isAlone = head !== undefined;
  return (
    <div
      data-fills
      className={isAlone ? "flex min-h-dvh flex-col" : "flex min-h-[calc(100dvh-var(--nav-height))] flex-col"}
    >
      {isAlone && (
        <header className="flex h-14 flex-none items-center justify-between px-(--gutter)">
          <Logo className="h-5 w768:h-5.5" />
          {head}
        </header>
      )}
      <main className="relative grid flex-1 overflow-hidden w768:items-center">
        <div className="wrap">
          <div className="relative z-1 grid max-w-130 justify-items-start gap-4 pt-14 pb-45 w768:pt-16 w768:pb-50">
            {over !== undefined && <p className="text-13 text-muted">{over}</p>}
            <h1 className="text-28 leading-[1.1] font-semibold tracking-[-0.03em] text-balance w768:text-40">
              {title}
            </h1>
            <div className="text-14 leading-[1.6] text-muted w768:text-16">{hint}</div>
            {children !== undefined && <div className="mt-3 flex flex-wrap items-center gap-2">{children}</div>}
          </div>
        </div>
        <LazyView part={sea} with={{ wave }} />
      </main>
    </div>
  );
}
