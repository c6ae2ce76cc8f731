import type { Refusal } from "../errors.ts";

/** A sentence as parts: words, a value by its name, or one of several wordings by how many there are. */
type SentencePart =
  | string
  | readonly [name: string]
  | readonly [name: string, kind: "plural", forms: Readonly<Record<string, readonly SentencePart[]>>];
export type Sentence = readonly SentencePart[];

/** A language's sentences; what is not translated is not in it. */
export type Sentences = Readonly<Partial<Record<Refusal, Sentence>>>;

const rules = new Map<string, Intl.PluralRules>();
function formOf(count: string, tag: string): string {
  const known = rules.get(tag) ?? new Intl.PluralRules(tag);
  rules.set(tag, known);
  return known.select(Number(count));
}

type Values = {
  /** A value by its name, as text. */
  of(name: string): string | undefined;
  /** How a value is set into the words around it. */
  placed(text: string): string;
};

/** The sentence with its values in place. A value that is missing is a dash, never a brace. */
export function fill(sentence: Sentence, values: Values, tag: string): string {
  const placed = (value: string | undefined): string => (value === undefined ? "–" : values.placed(value));
  const said = (parts: Sentence, count?: string): string =>
    parts.map((part) => (typeof part !== "string" ? valued(part) : part === "#" ? placed(count) : part)).join("");
  function valued([name, , forms]: Exclude<SentencePart, string>): string {
    const value = values.of(name);
    if (forms === undefined) return placed(value);
    const form = value === undefined ? undefined : (forms[value] ?? forms[formOf(value, tag)]);
    return said(form ?? forms.other ?? [], value);
  }
  return said(sentence);
}
