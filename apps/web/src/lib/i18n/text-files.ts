import { takePreloaded } from "./preloaded-requests.ts";
import { textFilePathOf } from "./text-file-path.ts";

export type Messages = Readonly<Record<string, string>>;

/** The texts that every page needs. The build replaces this by a name with a content hash, as for every other part. */
export const firstPart: string = "first";

// In development and in tests, one catalogue has all texts of a language.
const catalogues = import.meta.env.DEV
  ? import.meta.glob<{ messages: Messages }>("../../../locales/*.po")
  : ({} as Record<string, never>);

/** The texts of a part in the language of this tag. */
export async function loadTexts(part: string, tag: string): Promise<Messages> {
  if (import.meta.env.DEV) return (await catalogues[`../../../locales/${tag}.po`]!()).messages;
  const file = textFilePathOf(part, tag);
  const response = await (takePreloaded(file) ?? fetch(file));
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  return (await response.json()) as Messages;
}
