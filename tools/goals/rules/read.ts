/** A test that passed, by its file and its name with and without the groups around it. */
export type PassedTest = { readonly file: string; readonly fullName: string; readonly title: string };

/** The codes that the engine answered while a test ran. */
export type Recorded = { readonly file: string; readonly title: string; readonly codes: readonly number[] };

/** The rules that the rule book defines: a number in brackets that opens a line or a point of a list. Anywhere else it is only cited. */
export const rulesOf = (book: string): string[] =>
  [...book.matchAll(/^(?:\* )?\((R-\d+[.]\d+)\)/gm)].map(([, rule]) => rule!);

/** Every vector that a text names, by itself or in a range such as V121–V123. */
export function vectorsIn(text: string): Set<string> {
  const found = new Set<string>();
  for (const [, first, last] of text.matchAll(/\bV(\d{3})(?:[–…]V(\d{3}))?(?!\d)/g))
    for (let i = Number(first); i <= Number(last ?? first); i += 1) found.add(`V${String(i).padStart(3, "0")}`);
  return found;
}

/** Refusals of the rule book that an engine answers: 21xxx to 24xxx, and those of the system that it decides itself. */
export const isEngineCode = (code: number): boolean =>
  (code >= 21_000 && code < 25_000) || [50_001, 50_005, 50_006, 50_007].includes(code);

/**
 * The codes that were answered while a test ran that passed and whose file also writes the number: random stories meet many refusals, but
 * they expect none in particular.
 */
export function codesReached(
  passed: readonly PassedTest[],
  recorded: readonly Recorded[],
  sourceOf: (file: string) => string,
): Set<number> {
  const isPassed = new Set(passed.map(({ file, title }) => `${file} ${title}`));
  const named = new Map<string, ReadonlySet<number>>();
  const numbersOf = (file: string): ReadonlySet<number> => {
    const known = named.get(file);
    if (known !== undefined) return known;
    const numbers = new Set(
      [...sourceOf(file).matchAll(/\b\d{2}_?\d{3}\b/g)].map(([text]) => Number(text.replace("_", ""))),
    );
    named.set(file, numbers);
    return numbers;
  };
  const reached = new Set<number>();
  for (const { file, title, codes } of recorded)
    if (isPassed.has(`${file} ${title}`)) for (const code of codes) if (numbersOf(file).has(code)) reached.add(code);
  return reached;
}
