import type { MessageDescriptor } from "@lingui/core";
import { Link, useMatchRoute, useSearch } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { useTexts } from "../../lib/i18n/texts.ts";
import { FactorPrompt } from "../factor-prompt.tsx";
import { m } from "./personal-messages.ts";
import { verificationPart } from "./profile-search.ts";

type Place = {
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly texts: MessageDescriptor;
  /** Another place is a part of the same page. */
  readonly isExact?: true;
  /** Every page of this route is this place, not only the one that it leads to. */
  readonly route?: string;
};

const places: readonly Place[] = [
  { to: "/personal/settings/profile", texts: m.profile, isExact: true },
  { to: "/personal/settings/profile", search: { part: verificationPart }, texts: m.verification },
  { to: "/personal/security", texts: m.security },
  { to: "/personal/settings/my-api", texts: m.api },
  { to: "/personal/message/trader", route: "/personal/message/$type", texts: m.messages },
  { to: "/personal/settings/notifications", texts: m.notifications },
  { to: "/personal/alerts", texts: m.alerts },
  { to: "/personal/support", texts: m.support },
];

const openLook = "bg-surface text-ink! w980:border-brand!";

/** A page of the user's account: with the menu of its sibling pages, and the dialog for a second factor where a call needs one. */
export function PersonalFrame({ children }: { children: ReactNode }) {
  const t = useTexts();
  const nav = useRef<HTMLElement>(null);
  const { part } = useSearch({ strict: false });
  const matchRoute = useMatchRoute();
  const isOn = (route: string | undefined): boolean =>
    route !== undefined && matchRoute({ to: route as never }) !== false;
  // On a phone the places are a row that is longer than the window: the one that is open must be in sight.
  useEffect(() => {
    nav.current?.querySelector("[aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
  }, [part]);
  return (
    <main className="wrap grid grid-cols-[minmax(0,1fr)] content-start gap-4 pt-4 pb-20 w980:grid-cols-[200px_minmax(0,1fr)] w980:gap-12 w980:pt-8">
      <nav
        ref={nav}
        aria-label={t(m.account)}
        className="-mx-(--gutter) flex gap-0.5 overflow-x-auto px-(--gutter) [scrollbar-width:none] w980:sticky w980:top-[calc(var(--nav-height)+32px)] w980:mx-0 w980:grid w980:h-max w980:px-0"
      >
        {places.map(({ to, search = {}, texts, isExact = false, route }) => (
          <Link
            key={texts.id}
            to={to}
            search={search as never}
            activeOptions={{ exact: isExact }}
            className={`flex-none rounded-control px-3 py-2 text-14 font-medium whitespace-nowrap text-muted hover:text-ink w980:rounded-s-none w980:border-s-2 w980:border-transparent ${isOn(route) ? openLook : ""}`}
            {...(isOn(route) ? { "aria-current": "page" as const } : { activeProps: { className: openLook } })}
          >
            {t(texts)}
          </Link>
        ))}
      </nav>
      <div className="min-w-0">{children}</div>
      <FactorPrompt />
    </main>
  );
}
