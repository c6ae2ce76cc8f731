// Words that stand in a component and not beside it in its messages: no catalogue has them, so no language ever will.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Between two tags; in an attribute that people read or are read to; and as a branch of an expression that is shown. */
const words = [
  /(?<=[\w"'}\])/]>)\s*([^<>{}=;()&|?]*[A-Za-z]{2,}[^<>{}=;()&|?]*?)\s*(?=<|\{)/g,
  /\s(?:aria-label|aria-description|title|label|placeholder|hint|alt)="([^"]*[A-Za-z]{2,}[^"]*)"/g,
  /\{[\w.!=\s&|]+\? "([^"]*[A-Za-z]{2,}[^"]*)" : |\{[^{}"]+\? [^{}"]+ : "([^"]*[A-Za-z]{2,}[^"]*)"\}/g,
];
/** The name of the product is the same in every language. */
const names = new Set(["tidemark", "console"]);

/** An expression is text where it stands between two tags, and not where it is an attribute. */
const isAttribute = (source: string, index: number): boolean => /[\w-]=$/.test(source.slice(0, index));

/** Each as `file:line: words`. */
export function hardCodedIn(app: string, root: string): string[] {
  const files = globSync(`${app}/src/**/*.tsx`, { cwd: root }).filter((path) => !path.includes(".test."));
  return files.toSorted().flatMap((path) => {
    const source = readFileSync(join(root, path), "utf8");
    return words
      .flatMap((pattern) => [...source.matchAll(pattern)])
      .filter(({ index }) => !isAttribute(source, index))
      .map((found) => ({ at: found.index + found[0].search(/\S/), text: (found[1] ?? found[2] ?? "").trim() }))
      .filter(({ text }) => !names.has(text))
      .toSorted((a, b) => a.at - b.at)
      .map(({ at, text }) => `${path}:${source.slice(0, at).split("\n").length}: ${text}`);
  });
}
