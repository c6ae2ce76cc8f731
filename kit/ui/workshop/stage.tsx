import { type ReactNode, useLayoutEffect, useState } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { type Density, useDensity } from "../src/theme/density.ts";
import { loadFontsOf } from "../src/theme/fonts.ts";
import { LocaleContext, type StoryLocale } from "./texts.ts";

export type StageGlobals = { theme: "dark" | "light"; locale: StoryLocale; density: Density };

const tags = { en: "en-US", de: "de-DE", ja: "ja-JP", fa: "fa-IR" } as const;

export type StageProps = {
  /** The story's id, by which pictures are taken. */
  story: string;
  globals: StageGlobals;
  /** Of stories that are about one density. */
  density: Density | undefined;
  children: ReactNode;
};

/** The page around a story: theme, language, direction and density are set as in the application. */
export function Stage({ story, globals, density, children }: StageProps) {
  const { theme, locale } = globals;
  const [shown, setShown] = useState<string>();
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.dataset.theme = theme;
    root.lang = tags[locale];
    root.dir = locale === "fa" ? "rtl" : "ltr";
    void loadFontsOf(locale).then(() => setShown(locale));
  }, [theme, locale]);
  useDensity(density ?? globals.density);
  return (
    <I18nProvider locale={tags[locale]}>
      <LocaleContext value={locale}>
        <main
          key={locale}
          data-stage={shown === locale ? `${story} ${theme} ${locale}` : undefined}
          className="p-4 w768:p-6"
        >
          {children}
        </main>
      </LocaleContext>
    </I18nProvider>
  );
}

/** One group of states: a caption, and the states in a wrapping row. */
export function Shelf({ title, children, wide = false }: { title: string; children: ReactNode; wide?: boolean }) {
  return (
    <section className="mb-6">
      <h2 lang="en" dir="ltr" className="mb-2 text-11 text-muted">
        {title}
      </h2>
      <div className={wide ? "grid gap-4" : "flex flex-wrap items-start gap-4"}>{children}</div>
    </section>
  );
}
