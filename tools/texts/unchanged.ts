import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Texts that are rightly the same as in English: names, tickers and terms of the trade. "*" holds what is so in every language; under a
 * tag stand words that this language has borrowed, put there by whoever translated them (`"same": true` in a merged file).
 */
export type Unchanged = Record<string, string[]>;

const file = fileURLToPath(new URL("unchanged.json", import.meta.url));

export const readUnchanged = (): Unchanged =>
  existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Unchanged) : {};

export function writeUnchanged(unchanged: Unchanged): void {
  const ordered = Object.fromEntries(
    Object.entries(unchanged)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([tag, texts]) => [tag, [...new Set(texts)].sort()]),
  );
  writeFileSync(file, `${JSON.stringify(ordered, null, 2)}\n`);
}

const withoutValues = (text: string): string => text.replaceAll(/\{[^}]*\}|<[^>]*>/g, "");

/** Whether a translation says what the English says, word for word, and should not. */
export function isUntranslated(english: string, translation: string, tag: string, unchanged: Unchanged): boolean {
  if (translation !== english) return false;
  if (!/\p{L}{2}/u.test(withoutValues(english))) return false;
  return ![...(unchanged["*"] ?? []), ...(unchanged[tag] ?? [])].includes(english);
}
