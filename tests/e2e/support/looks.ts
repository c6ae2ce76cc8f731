import { type Browser, type BrowserContextOptions, test } from "@playwright/test";
import { readCatalogue } from "../../../tools/texts/catalogues.ts";

/** How a page is looked at: in one of two languages, on one of two screens. */
const languages = { en: "en-US", fa: "fa-IR" } as const;
const screens = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 } },
} as const;
type Language = keyof typeof languages;
type LookName = `${Language} ${keyof typeof screens}`;
const lookNames: readonly LookName[] = ["en phone", "en desktop", "fa phone", "fa desktop"];

/** The translations of an English text: one for each context in which it stands. */
type Translations = ReadonlyMap<string, ReadonlySet<string>>;
const catalogues = new Map<string, Translations>();
for (const tag of Object.values(languages)) {
  const texts = new Map<string, Set<string>>();
  for (const name of ["web", "contracts"] as const)
    for (const { message = "", translation = "" } of Object.values(await readCatalogue(name, tag)))
      texts.set(message, (texts.get(message) ?? new Set<string>()).add(translation === "" ? message : translation));
  catalogues.set(tag, texts);
}

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/** Language and screen of a user path. */
export type Look = {
  readonly name: LookName;
  readonly browser: Browser;
  /** Browser options of this look. */
  readonly options: BrowserContextOptions;
  /** The translation of an English text, in any of its contexts. A value replaces its `{…}`; a `{…}` without a value matches anything. */
  readonly translated: (english: string, values?: Readonly<Record<string, string>>) => RegExp;
};

export function lookOf(name: LookName, browser: Browser): Look {
  const [language, screen] = name.split(" ") as [Language, keyof typeof screens];
  const tag = languages[language];
  const texts = catalogues.get(tag)!;
  return {
    name,
    browser,
    options: { locale: tag, ...screens[screen] },
    translated(english, values = {}) {
      const found = texts.get(english);
      if (found === undefined) throw new Error(`no such text: ${english}`);
      // Each value is isolated by direction marks.
      const sourceOf = (text: string): string =>
        text
          .split(/\{(\w+)\}/)
          .map((part, i) =>
            i % 2 === 0
              ? escaped(part)
              : `[\u2066-\u2069]?${values[part] === undefined ? ".+?" : escaped(values[part])}[\u2066-\u2069]?`,
          )
          .join("");
      return new RegExp([...found].map(sourceOf).join("|"), "u");
    },
  };
}

/**
 * A user path: run once in the given look, or in all of them (`pnpm e2e --all`). Looks are assigned so that each file covers every language
 * and every screen, and all files together every language on every screen.
 */
export function path(usual: LookName, title: string, walk: (look: Look) => Promise<void>): void {
  const wanted = process.env.E2E_LOOKS === "all" ? lookNames : [usual];
  for (const name of wanted) test(`${title} · ${name}`, ({ browser }) => walk(lookOf(name, browser)));
}
