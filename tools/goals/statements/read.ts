/** The works that the product is built in; an open statement names the one that brings it. */
export const works = [
  "web shell",
  "identity",
  "trading screens",
  "assets",
  "coupons",
  "wallets",
  "profile and kyc",
  "messages",
  "referral and vip",
  "earn",
  "console",
  "oracle",
  "gaps",
  "later",
] as const;
export type Work = (typeof works)[number];

type Shown = { readonly file: string; readonly title?: string };

/** One statement: what stands in a row of the table. */
export type Statement = {
  readonly id: string;
  readonly text: string;
  readonly built: readonly string[];
  readonly tests: readonly Shown[];
  readonly state: string;
};

export type Coverage = { readonly statements: readonly Statement[]; readonly worksDone: readonly string[] };

const ticked = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text!);

function shownBy(cell: string): Shown[] {
  return cell
    .split(/;\s+(?=`)/)
    .filter((part) => part.trim() !== "")
    .map((part) => {
      const [file = "", title] = ticked(part);
      return title === undefined ? { file } : { file, title };
    });
}

/** The rows of every table whose first cell is an id such as S2.14 or D.3. */
export function coverageOf(page: string): Coverage {
  const statements: Statement[] = [];
  for (const line of page.split("\n")) {
    if (!/^\| [A-Z]\d*[.]\d+ \|/.test(line)) continue;
    const [id = "", text = "", built = "", tests = "", state = ""] = line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
    statements.push({ id, text, built: ticked(built), tests: shownBy(tests), state });
  }
  const done = /^Work said to be done: (.+?)[.]?$/m.exec(page)?.[1] ?? "";
  return { statements, worksDone: works.filter((work) => new RegExp(`(^|, )${work}($|,)`).test(done)) };
}

export const workOf = ({ state }: Statement): string | undefined => /^open: (.+)$/.exec(state)?.[1];

/** What a row says that is not so. `sourceOf` gives a file's text, an empty one of a folder, and undefined where nothing is. */
export function brokenIn({ statements }: Coverage, sourceOf: (path: string) => string | undefined): string[] {
  const broken: string[] = [];
  const seen = new Set<string>();
  for (const statement of statements) {
    const { id, text, built, tests, state } = statement;
    const say = (what: string): void => void broken.push(`${id} ${what}`);
    if (seen.has(id)) say("stands there twice");
    seen.add(id);
    if (text === "") say("says nothing");
    const work = workOf(statement);
    if (state !== "done" && !works.some((known) => known === work)) say(`has no such state: ${state}`);
    if (state === "done" && tests.length === 0) say("is done without a test");
    if (state === "done" && built.length === 0) say("is done and built nowhere");
    for (const path of built) if (sourceOf(path) === undefined) say(`is built in ${path}, which is not there`);
    for (const { file, title } of tests) {
      const source = sourceOf(file);
      if (source === undefined || !/[.](test|spec)[.]ts$/.test(file)) say(`names ${file}, which is no test`);
      else if (title !== undefined && !source.includes(title)) say(`names a test that ${file} does not have: ${title}`);
    }
  }
  return broken;
}

/** Statements without a test, by the work that they wait for. */
export function openByWork({ statements }: Coverage): Map<string, Statement[]> {
  return Map.groupBy(
    statements.filter((statement) => workOf(statement) !== undefined),
    (statement) => workOf(statement)!,
  );
}
