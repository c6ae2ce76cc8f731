import { useRouterState } from "@tanstack/react-router";
import { ChevronLeft } from "lucide-react";
import { appConfig } from "../../lib/config/app-config.ts";
import { bridge, statusBarHeightOf } from "../../lib/device/native-bridge.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "../shell-messages.ts";

/** The bar of a page inside the app: back closes the web view, and the phone's own bar has its room above. */
export function InAppBar({ title }: { title: string | undefined }) {
  const t = useTexts();
  const named = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.title });
  const statusBarHeight = statusBarHeightOf(location.search);
  return (
    <header
      style={{ paddingBlockStart: statusBarHeight }}
      className="sticky top-(--sim-height) z-nav mt-(--sim-height) grid grid-cols-[44px_1fr_44px] items-center border-b border-line bg-surface"
      data-testid="in-app-bar"
    >
      <button
        type="button"
        aria-label={t(m.back)}
        // If the app does not answer, the page stays open; there is no other way to close it.
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
