import type { ReactNode } from "react";
import { later } from "./later.ts";
import { Logo } from "./logo.tsx";
import type { Tide } from "./sea.tsx";
import { Soon } from "./soon.tsx";

const sea = later(async () => (await import("./sea.tsx")).Sea);

export type WayOnProps = {
  /** A small line above the title: a code, a countdown. */
  over?: ReactNode;
  title: string;
  hint: ReactNode;
  tide?: Tide;
  /** It stands without a navigation bar and shows whose page it is. What is given stands at the end of that line. */
  head?: ReactNode;
  /** The ways on: one primary, the others quiet. */
  children?: ReactNode;
};

/** A page that says what happened and offers a way on. */
export function WayOn({ over, title, hint, tide = "ebbed", head, children }: WayOnProps) {
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
        <Soon part={sea} with={{ tide }} />
      </main>
    </div>
  );
}
