import { languageOf, textIn } from "@tidemark/contracts";
import { type ReactNode, useState } from "react";
import { appConfig } from "../../lib/config/app-config.ts";
import { currentLang } from "../../lib/i18n/languages.ts";
import { hasSimulated, site } from "../../lib/client/page-hosts.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useFlags } from "../../session/flags.ts";
import { Logo } from "../logo.tsx";
import { shownEntries } from "../menus/menu-rules.ts";
import { ComingSoonTag } from "../menus/coming-soon-tag.tsx";
import { hrefOf, PageLink } from "../page-link.tsx";
import { m as own } from "./footer-messages.ts";
import { m } from "../shell-messages.ts";
import { useEntryTexts } from "../menus/use-menu.ts";
import { useLanguage } from "../menus/use-language.ts";

const linkLook = "rounded-control transition-colors hover:text-ink aria-[current]:font-medium aria-[current]:text-ink";

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-3 text-12 font-medium text-ink">{title}</h2>
      <ul className="grid gap-2">{children}</ul>
    </section>
  );
}

export function FooterContent() {
  const t = useTexts();
  const textOf = useEntryTexts();
  const flags = useFlags();
  const { switches, project } = appConfig();
  const [year] = useState(() => new Date().getFullYear());
  return (
    <div className="wrap">
      <div className="grid grid-cols-2 gap-6 w768:gap-8 w768:grid-cols-4 w1024:grid-cols-[1.6fr_repeat(4,1fr)]">
        <div className="col-span-full w1024:col-span-1">
          <PageLink
            href={hrefOf("/")}
            aria-label={t(m.home, { name: project.name })}
            className="inline-flex rounded-control text-ink"
          >
            <Logo />
          </PageLink>
          <p className="mt-4 max-w-[32ch] leading-[1.6]">{t(own.about)}</p>
        </div>
        {project.footer.map((column) => (
          <Column key={column.id} title={textOf(column, "footer")}>
            {shownEntries(column.entries, { flags, switches, hasSimulated: hasSimulated() }).map((entry) => (
              <li key={entry.id}>
                <PageLink href={hrefOf(entry.path ?? "/")} className={linkLook}>
                  {textOf(entry, "footer")}
                  <ComingSoonTag path={entry.path} />
                </PageLink>
              </li>
            ))}
          </Column>
        ))}
        <Column title={t(own.sites)}>
          {project.sites.map(({ siteId, path, text }) => (
            <li key={siteId}>
              <a href={path} aria-current={siteId === site.siteId ? "true" : undefined} className={linkLook}>
                {textIn(text, currentLang())}
              </a>
            </li>
          ))}
        </Column>
      </div>
      <Languages />
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-3 text-12">
        <p className="max-w-[76ch]">{t(own.risk)}</p>
        <p className="flex flex-wrap gap-x-5 gap-y-1">
          <PageLink href={hrefOf("/status")} className={linkLook}>
            {t(own.status)}
          </PageLink>
          <span className="num">
            © {year} {project.name}
          </span>
        </p>
      </div>
    </div>
  );
}

function Languages() {
  const t = useTexts();
  const { lang: current, offered, choose } = useLanguage();
  return (
    <ul aria-label={t(own.languageTitle)} className="mt-8 flex flex-wrap gap-x-5 gap-y-2 border-t border-line py-6">
      {offered.map((lang) => {
        const { name, tag } = languageOf(lang);
        return (
          <li key={lang}>
            <button
              type="button"
              lang={tag}
              aria-current={lang === current ? "true" : undefined}
              onClick={() => choose(lang)}
              className={linkLook}
            >
              <bdi>{name}</bdi>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
