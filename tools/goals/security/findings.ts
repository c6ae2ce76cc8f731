/** A row of docs/findings.md. */
export type Finding = {
  readonly number: string;
  readonly tests: readonly { readonly file: string; readonly part: string }[];
  /** Why there is no test yet; undefined where there is one. */
  readonly open: string | undefined;
};

/** All that must be in the table. Low ones have no numbers of the review; they are numbered in its order, and what was found since behind. */
export const findingNumbers: readonly string[] = [
  "C2",
  ...Array.from({ length: 5 }, (_, i) => `H${i + 1}`),
  ...Array.from({ length: 9 }, (_, i) => `M${i + 1}`),
  ...Array.from({ length: 13 }, (_, i) => `L${i + 1}`),
];

/** Known to be open. The list may only get shorter. */
const mayBeOpen: readonly string[] = ["L7"];

const rowShape = /^\| ([CHML]\d+) \|(.*)\|$/;
const testShape = /`([^`]+[.]test[.]ts)` · `([^`]+)`/g;
/** The title of a test or of the `describe` around it, behind the ids of rules and statements that it may begin with. */
const titleShape = /["`](?:\[[^\]]*\] )*([CHML]\d+): ([^\n]*)/g;

export const findingsIn = (page: string): Finding[] =>
  page.split("\n").flatMap((line) => {
    const [, number, rest] = rowShape.exec(line) ?? [];
    if (number === undefined || rest === undefined) return [];
    const test = rest.split(" | ").at(-1)!.trim();
    const tests = [...test.matchAll(testShape)].map(([, file, part]) => ({ file: file!, part: part! }));
    return [{ number, tests, open: test.startsWith("open: ") ? test : undefined }];
  });

/** The findings that titles of a test file begin with, each with the rest of its title. */
export const titlesIn = (source: string): { readonly number: string; readonly title: string }[] =>
  [...source.matchAll(titleShape)].map(([, number, title]) => ({ number: number!, title: title! }));

/** What the table lacks or says wrongly, in words. */
export function problemsOf(findings: readonly Finding[], sourceOf: (file: string) => string | undefined): string[] {
  const listed = findings.map(({ number }) => number);
  const missing = findingNumbers.filter((number) => !listed.includes(number));
  const twice = listed.filter((number, place) => listed.indexOf(number) !== place);
  const untested = findings.filter(({ number, tests, open }) =>
    open === undefined ? tests.length === 0 : !mayBeOpen.includes(number),
  );
  const wrong = findings.flatMap(({ number, tests }) =>
    tests
      .filter(({ file, part }) => {
        const titles = titlesIn(sourceOf(file) ?? "");
        return !titles.some((one) => one.number === number && one.title.includes(part));
      })
      .map(({ file, part }) => `${number}: ${file} has no test "${number}: … ${part} …"`),
  );
  return [
    ...missing.map((number) => `${number} is not in the table`),
    ...twice.map((number) => `${number} stands there twice`),
    ...untested.map(({ number }) => `${number} has no test`),
    ...wrong,
  ];
}
