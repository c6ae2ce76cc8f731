import { i18n } from "@lingui/core";
import { defaultLang, type Direction, isLang, type Lang, languageOf } from "@tidemark/contracts";
import { firstPart, loadTexts, type Messages } from "./text-files.ts";

/** Parts whose texts are loaded: those of every page and of the parts loaded since. */
const loadedParts = new Set([firstPart]);

export const directionOf = (lang: Lang): Direction => languageOf(lang).direction;

/** The tag by which numbers and dates are printed: a number that was read must be the number to type, so digits are Latin everywhere. */
export const printTagOf = (lang: Lang): string => printTags[lang] ?? `${languageOf(lang).tag}-u-nu-latn`;

let printTags: Readonly<Partial<Record<Lang, string>>> = {};

/** Sets the locale tags that the config gives for formatting. */
export function setPrintTags(locales: Readonly<Partial<Record<Lang, string>>>): void {
  printTags = locales;
}

/** The character before the decimals as the language writes it; all but the comma count as the point. */
export function decimalMarkOf(lang: Lang): "." | "," {
  const parts = new Intl.NumberFormat(printTagOf(lang)).formatToParts(1.5);
  return parts.some(({ type, value }) => type === "decimal" && value === ",") ? "," : ".";
}

let latest: Lang = defaultLang;
/** The latest change of language, pending or done. */
let activating: Promise<void> | undefined;

async function textsIn(tag: string): Promise<Messages> {
  const parts = await Promise.all([...loadedParts].map((part) => loadTexts(part, tag)));
  return Object.assign({}, ...parts) as Messages;
}

/**
 * Switches all texts of the page to this language, and the page to its direction. Untranslated texts stay English. It stores nothing:
 * start-up and the user decide which language. Of two calls the later wins, whichever file arrives first.
 */
export function activateLang(lang: Lang): Promise<void> {
  latest = lang;
  activating = activate(lang);
  return activating;
}

async function activate(lang: Lang): Promise<void> {
  const { tag, direction } = languageOf(lang);
  try {
    const messages = await textsIn(tag);
    if (latest !== lang) return;
    i18n.loadAndActivate({ locale: tag, locales: printTagOf(lang), messages });
  } catch (error) {
    if (latest === lang) latest = currentLang();
    throw error;
  }
  document.documentElement.lang = tag;
  document.documentElement.dir = direction;
}

/**
 * Loads a part together with its texts. The part is not rendered yet, so nothing has to render again; from now on every change of language
 * loads these texts too. The build wraps dynamic imports in this.
 */
export async function withTexts<Fetched>(part: string, fetched: Promise<Fetched>): Promise<Fetched> {
  await Promise.all([fetched, loadedParts.has(part) ? undefined : addTextsOf(part)]);
  return fetched;
}

async function addTextsOf(part: string): Promise<void> {
  // Before the first language is active, its activation loads them.
  for (let lang = activating === undefined ? latest : undefined; lang !== latest;) {
    lang = latest;
    const messages = await loadTexts(part, languageOf(lang).tag);
    // A language that is being activated may have started without this part.
    await activating?.catch(() => undefined);
    if (lang === latest) Object.assign(i18n.messages, messages);
  }
  loadedParts.add(part);
}

/** The active language of the page. */
export function currentLang(): Lang {
  const lang = i18n.locale.replace("-", "_");
  return isLang(lang) ? lang : defaultLang;
}
