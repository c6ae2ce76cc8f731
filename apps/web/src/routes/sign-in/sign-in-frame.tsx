import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { HostMark } from "../../features/sign-in/step-parts.tsx";
import { isInApp } from "../../lib/device/native-bridge.ts";
import { appConfig } from "../../lib/config/app-config.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { LanguageButton } from "../../shell/panels/language-button.tsx";
import { Logo } from "../../shell/logo.tsx";
import { m } from "./sign-in-route-messages.ts";
import { TrustPanel } from "./trust-panel.tsx";

/** The frame of a sign-in step, beside a panel that shows the official host. */
export function SignInFrame({ children, panel = <TrustPanel /> }: { children: ReactNode; panel?: ReactNode }) {
  const t = useTexts();
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
