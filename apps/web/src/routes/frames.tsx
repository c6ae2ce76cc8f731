import { Outlet } from "@tanstack/react-router";
import { useDensity } from "@tidemark/kit-ui";
import { CommandPalette } from "../shell/command-palette.tsx";
import { Footer } from "../shell/footer.tsx";
import { Nav } from "../shell/nav.tsx";
import { isInApp } from "../lib/native-bridge.ts";

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
