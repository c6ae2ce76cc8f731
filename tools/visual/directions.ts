// Persian runs from right to left, so sources speak of start and end. This finds the words that mean a side of the screen.

export type Side = { line: number; text: string };

/** Utilities of Tailwind that name a side, such as ml-2, left-0, rounded-l, border-r, text-left. */
const utility =
  /(?<![\w-])-?(?:m[lr]|p[lr]|left|right|scroll-[mp][lr]|border-[lr]|rounded-(?:[lr]|[tb][lr])|float|clear|text)-(?:left|right|\[|\(|\d|auto|px|full|none|xs|sm|md|lg|control|panel|dialog|sheet|line)/;
const sideValue = /(?<![\w-])(?:float|clear|text)-(?:left|right)(?![\w-])/;
/** Utilities that have no word for start and end, such as origin-right: they need another for the other direction beside them. */
const turned =
  /^-?(?:origin|bg|object|mask)-(?:(?:top|bottom)-)?(?:left|right)(?:-(?:top|bottom))?$|^-?translate-x-(?!0$|none$)|^-?skew-x-/;
const isTurned = (words: readonly string[]): boolean =>
  words.some(
    (word) =>
      turned.test(bareOf(word)) &&
      !words.some((other) => /(?:^|:)(?:rtl|ltr):/.test(other) && familyOf(other) === familyOf(word)),
  );
const bareOf = (word: string): string => word.slice(word.lastIndexOf(":") + 1);
const familyOf = (word: string): string => /^-?([a-z]+)/.exec(bareOf(word))?.[1] ?? "";

/** Properties of CSS, in style sheets and as names of styles. */
const property =
  /(?<![\w-])(?:(?:margin|padding|border|scroll-margin|scroll-padding|inset)-(?:left|right)(?:-\w+)*|(?:margin|padding|border)(?:Left|Right)\w*|(?<=^\s*|[{,;]\s*)(?:left|right)|border-(?:top|bottom)-(?:left|right)-radius|text-align|float)\s*:\s*([^;,}\n]*)/g;

/** A line above may say why a side of the screen is meant. */
const excuse = "sides of the screen";

const isSideProperty = (found: string, value: string): boolean =>
  /^(?:text-align|float)/.test(found) ? /^["']?(?:left|right)/.test(value) : true;

/** The lines of a source that mean a side of the screen without saying why. */
export function sidesIn(source: string): Side[] {
  const lines = source.split("\n");
  return lines.flatMap((text, index) => {
    if ((lines[index - 1] ?? "").includes(excuse) || text.includes(excuse)) return [];
    const isUtility =
      /["'`]|@apply/.test(text) && (sideValue.test(text) || sideUtility(wordsOf(text)) || isTurned(wordsOf(text)));
    const isProperty = [...text.matchAll(property)].some((match) => isSideProperty(match[0], match[1] ?? ""));
    return isUtility || isProperty ? [{ line: index + 1, text: text.trim() }] : [];
  });
}

const wordsOf = (text: string): string[] => text.split(/\s+|["'`]/);

/** `text-` and `float-` are harmless unless a side follows. */
const sideUtility = (words: readonly string[]): boolean =>
  words.some((word) => {
    const bare = bareOf(word);
    return !/^-?(?:text|float|clear)-/.test(bare) && utility.test(bare);
  });
