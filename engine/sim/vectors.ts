/** The fixture's values: all integers are decimal text. Reading is unchecked on purpose, a wrong name fails its test. */
// oxlint-disable-next-line typescript/no-explicit-any
type Fields = Readonly<Record<string, any>>;
type Vector = { readonly id: string; readonly title: string; readonly input: Fields; readonly expected: Fields };

/** The vectors of the rule book by their number, each with the name of its test. */
export function vectorsOf(fixture: string): (id: string) => Vector & { readonly name: string } {
  const { vectors } = JSON.parse(fixture) as { vectors: readonly Vector[] };
  return (id) => {
    const vector = vectors.find((each) => each.id === id)!;
    return { ...vector, name: `${id} ${vector.title}` };
  };
}

/** What a scene must be before a vector's figures are read from it. */
export function assure(isSo: boolean): void {
  if (!isSo) throw new Error("the scene is not what the vector begins with");
}

/** Figures as the fixture writes them: whole numbers as text, the rest as it is. */
export function asFixture(value: unknown): unknown {
  if (typeof value === "bigint" || typeof value === "number") return value.toString();
  if (Array.isArray(value)) return value.map(asFixture);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, asFixture(inner)]));
}
