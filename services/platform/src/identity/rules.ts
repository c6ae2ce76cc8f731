/** Who is let in, and when more than a password is asked for. Pure. How long things last is the config's. */
export type Times = {
  /** Between two codes of one flow, and until a code is worth nothing. */
  readonly codeResendMs: number;
  readonly codeValidMs: number;
  /** From a right password to the last code that the sign-in needs. */
  readonly signInValidMs: number;
  /** A picture to scan, and after its confirmation once more as long until the page has asked. */
  readonly qrValidMs: number;
  /** What opens the same session at another host. */
  readonly sessionTicketValidMs: number;
  /** A key that was offered to an authenticator and not bound yet. */
  readonly keyOfferValidMs: number;
  /** So long an old refresh token gives the same successor again: the answer got lost. */
  readonly refreshGraceMs: number;
  /** After a password or a factor has changed. */
  readonly withdrawalLockMs: number;
  readonly thirdValidMs: number;
  readonly passkeyValidMs: number;
  /** So long a second factor that was shown in a session stands for its owner. */
  readonly factorFreshMs: number;
};

export const codeTriesMax = 5;
export const codesPerDayMax = 10;
export const dayMs = 24 * 60 * 60_000;
const wrongBeforeRobotCheck = 5;
const wrongAnHourBeforeCode = 10;
/** Guesses are counted by ten minutes. Those of an hour stand in seven counts at most, so no hour has more than is allowed. */
const spanMs = 10 * 60_000;
const spansKept = 7;
/** Of an address's codes a day so many may be asked for by strangers: some are left for its owner. */
const strangersCodesPerDayMax = 7;
export const sessionsPerUserMax = 50;

/** Wrong passwords since the last right one, and by ten minutes, the newest first: `span` is the number of those ten minutes since 1970. */
export type Tries = { readonly wrong: number; readonly span: number; readonly counts: readonly number[] };
export const noTries: Tries = { wrong: 0, span: 0, counts: [] };

const spanOf = (now: number): number => Math.floor(now / spanMs);
function countsAt({ span, counts }: Tries, now: number): readonly number[] {
  const quiet = Math.min(Math.max(0, spanOf(now) - span), spansKept);
  return [...Array.from({ length: quiet }, () => 0), ...counts].slice(0, spansKept);
}
const wrongLately = (tries: Tries, now: number): number => countsAt(tries, now).reduce((sum, count) => sum + count, 0);

export const needsRobotCheck = (tries: Tries): boolean => tries.wrong >= wrongBeforeRobotCheck;
/** Then the password alone opens nothing, and nobody is told whether it was right before he has shown the code. */
export const needsCodeFirst = (tries: Tries, now: number): boolean => wrongLately(tries, now) >= wrongAnHourBeforeCode;

const changed = ([newest = 0, ...older]: readonly number[], by: number): readonly number[] => [
  Math.max(0, newest + by),
  ...older,
];
export const afterWrong = (tries: Tries, now: number): Tries => ({
  wrong: tries.wrong + 1,
  span: Math.max(tries.span, spanOf(now)),
  counts: changed(countsAt(tries, now), 1),
});
/** Tries are counted before the password is looked at, so that a hundred at once are a hundred: here the count is taken back. */
export const afterBusy = (tries: Tries): Tries => ({
  ...tries,
  wrong: Math.max(0, tries.wrong - 1),
  counts: changed(tries.counts, -1),
});
/** A right password forgives what a person mistypes, but not a flood: the hour goes on. */
export const afterRight = (tries: Tries): Tries => ({ ...afterBusy(tries), wrong: 0 });
/** So does a sign-in that was locked and is open now. */
export const afterOpened = (tries: Tries): Tries => ({ ...tries, wrong: 0 });

export type KnownDevice = { readonly country: string };

/** A device that never was here, or one that is somewhere else than last time; where nobody can say the country it has not moved. */
export function isUnusualPlace(device: KnownDevice | undefined, country: string): boolean {
  if (device === undefined) return true;
  return country !== "" && device.country !== "" && country !== device.country;
}

/** What a code was asked for; a ticket where it belongs to one sign-in. `locked`: a sign-in whose password counts for nothing yet. */
export type CodeFlow =
  | "register"
  | "reset"
  | `own ${number}`
  | `bind ${number}`
  | `login ${string}`
  | `locked ${string}`;
export type CodeBefore = { readonly madeAt: number; readonly flow: CodeFlow };

