import { type Browser, type BrowserContextOptions, test } from "@playwright/test";
import { readCatalogue } from "../../tools/words/catalogues.ts";

/** How a page is looked at: in one of two languages, on one of two screens. */
const languages = { en: "en-US", fa: "fa-IR" } as const;
const screens = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 } },
} as const;
type Language = keyof typeof languages;
type LookName = `${Language} ${keyof typeof screens}`;
const lookNames: readonly LookName[] = ["en phone", "en desktop", "fa phone", "fa desktop"];

const catalogues = new Map<string, ReadonlyMap<string, string>>();
for (const tag of Object.values(languages)) {
  const words = new Map<string, string>();
  for (const name of ["web", "contracts"] as const)
    for (const { message = "", translation = "" } of Object.values(await readCatalogue(name, tag)))
      words.set(message, translation === "" ? message : translation);
  catalogues.set(tag, words);
}

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/** What a person sees and reads who walks a path. */
export type Look = {
  readonly name: LookName;
  readonly browser: Browser;
  /** What the browser of such a person is like. */
  readonly options: BrowserContextOptions;
  /** The words of the page for these English ones; a value may stand for each `{…}`, and without one it is anything. */
  readonly says: (english: string, values?: Readonly<Record<string, string>>) => RegExp;
};

function lookOf(name: LookName, browser: Browser): Look {
  const [language, screen] = name.split(" ") as [Language, keyof typeof screens];
  const tag = languages[language];
  const words = catalogues.get(tag)!;
  return {
    name,
    browser,
    options: { locale: tag, ...screens[screen] },
    says(english, values = {}) {
      const text = words.get(english);
      if (text === undefined) throw new Error(`no page says: ${english}`);
      const parts = text.split(/\{(\w+)\}/);
      // Each value keeps its own direction by marks around it.
      const source = parts.map((part, i) =>
        i % 2 === 0
          ? escaped(part)
          : `[\u2066-\u2069]?${values[part] === undefined ? ".+?" : escaped(values[part])}[\u2066-\u2069]?`,
      );
      return new RegExp(source.join(""), "u");
    },
  };
}

/**
 * A path that people walk: once in the look that it is given here, or in all of them (`pnpm e2e --all`). Looks are given so that in each
 * file every language and every screen comes, and over all files every language on every screen.
 */
export function path(usual: LookName, title: string, walk: (look: Look) => Promise<void>): void {
  const wanted = process.env.E2E_LOOKS === "all" ? lookNames : [usual];
  for (const name of wanted) test(`${title} · ${name}`, ({ browser }) => walk(lookOf(name, browser)));
}
