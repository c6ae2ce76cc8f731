const commonWords = new Set(
  `password passwort passwd qwerty qwertz azerty qwertyuiop asdfgh asdfghjkl zxcvbnm abc abcd abcdef abcdefgh admin administrator
  welcome letmein iloveyou love monkey dragon master sunshine princess football baseball superman batman trustno shadow michael
  jordan hunter login pass secret test tester testing user guest root hello freedom whatever starwars computer internet summer winter
  spring autumn january february march april may june july august september october november december monday friday sunday bitcoin
  crypto ethereum binance coinbase tidemark exchange trading trader wallet money changeme default temp temporary office company
  google apple samsung iphone killer jesus ninja mustang access flower charlie daniel jessica thomas robert matrix pokemon`
    .split(/\s+/)
    .filter((word) => word !== ""),
);
const lettersByDigit: Readonly<Record<string, string>> = { "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t" };
const lettersBySign: Readonly<Record<string, string>> = { "@": "a", $: "s", "!": "i" };

/** The words left of a password without the usual decoration: digits and signs around a word or in place of letters. */
function bareWordsOf(password: string): string[] {
  const small = password.toLowerCase();
  const trimmed = small.replaceAll(/^[^a-z]+|[^a-z]+$/g, "");
  const spelled = (text: string): string =>
    text.replaceAll(/[013457@$!]/g, (sign) => lettersByDigit[sign] ?? lettersBySign[sign] ?? "");
  const letters = (text: string): string => text.replaceAll(/[^a-z]/g, "");
  return [letters(trimmed), letters(spelled(trimmed)), letters(spelled(small)), letters(small)];
}

/** Passwords that are guessed first, however decorated, and the account's own name. */
export function isCommonPassword(password: string, loginId: string): boolean {
  const name = loginId
    .split("@")[0]!
    .toLowerCase()
    .replaceAll(/[^a-z]/g, "");
  return bareWordsOf(password).some((word) => commonWords.has(word) || (name.length >= 3 && word === name));
}
