import { classNames } from "@tidemark/kit-ui";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { appConfig } from "../../lib/config/app-config.ts";
import { isInApp } from "../../lib/device/native-bridge.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useFlags } from "../../session/flags.ts";
import { useUser } from "../../session/session.ts";
import { SignedOutBar } from "./signed-out-bar.tsx";
import { BarMenus } from "./bar-menus.tsx";
import { Tools } from "./bar-tools.tsx";
import { ConnectionDot } from "./connection-dot.tsx";
import { InAppBar } from "./in-app-bar.tsx";
import { lazyPart } from "../loading/lazy-part.ts";
import { Logo } from "../logo.tsx";
import { OfflineStrip } from "./offline-strip.tsx";
import { hrefOf, PageLink } from "../page-link.tsx";
import { m } from "../shell-messages.ts";
import type { ShellSlots } from "../slots.tsx";
import { LazyView } from "../loading/lazy-view.tsx";

const SignedInBar = lazy(async () => ({ default: (await import("./signed-in-bar.tsx")).SignedInBar }));
const koreaNotice = lazyPart(async () => (await import("./korea-notice.tsx")).KoreaNotice);

const scrolledFromPx = 8;

/** Whether the page has been scrolled away from its top. */
function useScrolled(): boolean {
  const [isScrolled, setIsScrolled] = useState(false);
  useEffect(() => {
    const look = () => setIsScrolled(scrollY > scrolledFromPx);
    // In the next frame, which does layout anyway; measuring now would do it twice.
    const first = requestAnimationFrame(look);
    addEventListener("scroll", look, { passive: true });
    return () => {
      cancelAnimationFrame(first);
      removeEventListener("scroll", look);
    };
  }, []);
  return isScrolled;
}

export type NavProps = {
  /** On home it is transparent until the page is scrolled; in the terminal it is lower and shows the connection state. */
  variant?: "page" | "home" | "terminal";
  /** The title of the page inside the app, where the bar shows it. */
  title?: string;
  slots?: ShellSlots;
};

const nothing: ShellSlots = {};

/** The navigation bar: of a desktop, of tablets and phones with a drawer, or of a page inside the app. */
export function Nav({ variant = "page", title, slots = nothing }: NavProps) {
  const { koreaIP } = useFlags();
  if (isInApp()) return <InAppBar title={title} />;
  return (
    <>
      <Bar variant={variant} slots={slots} />
      <OfflineStrip />
      {koreaIP && <LazyView part={koreaNotice} with={{}} />}
    </>
  );
}

/** Moves the focus to the main content, past the bar. */
function SkipLink() {
  const t = useTexts();
  const skip = () => {
    const main = document.querySelector<HTMLElement>("main");
    if (main === null) return;
    main.tabIndex = -1;
    main.focus();
  };
  return (
    <button
      type="button"
      onClick={skip}
      className="absolute start-2 -top-20 z-1 rounded-control bg-raised px-4 py-2 text-13 font-medium shadow-raised focus-visible:top-2"
    >
      {t(m.skip)}
    </button>
  );
}

function Bar({ variant, slots }: { variant: NonNullable<NavProps["variant"]>; slots: ShellSlots }) {
  const t = useTexts();
  const user = useUser();
  const isScrolled = useScrolled();
  const isTerminal = variant === "terminal";
  const isSolid = variant === "page" || (variant === "home" && isScrolled);
  const right: ReactNode =
    user === null ? (
      <SignedOutBar />
    ) : (
      <Suspense>
        <SignedInBar user={user} slots={slots} />
      </Suspense>
    );
  return (
    <header
      className={classNames(
        "sticky top-0 z-nav flex h-(--nav-height) items-center pt-(--sim-height) gap-3 border-b transition-colors w1024:gap-6",
        isTerminal ? "bg-canvas ps-4 pe-3 text-13" : "px-(--gutter) text-14",
        isSolid ? "border-line bg-nav backdrop-blur-md" : "border-transparent",
      )}
    >
      <SkipLink />
      <PageLink
        href={hrefOf("/")}
        aria-label={t(m.home, { name: appConfig().project.name })}
        className="flex-none rounded-control max-w1024:me-auto"
      >
        <Logo className="h-5 w768:h-5.5" />
      </PageLink>
      <BarMenus apy={slots.apy} />
      <div className="flex flex-none items-center gap-0.5">
        {isTerminal && <ConnectionDot />}
        {right}
        <Tools slots={slots} />
      </div>
    </header>
  );
}
