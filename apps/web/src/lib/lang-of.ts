import { defaultLang, isLang, type Lang, languages, nearestLang } from "@tidemark/contracts";

const languageOfTag = (tag: string): string => tag.split(/[-_]/)[0]!.toLowerCase();
/** Whether a browser's wish is for a language that we have a rule for. */
const isWishKnown = (tag: string): boolean => languages.some((one) => languageOfTag(one.tag) === languageOfTag(tag));

/**
 * The reader's own choice, else what the browser asks for, else the site's. What is not offered becomes the default of the list, and Korean
 * that somebody is not offered, English.
 */
export function langOf(
  chosen: unknown,
  browser: readonly string[],
  siteLang: Lang,
  offered: readonly Lang[],
  listDefault: Lang = defaultLang,
): Lang {
  const [wish] = browser;
  const fromBrowser = wish !== undefined && isWishKnown(wish) ? nearestLang(wish) : siteLang;
  const wanted = chosen === undefined ? fromBrowser : chosen;
  if (isLang(wanted) && offered.includes(wanted)) return wanted;
  return wanted !== "ko_KR" && offered.includes(listDefault) ? listDefault : defaultLang;
}
