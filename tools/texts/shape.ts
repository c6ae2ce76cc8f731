import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";

/** What a translation must have in common with its English, whatever its words are. */
export type Shape = {
  /** Instruments of the values that stand in it, in order of the alphabet. */
  readonly values: readonly string[];
  /** Tags such as <0>, </0> and <1/>, in order of the alphabet. */
  readonly tags: readonly string[];
  /** The forms of each plural, and the cases of each choice. */
  readonly plurals: readonly { readonly name: string; readonly forms: readonly string[] }[];
  readonly choices: readonly { readonly name: string; readonly forms: readonly string[] }[];
};

type Tokens = ReturnType<typeof compileMessageOrThrow>;

export function shapeOf(message: string): Shape {
  const values = new Set<string>();
  const tags: string[] = [];
  const plurals: Shape["plurals"][number][] = [];
  const choices: Shape["choices"][number][] = [];
  function walk(tokens: Tokens): void {
    for (const token of tokens) {
      if (typeof token === "string") {
        tags.push(...(token.match(/<\/?\w+\/?>/g) ?? []));
        continue;
      }
      const [name, kind, given] = token;
      values.add(name);
      if (typeof given !== "object") continue;
      const { offset: _offset, ...forms } = given as Record<string, Tokens | number | undefined>;
      if (kind === "select") choices.push({ name, forms: Object.keys(forms).sort() });
      else if (kind !== "date") plurals.push({ name, forms: Object.keys(forms).filter((form) => !/^\d+$/.test(form)) });
      if (kind !== "date") for (const form of Object.values(forms)) walk(form as Tokens);
    }
  }
  walk(compileMessageOrThrow(message));
  // Forms of a plural repeat the tags of one another.
  return { values: [...values].sort(), tags: [...new Set(tags)].sort(), plurals, choices };
}

const same = (a: readonly unknown[], b: readonly unknown[]): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The plural forms that a language has by CLDR. */
export const formsOf = (tag: string): string[] =>
  new Intl.PluralRules(tag).resolvedOptions().pluralCategories.toSorted();

export type ShapeProblem = { readonly kind: "parameters" | "plurals"; readonly what: string };

function readShape(message: string): Shape | string {
  try {
    return shapeOf(message);
  } catch (error) {
    return error instanceof Error ? error.message.split("\n")[0]! : "unknown";
  }
}

/** What is wrong with a translation, or with the English itself when it is given for both. */
export function problemsOf(english: string, translation: string, tag: string): ShapeProblem[] {
  const [wanted, given] = [readShape(english), readShape(translation)];
  if (typeof given === "string") return [{ kind: "parameters", what: `cannot be read: ${given}` }];
  if (typeof wanted === "string") return [{ kind: "parameters", what: `the English cannot be read: ${wanted}` }];
  const problems: ShapeProblem[] = [];
  const expect = (what: string, a: readonly unknown[], b: readonly unknown[]): void => {
    if (!same(a, b)) problems.push({ kind: "parameters", what: `${what} ${b.join(" ")} instead of ${a.join(" ")}` });
  };
  expect("values", wanted.values, given.values);
  expect("tags", wanted.tags, given.tags);
  const cases = ({ choices }: Shape): string[] => choices.map(({ name, forms }) => `${name} (${forms.join(" ")})`);
  expect("choices", cases(wanted), cases(given));
  const edges = (text: string): string[] => [/^\s*/.exec(text)![0], /\s*$/.exec(text)![0]];
  if (!same(edges(english), edges(translation)))
    problems.push({ kind: "parameters", what: "spaces at its ends differ" });
  for (const { name, forms } of given.plurals)
    if (!same(forms.toSorted(), formsOf(tag)))
      problems.push({
        kind: "plurals",
        what: `{${name}} has ${forms.join(" ")}; ${tag} has ${formsOf(tag).join(" ")}`,
      });
  return problems;
}
