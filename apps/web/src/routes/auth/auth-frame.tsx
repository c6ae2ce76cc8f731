import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { HostMark } from "../../features/auth/auth-page.tsx";
import { isInApp } from "../../lib/native-bridge.ts";
import { appConfig } from "../../lib/app-config.ts";
import { useWords } from "../../lib/words.ts";
import { LanguageButton } from "../../shell/language-button.tsx";
import { Logo } from "../../shell/logo.tsx";
import { m } from "./auth-route-messages.ts";
import { TrustPanel } from "./trust-panel.tsx";

/** A step of coming in, beside what one should look at before a password is typed. */
export function AuthFrame({ children, panel = <TrustPanel /> }: { children: ReactNode; panel?: ReactNode }) {
  const t = useWords();
  const { support } = appConfig().project;
  return (
    <main className="grid min-h-dvh w1024:grid-cols-2">
      <section className="flex min-w-0 flex-col px-4 w768:px-8">
        {!isInApp() && (
          <header className="flex h-14 flex-none items-center gap-2 w768:h-19">
            <Link to="/" aria-label={t(m.home, { name: appConfig().project.name })} className="me-auto rounded-control">
              <Logo />
            </Link>
            <HostMark />
            <span className="w1024:hidden">
              <LanguageButton />
            </span>
          </header>
        )}
        <div className="mx-auto grid w-full max-w-95 flex-1 content-center gap-6 py-8 max-w768:content-start">
          {children}
        </div>
        <footer className="flex h-14 flex-none items-center justify-center gap-4 text-12 text-muted">
          <Link to="/" className="rounded-control hover:text-ink">
            {t(m.markets)}
          </Link>
          <a href={`mailto:${support.email}`} className="rounded-control hover:text-ink">
            {t(m.help)}
          </a>
        </footer>
      </section>
      {panel}
    </main>
  );
}
