import { Outlet, useLocation } from "@tanstack/react-router";
import { useDensity } from "@tidemark/kit-ui";
import { lazy, Suspense } from "react";
import { useIsWelcomed } from "../features/sign-in/welcome.ts";
import { isSimulatedPage } from "../lib/client/page-hosts.ts";
import { appConfig } from "../lib/config/app-config.ts";
import { CommandPalette } from "../shell/palette/command-palette.tsx";
import { Footer } from "../shell/footer/footer.tsx";
import { Nav } from "../shell/bar/nav.tsx";
import { isInApp } from "../lib/device/native-bridge.ts";
import { useOtherTabs } from "../session/session.ts";
import { useShellSlots } from "./shell-slots.tsx";

const WelcomeOffer = lazy(async () => ({
  default: (await import("../features/sign-in/welcome-offer.tsx")).WelcomeOffer,
}));

const SimulatedFrame = lazy(async () => ({ default: (await import("./simulated-frame.tsx")).SimulatedFrame }));

/** Around all routes. Shows the welcome offer after registration, on whichever page follows. */
export function RootFrame() {
  useOtherTabs();
  const isWelcomed = useIsWelcomed();
  const { pathname } = useLocation();
  return (
    <>
      {isSimulatedPage ? (
        <Suspense>
          <SimulatedFrame>
            <Outlet />
          </SimulatedFrame>
        </Suspense>
      ) : (
        <Outlet />
      )}
      {isWelcomed && !pathname.startsWith("/auth/") && appConfig().switches.registerBonus === true && (
        <Suspense>
          <WelcomeOffer bonus={appConfig().project.registerBonus} />
        </Suspense>
      )}
    </>
  );
}

/** Around the routes of the entry /m/. */
export function MobileFrame() {
  useOtherTabs();
  return <PageFrame />;
}

/** The front: the bar has no ground until the page is scrolled. */
export function FrontFrame() {
  const { slots, layer } = useShellSlots();
  return (
    <>
      <Nav variant="home" slots={slots} />
      <Outlet />
      <Footer />
      <CommandPalette />
      {layer}
    </>
  );
}

/** A page between bar and footer; inside the app there is no footer, because the app has its own navigation. */
export function PageFrame({ children = <Outlet /> }: { children?: React.ReactNode }) {
  const { slots, layer } = useShellSlots();
  return (
    <>
      <Nav slots={slots} />
      {children}
      {!isInApp() && <Footer />}
      <CommandPalette />
      {layer}
    </>
  );
}

/** The trading terminal fills the window: a low bar, and nothing below. */
export function TerminalFrame() {
  useDensity("terminal");
  const { slots, layer } = useShellSlots();
  return (
    <>
      <Nav variant="terminal" slots={slots} />
      <Outlet />
      <CommandPalette />
      {layer}
    </>
  );
}
