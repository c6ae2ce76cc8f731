import { defaultLang, isLang, type Lang, languages, nearestLang } from "@tidemark/contracts";

const languageOfTag = (tag: string): string => tag.split(/[-_]/)[0]!.toLowerCase();
/** Whether one of our languages matches the browser's tag. */
const isTagKnown = (tag: string): boolean => languages.some((one) => languageOfTag(one.tag) === languageOfTag(tag));

/**
 * The user's choice, else the browser's language, else the site's. A language that is not offered becomes the default of the list; Korean
 * that is not offered becomes English.
 */
export function langOf(
  chosen: unknown,
  browser: readonly string[],
  siteLang: Lang,
  offered: readonly Lang[],
  listDefault: Lang = defaultLang,
): Lang {
  const [browserTag] = browser;
  const fromBrowser = browserTag !== undefined && isTagKnown(browserTag) ? nearestLang(browserTag) : siteLang;
  const preferred = chosen === undefined ? fromBrowser : chosen;
  if (isLang(preferred) && offered.includes(preferred)) return preferred;
  return preferred !== "ko_KR" && offered.includes(listDefault) ? listDefault : defaultLang;
}
