/** A row of docs/incidents.md. */
export type Incident = {
  readonly number: string;
  readonly tests: readonly { readonly file: string; readonly part: string }[];
};

/** Losses of other exchanges that have to do with money in and out; all must be in the table. */
export const incidentNumbers: readonly string[] = [1, 2, 3, 4, 6, 8, 9, 12, 13, 18, 19, 20, 25].map(
  (number) => `INC-${String(number).padStart(2, "0")}`,
);

const rowShape = /^\| (INC-\d\d) \|(.*)\|$/;
const testShape = /`([^`]+[.]test[.]ts)` · `([^`]+)`/g;
/** The ids in the bracket that the title of a test begins with, and the rest of its title. */
const titleShape = /\btest\(\s*["`]\[([^\]]*)\] ([^\n]*)/g;

export const incidentsIn = (page: string): Incident[] =>
  page.split("\n").flatMap((line) => {
    const [, number, rest] = rowShape.exec(line) ?? [];
    if (number === undefined || rest === undefined) return [];
    return [{ number, tests: [...rest.matchAll(testShape)].map(([, file, part]) => ({ file: file!, part: part! })) }];
  });

/** What the table lacks, and tests that it names and that are not there under the incident's number. */
export function problemsOf(rows: readonly Incident[], sourceOf: (file: string) => string | undefined): string[] {
  const missing = incidentNumbers.filter((number) => !rows.some((row) => row.number === number));
  const untested = rows.filter(({ tests }) => tests.length === 0);
  const wrong = rows.flatMap(({ number, tests }) =>
    tests
      .filter(({ file, part }) => {
        const titles = [...(sourceOf(file) ?? "").matchAll(titleShape)];
        return !titles.some(([, ids, title]) => ids!.split(" ").includes(number) && title!.includes(part));
      })
      .map(({ file, part }) => `${number}: ${file} has no test "[${number}] … ${part} …"`),
  );
  return [
    ...missing.map((number) => `${number} is not in the table`),
    ...untested.map(({ number }) => `${number} has no test`),
    ...wrong,
  ];
}
