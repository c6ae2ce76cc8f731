import { defaultLang, isLang, type Lang, languages, nearestLang } from "@tidemark/contracts";

const languageOfTag = (tag: string): string => tag.split(/[-_]/)[0]!.toLowerCase();
/** Whether a browser's wish is for a language that we have a rule for. */
const isWishKnown = (tag: string): boolean => languages.some((one) => languageOfTag(one.tag) === languageOfTag(tag));

/** The reader's own choice, else what the browser asks for, else the site's; what is not offered becomes English. */
export function langOf(chosen: unknown, browser: readonly string[], siteLang: Lang, offered: readonly Lang[]): Lang {
  const [wish] = browser;
  const fromBrowser = wish !== undefined && isWishKnown(wish) ? nearestLang(wish) : siteLang;
  const wanted = chosen === undefined ? fromBrowser : chosen;
  return isLang(wanted) && offered.includes(wanted) ? wanted : defaultLang;
}
