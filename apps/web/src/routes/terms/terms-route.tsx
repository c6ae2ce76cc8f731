import { languageOf } from "@tidemark/contracts";
import { Note } from "@tidemark/kit-ui";
import { appConfig } from "../../lib/config/app-config.ts";
import { currentLang } from "../../lib/i18n/languages.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./terms-messages.ts";
import { termsSections, termsSince } from "./terms-text.ts";

/** The terms that a new user agrees to; readable by everyone, before an account exists. */
export function TermsRoute() {
  const t = useTexts();
  const { name, support } = appConfig().project;
  const isEnglish = languageOf(currentLang()).tag.startsWith("en");
  return (
    <main className="wrap grid justify-items-center py-10 w768:py-16">
      <article className="grid w-full max-w-[68ch] gap-8">
        <header className="grid gap-3">
          <h1 className="text-28 font-semibold tracking-[-0.025em] w768:text-40">{t(m.title)}</h1>
          <p className="text-13 text-muted">{t(m.since, { date: termsSince })}</p>
          <Note tone="warn">{t(m.development)}</Note>
          {!isEnglish && <p className="text-13 text-muted">{t(m.onlyEnglish)}</p>}
        </header>
        <div lang="en" dir="ltr" className="grid gap-6" data-testid="terms">
          {termsSections(name, support.email).map(({ title, text }, index) => (
            <section key={title} className="grid gap-1.5">
              <h2 className="text-16 font-semibold">
                <span className="num">{index + 1}.</span> {title}
              </h2>
              <p className="text-14 leading-[1.65] text-pretty text-muted">{text}</p>
            </section>
          ))}
        </div>
      </article>
    </main>
  );
}
