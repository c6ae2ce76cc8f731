/** A name or a comment of the code, in lower case and as plain words: `seenEpoch-file` becomes `seen epoch file`. */
export type Piece = { readonly kind: "name" | "comment"; readonly line: number; readonly text: string };

/** Words of an identifier or a file name: camelCase, snake_case and kebab-case are taken apart. */
export function wordsOf(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .replace(/[^A-Za-z0-9]+/g, " ")
    .toLowerCase()
    .trim();
}

const identifier = /[A-Za-z_$][\w$]*/y;
const beforeRegex = /(?:^|[(,=:[!&|?{};\n]|=>|\breturn)\s*$/;

/** Reads TypeScript far enough to tell names and comments from texts: what stands in quotes, templates and regexes is nobody's name. */
class Scanner {
  readonly pieces: Piece[] = [];
  readonly #source: string;
  #at = 0;
  #line = 1;
  /** Braces still open inside each `${`. */
  readonly #templates: number[] = [];

  constructor(source: string) {
    this.#source = source;
  }

  run(): readonly Piece[] {
    while (this.#at < this.#source.length) this.#step();
    return this.pieces;
  }

  #step(): void {
    const source = this.#source;
    const here = source[this.#at]!;
    const next = source[this.#at + 1];
    if (here === "/" && next === "/") this.#comment(source.indexOf("\n", this.#at));
    else if (here === "/" && next === "*") this.#comment(source.indexOf("*/", this.#at) + 2);
    else if (here === '"' || here === "'") this.#quoted(here);
    else if (here === "`") this.#template();
    else if (here === "{" || here === "}") this.#brace(here);
    else if (here === "/" && next !== ">" && beforeRegex.test(source.slice(Math.max(0, this.#at - 40), this.#at)))
      this.#regex();
    else if (!this.#name()) this.#skip(1);
  }

  #skip(count: number): void {
    for (let end = this.#at + count; this.#at < end; this.#at += 1)
      if (this.#source[this.#at] === "\n") this.#line += 1;
  }

  #comment(end: number): void {
    const stop = end <= this.#at ? this.#source.length : end;
    this.pieces.push({
      kind: "comment",
      line: this.#line,
      text: this.#source
        .slice(this.#at, stop)
        .replace(/^\s*(\/\*\*?|\*\/?|\/\/)/gm, " ")
        .replace(/\s+/g, " ")
        .toLowerCase(),
    });
    this.#skip(stop - this.#at);
  }

  /** A quote that does not end on its line is an apostrophe in a text of JSX. */
  #quoted(quote: string): void {
    let end = this.#at + 1;
    while (end < this.#source.length && this.#source[end] !== quote && this.#source[end] !== "\n")
      end += this.#source[end] === "\\" ? 2 : 1;
    this.#skip(this.#source[end] === quote ? end + 1 - this.#at : 1);
  }

  #template(): void {
    let end = this.#at + 1;
    while (end < this.#source.length && this.#source[end] !== "`") {
      if (this.#source.startsWith("${", end)) {
        this.#templates.push(0);
        return this.#skip(end + 2 - this.#at);
      }
      end += this.#source[end] === "\\" ? 2 : 1;
    }
    this.#skip(end + 1 - this.#at);
  }

  #brace(brace: string): void {
    const open = this.#templates.at(-1);
    if (open === 0 && brace === "}") {
      this.#templates.pop();
      return this.#template();
    }
    if (open !== undefined) this.#templates[this.#templates.length - 1] = open + (brace === "{" ? 1 : -1);
    this.#skip(1);
  }

  #regex(): void {
    let end = this.#at + 1;
    for (let isClass = false; end < this.#source.length && this.#source[end] !== "\n"; end += 1) {
      const here = this.#source[end];
      if (here === "\\") end += 1;
      else if (here === "[") isClass = true;
      else if (here === "]") isClass = false;
      else if (here === "/" && !isClass) break;
    }
    this.#skip(end + 1 - this.#at);
  }

  #name(): boolean {
    identifier.lastIndex = this.#at;
    const found = identifier.exec(this.#source)?.[0];
    if (found === undefined) return false;
    this.pieces.push({ kind: "name", line: this.#line, text: wordsOf(found) });
    this.#skip(found.length);
    return true;
  }
}

const lineComments = (source: string, mark: string): Piece[] =>
  source.split("\n").flatMap((line, index) => {
    const at = line.indexOf(mark);
    return at < 0 ? [] : [{ kind: "comment" as const, line: index + 1, text: line.slice(at).toLowerCase() }];
  });

/** Names and comments of one file. Prose (Markdown) counts as a comment, apart from the names of files and code in ticks. */
export function piecesOf(path: string, source: string): readonly Piece[] {
  if (/[.](ts|tsx|mts|cts)$/.test(path)) return new Scanner(source).run();
  if (path.endsWith(".sql")) return lineComments(source, "--");
  if (/[.](yaml|yml|sh)$/.test(path) || path === ".ci/run") return lineComments(source, "#");
  if (!path.endsWith(".md")) return [];
  const prose = source.replace(/```[\s\S]*?```/g, (block) => block.replace(/[^\n]/g, " ")).replace(/`[^`\n]*`/g, " ");
  return prose.split("\n").map((line, index) => ({ kind: "comment", line: index + 1, text: line.toLowerCase() }));
}
