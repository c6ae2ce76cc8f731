import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { gone, left, type Unwanted } from "./words.ts";
import { type Piece, piecesOf, wordsOf } from "./words-read.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Rule books, test vectors, translations and records of the past keep their words; so do the pages and lists that name unwanted words. */
const exempt = [
  /SPEC[.]md$/,
  /vectors/,
  /locales\//,
  /phrases\/generated\//,
  /^services\/platform\/src\/mail\/(words|texts)\//,
  /^docs\/(decisions\/|coverage[.]md|glossary[.]md|style[.]md|reference\/)/,
  /^CHANGELOG[.]md$/,
  /^tools\/check\/(planted\/|words)/,
];

type Use = { readonly file: string; readonly piece: Piece };

/** Every name once a file, every comment, and the names of the files themselves. */
function usesIn(files: readonly { readonly path: string; readonly source: string }[]): Use[] {
  return files.flatMap(({ path: file, source }) => {
    const seen = new Set<string>();
    const pieces = piecesOf(file, source).filter(({ kind, text }) => {
      if (kind === "comment") return true;
      const isNew = !seen.has(text);
      seen.add(text);
      return isNew;
    });
    return [{ kind: "name" as const, line: 1, text: wordsOf(file) }, ...pieces].map((piece) => ({ file, piece }));
  });
}

function findIn(uses: readonly Use[], unwanted: Unwanted): string[] {
  const form = new RegExp(`\\b(${unwanted.words.join("|")})\\b`);
  return uses
    .filter(({ piece }) => unwanted.in.includes(piece.kind) && form.test(piece.text))
    .map(({ file, piece }) => `${file}:${piece.line}  ${piece.text.trim().slice(0, 100)}`);
}

const tracked = (): { path: string; source: string }[] =>
  execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" })
    .split("\0")
    .filter((path) => /([.](ts|tsx|sql|md|yaml|yml|sh)|^[.]ci\/run)$/.test(path))
    .filter((path) => !exempt.some((form) => form.test(path)))
    .flatMap((path) => {
      try {
        return [{ path, source: readFileSync(`${root}/${path}`, "utf8") }];
      } catch {
        // Deleted and not committed yet.
        return [];
      }
    });

const uses = usesIn(tracked());

test.each(gone)("no name or comment has the words $words", (unwanted) => {
  expect(findIn(uses, unwanted), `write "${unwanted.write}" instead (docs/style.md, docs/glossary.md)`).toEqual([]);
});

test.each(left)("the words $words become fewer", (unwanted) => {
  const found = findIn(uses, unwanted);
  const advice = `${found.length} uses of ${unwanted.words.join(", ")} (at most ${unwanted.max}, tools/check/words.ts): write "${unwanted.write}" instead\n`;
  expect(found.length, `${advice}${found.join("\n")}`).toBeLessThanOrEqual(unwanted.max);
});

test("planted words are found in names, comments and file names, and texts are left alone", () => {
  const planted = usesIn([
    {
      path: "engine/src/aftermath/run.ts",
      source: [
        "// The harvest of a batch.",
        "const legOf = (rollCall: string) => `poisoned ${rollCall} ${seats[0]}`;",
        'const text = "office"; // it\'s an office',
        "const form = /herald/;",
        "/* Heralds\n * of rows. */ const desk = openDesk();",
      ].join("\n"),
    },
  ]);
  const found = gone.flatMap((unwanted) => findIn(planted, unwanted).map(() => unwanted.words[0]));
  expect(found.toSorted()).toEqual(["aftermath", "clerk", "harvest", "herald", "legs", "office", "roll call", "seat"]);
});

test("a name is taken apart by its capitals, hyphens and underscores", () => {
  expect(wordsOf("HTTPReply_last-seenEpoch2")).toBe("http reply last seen epoch2");
});
