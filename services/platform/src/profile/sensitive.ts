import { readdirSync, readFileSync } from "node:fs";
import { foldInnerLeet, foldLeet, foldLetters, foldPairs, normalLetters, piecesOf } from "./fold.ts";

/**
 * The words of one language. `anywhere`: refused within other words too. `word`: only as a word of its own, because harmless words contain it.
 * `exact`: only with its own marks, because without them it is another word.
 */
type WordList = {
  readonly anywhere: readonly string[];
  readonly word: readonly string[];
  readonly exact: readonly string[];
};

/** A letter and how often it stands there in a row. */
type Run = readonly [letter: string, count: number];

function runsOf(text: string): readonly Run[] {
  const runs: [string, number][] = [];
  for (const letter of text) {
    const last = runs.at(-1);
    if (last?.[0] === letter) last[1] += 1;
    else runs.push([letter, 1]);
  }
  return runs;
}

type Word = { readonly text: string; readonly runs: readonly Run[]; readonly isAnywhere: boolean };

const folder = new URL("words/", import.meta.url);
const lists: readonly WordList[] = readdirSync(folder)
  .filter((file) => file.endsWith(".json"))
  .toSorted()
  .map((file) => JSON.parse(readFileSync(new URL(file, folder), "utf8")) as WordList);

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{M}*#]/gu, "");
const folded = (word: string): string => foldPairs(lettersOf(foldLetters(word)));
const wordOf = (isAnywhere: boolean) => (word: string) => ({
  text: folded(word),
  runs: runsOf(folded(word)),
  isAnywhere,
});
const words: readonly Word[] = lists.flatMap(({ anywhere, word }) => [
  ...anywhere.map(wordOf(true)),
  ...word.map(wordOf(false)),
]);
const exactWords: ReadonlySet<string> = new Set(
  lists.flatMap(({ exact }) => exact.map((word) => word.normalize("NFC"))),
);

/** Letters may be repeated more often than in the word, never less. */
const isRunAt = (text: readonly Run[], at: number, word: readonly Run[]): boolean =>
  word.every(([letter, count], index) => {
    const run = text[at + index];
    return run !== undefined && run[0] === letter && run[1] >= count;
  });

function holdsRuns(text: readonly Run[], { runs, isAnywhere }: Word): boolean {
  if (!isAnywhere) return text.length === runs.length && isRunAt(text, 0, runs);
  for (let at = 0; at + runs.length <= text.length; at += 1) if (isRunAt(text, at, runs)) return true;
  return false;
}

const maskedMin = 4;

/** One of two letters may be covered by a star. */
function holdsMasked(text: string, { text: word, isAnywhere }: Word): boolean {
  const [letters, wanted] = [Array.from(text), Array.from(word)];
  if (wanted.length < maskedMin || (!isAnywhere && letters.length !== wanted.length)) return false;
  for (let at = 0; at + wanted.length <= letters.length; at += 1) {
    const shown = wanted.filter((letter, index) => letters[at + index] === letter).length;
    const covered = wanted.filter((_, index) => letters[at + index] === "*").length;
    if (shown + covered === wanted.length && covered <= wanted.length / 2) return true;
  }
  return false;
}

/** Every row of neighbouring pieces as one word: letters set apart by spaces or dots are read together. */
function joinedPieces(pieces: readonly string[]): readonly string[] {
  return pieces.flatMap((_, from) =>
    pieces.slice(from).map((_piece, index) => pieces.slice(from, from + index + 1).join("")),
  );
}

function isFound(pieces: readonly string[]): boolean {
  const whole = foldPairs(pieces.join(""));
  const rows = joinedPieces(pieces)
    .map(foldPairs)
    .map((text) => ({ text, runs: runsOf(text) }));
  const wholeRuns = runsOf(whole);
  return words.some((word) => {
    const texts = word.isAnywhere ? [{ text: whole, runs: wholeRuns }] : rows;
    return texts.some(({ text, runs }) => holdsRuns(runs, word) || (text.includes("*") && holdsMasked(text, word)));
  });
}

/** The ways in which a reader may take the signs among the letters. */
const readings: readonly ((text: string) => string)[] = [
  (text) => foldLeet(text),
  (text) => foldInnerLeet(text),
  (text) => text.replace(/[0-9]/gu, " "),
];

/** Words are cut where the name's own capitals are, before folding loses them. */
const foldedPieces = (plain: string, read: (text: string) => string): readonly string[] =>
  piecesOf(read(plain).replaceAll("#", "*"))
    .map((piece) => lettersOf(foldLetters(piece)))
    .filter((piece) => piece !== "");

/** The letters that the filter sees first: signs taken for letters, look-alikes folded, nothing between. For those who review a name. */
export const asFilterReads = (name: string): string => foldPairs(foldedPieces(normalLetters(name), foldLeet).join(""));

/** Whether a reader finds a sensitive word in the name, whatever stands between, for or around its letters. */
export function isSensitive(name: string): boolean {
  const plain = normalLetters(name);
  const tokens = plain
    .normalize("NFC")
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u);
  if (tokens.some((token) => exactWords.has(token))) return true;
  return readings.some((read) => isFound(foldedPieces(plain, read)));
}
