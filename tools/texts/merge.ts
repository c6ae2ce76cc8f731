import { catalogueNames, readCatalogue, root, writeCatalogue } from "./catalogues.ts";
import type { ToTranslate } from "./missing.ts";
import { problemsOf } from "./shape.ts";
import { isUntranslated, type Unchanged } from "./unchanged.ts";

export type Merged = { readonly taken: number; readonly refused: readonly string[]; readonly same: readonly string[] };

type Given = Pick<ToTranslate, "catalogue" | "id" | "english" | "translation" | "same">;

/**
 * Puts translations into the catalogues of a language. One that lost a value, has the wrong plural forms, belongs to an English that has
 * changed meanwhile, or only repeats the English without saying so, is refused and named; the others are taken all the same.
 */
export async function mergeInto(
  tag: string,
  given: readonly Given[],
  unchanged: Unchanged,
  at: string = root,
): Promise<Merged> {
  const refused: string[] = [];
  const same: string[] = [];
  let taken = 0;
  for (const name of catalogueNames) {
    const catalogue = await readCatalogue(name, tag, at);
    let isTouched = false;
    for (const { id, english, translation, same: isSame } of given.filter((one) => one.catalogue === name)) {
      if (translation === "") continue;
      const message = catalogue[id];
      const refuse = (why: string): void => void refused.push(`${name} "${english}": ${why}`);
      if (message === undefined || message.obsolete === true || message.message !== english) {
        refuse("the English is not in use any more");
        continue;
      }
      const problems = problemsOf(english, translation, tag);
      for (const { what } of problems) refuse(what);
      if (problems.length > 0) continue;
      if (isUntranslated(english, translation, tag, unchanged)) {
        if (isSame !== true) {
          refuse('it is the English; if that is right, say "same": true');
          continue;
        }
        same.push(english);
      }
      message.translation = translation;
      isTouched = true;
      taken += 1;
    }
    if (isTouched) await writeCatalogue(name, tag, catalogue, at);
  }
  for (const { catalogue, english } of given)
    if (!catalogueNames.includes(catalogue)) refused.push(`"${english}": there is no catalogue ${catalogue}`);
  return { taken, refused, same };
}
