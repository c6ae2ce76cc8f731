import { useRouterState } from "@tanstack/react-router";
import { ChevronLeft } from "lucide-react";
import { appConfig } from "../lib/app-config.ts";
import { bridge, statusBarHeightOf } from "../lib/native-bridge.ts";
import { useWords } from "../lib/words.ts";
import { m } from "./shell-messages.ts";

/** The bar of a page inside the app: back closes the web view, and the phone's own bar has its room above. */
export function InAppBar({ title }: { title: string | undefined }) {
  const t = useWords();
  const named = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.title });
  const statusBarHeight = statusBarHeightOf(location.search);
  return (
    <header
      style={{ paddingBlockStart: statusBarHeight }}
      className="sticky top-0 z-nav grid grid-cols-[44px_1fr_44px] items-center border-b border-line bg-surface"
      data-testid="in-app-bar"
    >
      <button
        type="button"
        aria-label={t(m.back)}
        // An app that does not answer has left the page open: nothing more can be done from here.
        onClick={() => void bridge.call("navigator.closeWebApp", {}).catch(() => undefined)}
        className="grid size-11 place-items-center rounded-control text-muted hover:text-ink"
      >
        <ChevronLeft aria-hidden size={18} className="flip" />
      </button>
      <h1 className="truncate text-center text-16 font-semibold">
        {title ?? (named === undefined ? appConfig().project.name : t(named))}
      </h1>
    </header>
  );
}
