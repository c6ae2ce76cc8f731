import { takeBegun } from "./begun.ts";
import { wordFileOf } from "./word-file-of.ts";

export type Messages = Readonly<Record<string, string>>;

/** The words that every page says. The build knows it by a name that changes with its words, as it does every other part. */
export const firstPart: string = "first";

// In development, and in tests, one catalogue has every word of its language.
const catalogues = import.meta.env.DEV
  ? import.meta.glob<{ messages: Messages }>("../../locales/*.po")
  : ({} as Record<string, never>);

/** The words of a part of the page in the language of this tag. */
export async function loadWords(part: string, tag: string): Promise<Messages> {
  if (import.meta.env.DEV) return (await catalogues[`../../locales/${tag}.po`]!()).messages;
  const file = wordFileOf(part, tag);
  const response = await (takeBegun(file) ?? fetch(file));
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  return (await response.json()) as Messages;
}
