import { useIdle } from "../lib/use-idle.ts";
import { later } from "./later.ts";
import { Soon } from "./soon.tsx";

const content = later(async () => (await import("./footer-content.tsx")).FooterContent);

/** The foot of every page but the terminal's. It lies below what is read first: its place is kept, its words come a moment later. */
export function Footer() {
  const isIdle = useIdle();
  return (
    <footer className="mt-16 min-h-90 border-t border-line pt-12 pb-8 text-13 text-muted [[data-fills]+&]:mt-0">
      {isIdle && <Soon part={content} with={{}} />}
    </footer>
  );
}
