import { Outlet, useLocation } from "@tanstack/react-router";
import { useDensity } from "@tidemark/kit-ui";
import { lazy, Suspense } from "react";
import { useIsNewcomer } from "../features/auth/newcomer.ts";
import { appConfig } from "../lib/app-config.ts";
import { CommandPalette } from "../shell/command-palette.tsx";
import { Footer } from "../shell/footer.tsx";
import { Nav } from "../shell/nav.tsx";
import { isInApp } from "../lib/native-bridge.ts";
import { useOtherTabs } from "../session/session.ts";

const NewcomerOffer = lazy(async () => ({
  default: (await import("../features/auth/newcomer-offer.tsx")).NewcomerOffer,
}));

/** Around everything: who has just registered is told what he got for it, wherever he goes on. */
export function RootFrame() {
  useOtherTabs();
  const isGreeted = useIsNewcomer();
  const { pathname } = useLocation();
  return (
    <>
      <Outlet />
      {isGreeted && !pathname.startsWith("/auth/") && appConfig().switches.registerBonus === true && (
        <Suspense>
          <NewcomerOffer bonus={appConfig().project.registerBonus} />
        </Suspense>
      )}
    </>
  );
}

/** Around the addresses of the entry /m/. */
export function MobileFrame() {
  useOtherTabs();
  return <PageFrame />;
}

/** The front: the bar has no ground until the page is scrolled. */
export function FrontFrame() {
  return (
    <>
      <Nav variant="home" />
      <Outlet />
      <Footer />
      <CommandPalette />
    </>
  );
}

/** A page between bar and footer; inside the app, the app has its own way on. */
export function PageFrame({ children = <Outlet /> }: { children?: React.ReactNode }) {
  return (
    <>
      <Nav />
      {children}
      {!isInApp() && <Footer />}
      <CommandPalette />
    </>
  );
}

/** The trading terminal fills the window: a low bar, and nothing below. */
export function TerminalFrame() {
  useDensity("terminal");
  return (
    <>
      <Nav variant="terminal" />
      <Outlet />
      <CommandPalette />
    </>
  );
}
