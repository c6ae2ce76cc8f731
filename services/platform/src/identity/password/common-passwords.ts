import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** Found with any number of digits and signs around and in place of letters. Words of this trade are in no general list. */
const words = new Set(
  `password passwort passwd qwerty qwertz azerty qwertyuiop asdfgh asdfghjkl zxcvbnm abc abcd abcdef abcdefgh admin administrator
  welcome letmein iloveyou love monkey dragon master sunshine princess football baseball superman batman trustno shadow michael
  jordan hunter login pass secret test tester testing user guest root hello freedom whatever starwars computer internet summer winter
  spring autumn january february march april may june july august september october november december monday friday sunday bitcoin
  crypto ethereum binance coinbase tidemark exchange trading trader wallet money changeme default temp temporary office company
  google apple samsung iphone killer jesus ninja mustang access flower charlie daniel jessica thomas robert matrix pokemon
  satoshi nakamoto hodl hodler usdt tether dogecoin solana`
    .split(/\s+/)
    .filter((word) => word !== ""),
);

/** Bytes of a hash in the file: of 50,000 entries a password that is not common meets one in 20 million look-ups. */
export const hashBytes = 5;
const basesFile = new URL("common-passwords.bin", import.meta.url);
/** Shorter bases are no more than a part of the password. */
export const baseLengthMin = 4;
/** Digits that people put before or behind a word: `1`, `123`, a year. More of them are a secret of their own. */
const decorationDigitsMax = 4;

export const hashOfBase = (base: string): number => createHash("sha256").update(base).digest().readUIntBE(0, hashBytes);

/** Sorted hashes of the commonest passwords in small letters; `tools/passwords` writes the file and names the source. */
const bases = readFileSync(basesFile);
const entries = bases.length / hashBytes;

function isBase(text: string): boolean {
  if (text.length < baseLengthMin) return false;
  const wanted = hashOfBase(text);
  let [low, high] = [0, entries - 1];
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = bases.readUIntBE(middle * hashBytes, hashBytes);
    if (found === wanted) return true;
    if (found < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}

const lettersBySign: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};
const spelled = (text: string): string => text.replaceAll(/[013457@$!]/g, (sign) => lettersBySign[sign]!);

/** The keys of `1qaz@WSX` are those of `1qaz2wsx`: the digit row with shift, as it is printed on most keyboards. */
const shiftedDigits = "!@#$%^&*()";
const unshifted = (text: string): string =>
  text.replaceAll(/[!@#$%^&*()]/g, (sign) => String((shiftedDigits.indexOf(sign) + 1) % 10));

/** The password in small letters without the signs that the composition rule asks for; they are put anywhere. */
function plainForms(password: string): string[] {
  const small = password.toLowerCase();
  const trimmed = small.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  const undecorated = small.replace(/[^\p{L}\p{N}]*\d{0,4}[^\p{L}\p{N}]*$/u, "");
  const signless = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, "");
  return [small, trimmed, undecorated, signless(small), unshifted(small), unshifted(trimmed)];
}

/** The same without up to four digits before and behind. */
function withoutDigits(text: string): string[] {
  const [head, tail] = [/^\d*/.exec(text)![0].length, /\d*$/.exec(text)![0].length];
  if (head === text.length) return [text];
  const forms: string[] = [];
  for (let before = 0; before <= Math.min(head, decorationDigitsMax); before += 1)
    for (let behind = 0; behind <= Math.min(tail, decorationDigitsMax); behind += 1)
      forms.push(text.slice(before, text.length - behind));
  return forms;
}

/** Letters only, digits and signs read as letters or left out. */
function bareWordsOf(password: string): string[] {
  const small = password.toLowerCase();
  const trimmed = small.replaceAll(/^[^a-z]+|[^a-z]+$/g, "");
  const letters = (text: string): string => text.replaceAll(/[^a-z]/g, "");
  return [letters(trimmed), letters(spelled(trimmed)), letters(spelled(small)), letters(small)];
}

/** Passwords that are guessed first, however decorated, and the account's own name. */
export function isCommonPassword(password: string, loginId: string): boolean {
  const name = loginId
    .split("@")[0]!
    .toLowerCase()
    .replaceAll(/[^a-z]/g, "");
  if (bareWordsOf(password).some((word) => words.has(word) || (name.length >= 3 && word === name))) return true;
  const forms = plainForms(password).flatMap(withoutDigits);
  return [...new Set([...forms, ...forms.map(spelled)])].some(isBase);
}