/** What people are told that the code is for: whether a sign-in was locked is no business of theirs. */
export const purposeOf = (flow: CodeFlow): string => {
  const [kind = ""] = flow.split(" ");
  return kind === "locked" ? "login" : kind;
};
/** Sign-ins are one flow: otherwise a new ticket would be a new code at once. */
const lineOf = (flow: CodeFlow): string => (purposeOf(flow) === "login" ? "login" : flow);
const isStrangers = (flow: CodeFlow): boolean => !flow.startsWith("own ") && !flow.startsWith("login ");

/** Milliseconds to wait before this flow may have its next code, `full` when the address had its share today, else 0. */
export function waitForCode(
  before: readonly CodeBefore[],
  flow: CodeFlow,
  now: number,
  resendMs: number,
): number | "full" {
  const today = before.filter(({ madeAt }) => now - madeAt < dayMs);
  const newest = Math.max(0, ...today.filter((code) => lineOf(code.flow) === lineOf(flow)).map(({ madeAt }) => madeAt));
  const wait = newest + resendMs - now;
  if (newest > 0 && wait > 0) return wait;
  const isStrangersFull = today.filter((code) => isStrangers(code.flow)).length >= strangersCodesPerDayMax;
  return today.length >= codesPerDayMax || (isStrangers(flow) && isStrangersFull) ? "full" : 0;
}

export type RefreshRow = {
  readonly madeAt: number;
  readonly usedAt: number | null;
  /** Whether the token that came after it was used: then its answer has arrived, and nobody asks again by accident. */
  readonly isSuccessorUsed: boolean;
  readonly deviceId: string;
  readonly endedAt: number | null;
  readonly until: number;
};

/** `repeat` gives the same successor again: the answer got lost. `theft` ends the session. */
export function judgeRefresh(
  row: RefreshRow | undefined,
  deviceId: string,
  now: number,
  graceMs: number,
): "renew" | "repeat" | "theft" | "gone" {
  if (row === undefined || row.endedAt !== null || row.until <= now) return "gone";
  if (row.deviceId !== deviceId) return "theft";
  if (row.usedAt === null) return "renew";
  return now - row.usedAt <= graceMs && !row.isSuccessorUsed ? "repeat" : "theft";
}

const wrongCodesMax = 5;
const wrongCodesMs = 10 * 60_000;
export type WrongCodes = { readonly wrong: number; readonly wrongBeganAt: number };

/** Five wrong codes of an authenticator in ten minutes: until they are over, right ones are not looked at either. */
export const isGuessing = ({ wrong, wrongBeganAt }: WrongCodes, now: number): boolean =>
  wrong >= wrongCodesMax && now - wrongBeganAt < wrongCodesMs;

export function afterWrongCode({ wrong, wrongBeganAt }: WrongCodes, now: number): WrongCodes {
  const isSame = now - wrongBeganAt < wrongCodesMs;
  return { wrong: isSame ? wrong + 1 : 1, wrongBeganAt: isSame ? wrongBeganAt : now };
}

/** `al***@example.com`, `+82***78`: enough to recognise one's own, too little to find out a stranger's. */
export function masked(address: string): string {
  const [name = "", host] = address.split("@");
  if (host !== undefined) return `${name.slice(0, Math.min(2, name.length - 1))}***@${host}`;
  return `${address.slice(0, 3)}***${address.slice(-2)}`;
}

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

/** What is left of a password when the usual decoration is taken off: numbers and signs around a word, and those that stand for letters. */
function bareWordsOf(password: string): string[] {
  const small = password.toLowerCase();
  const trimmed = small.replaceAll(/^[^a-z]+|[^a-z]+$/g, "");
  const spelled = (text: string): string =>
    text.replaceAll(/[013457@$!]/g, (sign) => lettersByDigit[sign] ?? lettersBySign[sign] ?? "");
  const letters = (text: string): string => text.replaceAll(/[^a-z]/g, "");
  return [letters(trimmed), letters(spelled(trimmed)), letters(spelled(small)), letters(small)];
}

/** Passwords that anybody would try first, however decorated, and those that are the account's own name. */
export function isCommonPassword(password: string, loginId: string): boolean {
  const name = loginId
    .split("@")[0]!
    .toLowerCase()
    .replaceAll(/[^a-z]/g, "");
  return bareWordsOf(password).some((word) => commonWords.has(word) || (name.length >= 3 && word === name));
}
