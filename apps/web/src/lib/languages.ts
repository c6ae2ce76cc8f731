import { i18n } from "@lingui/core";
import { defaultLang, type Direction, isLang, type Lang, languageOf } from "@tidemark/contracts";

// One catalogue a language, each a file of its own that is fetched when somebody speaks it.
const catalogs = import.meta.glob<{ messages: Record<string, string> }>("../../locales/*.po");

export const directionOf = (lang: Lang): Direction => languageOf(lang).direction;

/** The tag by which numbers and dates are printed: a number that was read must be the number to type, so digits are Latin everywhere. */
export const printTagOf = (lang: Lang): string => `${languageOf(lang).tag}-u-nu-latn`;

let latest: Lang = defaultLang;

/**
 * Makes every word of the page one of this language, and the page read in its direction. What is not translated is said in English.
 * It remembers nothing: which language it is, start-up and the reader decide. Of two calls the later counts, whichever file comes first.
 */
export async function speak(lang: Lang): Promise<void> {
  latest = lang;
  const { tag, direction } = languageOf(lang);
  const load = catalogs[`../../locales/${tag}.po`];
  if (load === undefined) throw new Error(`no catalogue of ${tag}`);
  const { messages } = await load();
  if (latest !== lang) return;
  i18n.loadAndActivate({ locale: tag, locales: printTagOf(lang), messages });
  document.documentElement.lang = tag;
  document.documentElement.dir = direction;
}

/** The language that the page speaks now. */
export function spokenLang(): Lang {
  const lang = i18n.locale.replace("-", "_");
  return isLang(lang) ? lang : defaultLang;
}
