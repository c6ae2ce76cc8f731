import { useIdle } from "../../lib/device/use-idle.ts";
import { lazyPart } from "../loading/lazy-part.ts";
import { LazyView } from "../loading/lazy-view.tsx";

const content = lazyPart(async () => (await import("./footer-content.tsx")).FooterContent);

/** The footer of every page except the terminal. It is below the fold: its space is reserved and its content loads later. */
export function Footer() {
  const isIdle = useIdle();
  return (
    <footer className="mt-16 min-h-90 border-t border-line pt-12 pb-8 text-13 text-muted [[data-fills]+&]:mt-0">
      {isIdle && <LazyView part={content} with={{}} />}
    </footer>
  );
}
