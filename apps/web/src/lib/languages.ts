import { i18n } from "@lingui/core";
import { defaultLang, type Direction, isLang, type Lang, languageOf } from "@tidemark/contracts";
import { firstPart, loadWords, type Messages } from "./word-files.ts";

/** What every page says, and what the parts say that have been fetched. */
const spokenParts = new Set([firstPart]);

export const directionOf = (lang: Lang): Direction => languageOf(lang).direction;

/** The tag by which numbers and dates are printed: a number that was read must be the number to type, so digits are Latin everywhere. */
export const printTagOf = (lang: Lang): string => printTags[lang] ?? `${languageOf(lang).tag}-u-nu-latn`;

let printTags: Readonly<Partial<Record<Lang, string>>> = {};

/** The tags that the config names for languages of its own wish. */
export function printBy(locales: Readonly<Partial<Record<Lang, string>>>): void {
  printTags = locales;
}

let latest: Lang = defaultLang;
/** The latest language on its way, or there. */
let speaking: Promise<void> | undefined;

async function wordsIn(tag: string): Promise<Messages> {
  const parts = await Promise.all([...spokenParts].map((part) => loadWords(part, tag)));
  return Object.assign({}, ...parts) as Messages;
}

/**
 * Makes every word of the page one of this language, and the page read in its direction. What is not translated is said in English.
 * It remembers nothing: which language it is, start-up and the reader decide. Of two calls the later counts, whichever file comes first.
 */
export function speak(lang: Lang): Promise<void> {
  latest = lang;
  speaking = activate(lang);
  return speaking;
}

async function activate(lang: Lang): Promise<void> {
  const { tag, direction } = languageOf(lang);
  try {
    const messages = await wordsIn(tag);
    if (latest !== lang) return;
    i18n.loadAndActivate({ locale: tag, locales: printTagOf(lang), messages });
  } catch (error) {
    if (latest === lang) latest = spokenLang();
    throw error;
  }
  document.documentElement.lang = tag;
  document.documentElement.dir = direction;
}

/**
 * Something that is fetched together with the words of its own. Nobody has said them yet, so nothing is drawn anew; from now on they are
 * fetched with every language. The build writes this around what is imported later.
 */
export async function bringWords<Fetched>(part: string, fetched: Promise<Fetched>): Promise<Fetched> {
  await Promise.all([fetched, spokenParts.has(part) ? undefined : learn(part)]);
  return fetched;
}

async function learn(part: string): Promise<void> {
  // The first language brings them: nobody has said a word yet.
  for (let lang = speaking === undefined ? latest : undefined; lang !== latest;) {
    lang = latest;
    const messages = await loadWords(part, languageOf(lang).tag);
    // A language that is on its way may have left without them.
    await speaking?.catch(() => undefined);
    if (lang === latest) Object.assign(i18n.messages, messages);
  }
  spokenParts.add(part);
}

/** The language that the page speaks now. */
export function spokenLang(): Lang {
  const lang = i18n.locale.replace("-", "_");
  return isLang(lang) ? lang : defaultLang;
}
