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

/** One text of the catalogues: an English text has one for each context in which it stands. */
type Text = { readonly message: string; readonly context: string | undefined; readonly translation: string };
const catalogues = new Map<string, readonly Text[]>();
for (const tag of Object.values(languages)) {
  const texts: Text[] = [];
  for (const name of ["web", "contracts"] as const)
    for (const { message = "", context, translation = "" } of Object.values(await readCatalogue(name, tag)))
      texts.push({ message, context, translation: translation === "" ? message : translation });
  catalogues.set(tag, texts);
}

/** Without a context, a text that is translated differently in several is refused. */
function translationOf(texts: readonly Text[], english: string, context: string | undefined): string {
  const found = texts.filter((text) => text.message === english && (context === undefined || text.context === context));
  const [translation, another] = new Set(found.map((text) => text.translation));
  if (translation === undefined) throw new Error(`no such text: ${english}`);
  if (another === undefined) return translation;
  const contexts = found.map((text) => text.context ?? "none").join(", ");
  throw new Error(`${english}: translated differently by context, name one (${contexts})`);
}

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/** Language and screen of a user path. */
export type Look = {
  readonly name: LookName;
  readonly browser: Browser;
  /** Browser options of this look. */
  readonly options: BrowserContextOptions;
  /** The translation of an English text. A value replaces its `{…}`; a `{…}` without a value matches anything. */
  readonly translated: (english: string, values?: Readonly<Record<string, string>>, context?: string) => RegExp;
};

export function lookOf(name: LookName, browser: Browser): Look {
  const [language, screen] = name.split(" ") as [Language, keyof typeof screens];
  const tag = languages[language];
  const texts = catalogues.get(tag)!;
  return {
    name,
    browser,
    options: { locale: tag, ...screens[screen] },
    translated(english, values = {}, context) {
      // Each value is isolated by direction marks.
      const source = translationOf(texts, english, context)
        .split(/\{(\w+)\}/)
        .map((part, i) =>
          i % 2 === 0
            ? escaped(part)
            : `[\u2066-\u2069]?${values[part] === undefined ? ".+?" : escaped(values[part])}[\u2066-\u2069]?`,
        )
        .join("");
      return new RegExp(source, "u");
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
