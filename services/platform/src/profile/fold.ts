import unhomoglyph from "unhomoglyph";

/** Capitals drawn small, which the list of look-alikes keeps apart from their letters. */
const smallCapitals = new Map(
  Array.from("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢĸʍᴎᴙɜπ").map((letter, at) => [
    letter,
    Array.from("abcdefghijklmnoprstuvwyzkmnrzn")[at]!,
  ]),
);

/** Signs that are read as letters. `l` stands for i, l, 1 and their look-alikes: no reader can keep them apart. */
const leet: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "l",
  "2": "z",
  "3": "e",
  "4": "a",
  "5": "s",
  "6": "b",
  "7": "t",
  "8": "b",
  "9": "g",
  "@": "a",
  $: "s",
  "!": "l",
  "¡": "l",
  "|": "l",
  "+": "t",
  "€": "e",
  "£": "l",
  "¢": "c",
};
const leetSigns = /[0-9@$!¡|+€£¢]/gu;
/** Drawn by several signs. */
const drawn: readonly (readonly [RegExp, string])[] = [
  [/\|-\|/gu, "h"],
  [/\|</gu, "k"],
  [/\(\)/gu, "o"],
  [/\\\/\\\//gu, "w"],
  [/\\\//gu, "v"],
];

/** Katakana as hiragana. */
const kana = (text: string): string =>
  text.replace(/[\u{30A1}-\u{30F6}]/gu, (letter) => String.fromCodePoint(letter.codePointAt(0)! - 0x60));

/** Marks of Latin, Cyrillic and Arabic letters are decoration to a reader; those of kana make another letter. */
const withoutMarks = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/(?![\u{3099}\u{309A}])[\p{Mn}\p{Me}]/gu, "")
    .normalize("NFC");

/** The normal form, but for letters that it would turn into others that look different. */
export const normalLetters = (text: string): string => text.replace(/[\u{3F2}\u{3F9}]/gu, "c").normalize("NFKC");

/** Folds letters of any script that look alike into one; words of the lists and names go through the same. */
export function foldLetters(text: string): string {
  const plain = withoutMarks(kana(normalLetters(text).toLowerCase()).replace(/\p{Cf}/gu, ""));
  // The list of look-alikes writes m as rn: several would not be a row of one letter any more. And a look-alike may stand for another one.
  const alike = withoutMarks(unhomoglyph(unhomoglyph(plain.replace(/m+/gu, "m"))).toLowerCase());
  const letters = Array.from(alike)
    .map((letter) => smallCapitals.get(letter) ?? letter)
    .join("");
  return letters.replaceAll("m", "rn").replaceAll("i", "l");
}

/** Two letters that are read as one. For whole words: they may stand in two pieces of it. */
export const foldPairs = (text: string): string => text.replaceAll("ph", "f").replaceAll("vv", "w");

/** Signs read as letters, and drawings by several signs. */
export const foldLeet = (text: string): string =>
  drawn
    .reduce((read, [shape, letter]) => read.replace(shape, letter), text)
    .replace(leetSigns, (sign) => leet[sign] ?? sign);

/** The same, but only where letters stand on both sides: a year or an exclamation mark at the end is none. */
export const foldInnerLeet = (text: string): string =>
  text.replace(/(?<=\p{L})[0-9@$!¡|+€£¢]+(?=\p{L})/gu, (signs) => foldLeet(signs));

/** A change from small to capital letters, and from letters to digits, begins another word. */
export const piecesOf = (text: string): readonly string[] =>
  text
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")
    .split(/[^\p{L}\p{M}\p{N}*#]+/u)
    .filter((piece) => piece !== "");
