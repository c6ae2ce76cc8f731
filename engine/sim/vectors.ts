import { readFileSync } from "node:fs";

/** The fixture's values: all integers are decimal text. Reading is unchecked on purpose, a wrong name fails its test. */
// oxlint-disable-next-line typescript/no-explicit-any
type Fields = Readonly<Record<string, any>>;
type Vector = { readonly id: string; readonly title: string; readonly input: Fields; readonly expected: Fields };

const file = new URL("../fixtures/vectors.json", import.meta.url);
const { vectors } = JSON.parse(readFileSync(file, "utf8")) as { vectors: readonly Vector[] };

/** A vector of the rule book, and its title as a test's name. */
export function vectorOf(id: string): Vector & { readonly name: string } {
  const vector = vectors.find((each) => each.id === id)!;
  return { ...vector, name: `${id} ${vector.title}` };
}

/** Figures as the fixture writes them: whole numbers as text, the rest as it is. */
export function asFixture(value: unknown): unknown {
  if (typeof value === "bigint" || typeof value === "number") return value.toString();
  if (Array.isArray(value)) return value.map(asFixture);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, asFixture(inner)]));
}
