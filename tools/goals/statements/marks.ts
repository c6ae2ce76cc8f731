import type { Coverage, Statement } from "./read.ts";

const idForm = /^(S\d+|[DCRU])[.]\d+$/;

/** Ids of coverage rows in the brackets that begin a test's title; numbers of rules and vectors stand there too and are passed over. */
export function idsIn(line: string): string[] {
  const brackets = /["'`]\[([^\]"'`]+)\]/.exec(line)?.[1] ?? "";
  return brackets.split(/[ ,]+/).filter((word) => idForm.test(word));
}

/** Lines of a test file that give a row's proof: those with the title that the row names, or all where it names the file alone. */
const linesOf = (source: string, title: string | undefined): string[] =>
  source.split("\n").filter((line) => title === undefined || line.includes(title));

/** Whether the title of one of the tests that a row names has the row's id. */
export const isMarked = ({ id, tests }: Statement, sourceOf: (path: string) => string | undefined): boolean =>
  tests.some(({ file, title }) => linesOf(sourceOf(file) ?? "", title).some((line) => idsIn(line).includes(id)));

/** Done rows whose id stands in the title of no test that they name. */
export const unmarkedIn = ({ statements }: Coverage, sourceOf: (path: string) => string | undefined): string[] =>
  statements
    .filter((statement) => statement.state === "done" && !isMarked(statement, sourceOf))
    .map(({ id, tests }) => `${id} stands in no title of ${tests.map(({ file }) => file).join(", ")}`);

/** Ids in titles that no row bears out: there is no such row, or it names another test. */
export function strayIn(
  { statements }: Coverage,
  tests: readonly { readonly path: string; readonly source: string }[],
): string[] {
  const byId = new Map(statements.map((statement) => [statement.id, statement]));
  return tests.flatMap(({ path, source }) =>
    source.split("\n").flatMap((line, index) =>
      idsIn(line)
        .filter((id) => {
          const named = byId.get(id)?.tests.filter(({ file }) => file === path) ?? [];
          return !named.some(({ title }) => title === undefined || line.includes(title));
        })
        .map((id) => `${path}:${index + 1} has ${id}, which names another test in docs/coverage.md or none`),
    ),
  );
}
