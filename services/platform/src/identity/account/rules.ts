import { dayMs } from "../../module/utc-days.ts";

/** Rules of sign-in, codes and refresh tokens. Pure; lifetimes come from the config. */
export type Times = {
  /** Wait between two codes of one flow, and lifetime of a code. */
  readonly codeResendMs: number;
  readonly codeValidMs: number;
  /** From the password to the last code of a sign-in. */
  readonly signInValidMs: number;
  /** Lifetime of a QR code until it is confirmed, and again until the page has read the result. */
  readonly qrValidMs: number;
  /** Ticket that opens the same session at another host. */
  readonly sessionTicketValidMs: number;
  /** An authenticator key that is offered and not bound yet. */
  readonly keyOfferValidMs: number;
  /** How long a used refresh token gives the same successor again, in case the answer was lost. */
  readonly refreshGraceMs: number;
  /** Withdrawal lock after a change of password or factor. */
  readonly withdrawalLockMs: number;
  readonly oauthValidMs: number;
  readonly passkeyValidMs: number;
  /** How long a second factor stays fresh in a session. */
  readonly factorFreshMs: number;
};

export const codeTriesMax = 5;
export const codesPerDayMax = 10;
const wrongBeforeRobotCheck = 5;
const wrongAnHourBeforeCode = 10;
/** Tries are counted in spans of ten minutes. Any hour lies in at most seven spans, so none exceeds the limit. */
const spanMs = 10 * 60_000;
const spansKept = 7;
/** Codes per contact and day that signed-out users may request: the rest is left for the account's owner. */
const signedOutCodesPerDayMax = 7;
export const sessionsPerUserMax = 50;

/** Wrong passwords since the last right one, and per span, newest first; `span` is the number of ten minutes since 1970. */
export type Tries = { readonly wrong: number; readonly span: number; readonly counts: readonly number[] };
export const noTries: Tries = { wrong: 0, span: 0, counts: [] };

const spanOf = (now: number): number => Math.floor(now / spanMs);
function countsAt({ span, counts }: Tries, now: number): readonly number[] {
  const quiet = Math.min(Math.max(0, spanOf(now) - span), spansKept);
  return [...Array.from({ length: quiet }, () => 0), ...counts].slice(0, spansKept);
}
const wrongLately = (tries: Tries, now: number): number => countsAt(tries, now).reduce((sum, count) => sum + count, 0);

export const needsRobotCheck = (tries: Tries): boolean => tries.wrong >= wrongBeforeRobotCheck;
/** The sign-in then needs a code, and the answer reveals nothing about the password before the code is shown. */
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
/** Tries are counted before the password check, so that concurrent ones count; an unchecked try is taken back here. */
export const afterBusy = (tries: Tries): Tries => ({
  ...tries,
  wrong: Math.max(0, tries.wrong - 1),
  counts: changed(tries.counts, -1),
});
/** A right password resets the count of typing errors, but not the hourly limit. */
export const afterRight = (tries: Tries): Tries => ({ ...afterBusy(tries), wrong: 0 });
/** The same after a locked sign-in was unlocked. */
export const afterOpened = (tries: Tries): Tries => ({ ...tries, wrong: 0 });

export type KnownDevice = { readonly country: string };

/** A new device, or a known one in another country; an unknown country counts as unchanged. */
export function isUnusualOrigin(device: KnownDevice | undefined, country: string): boolean {
  if (device === undefined) return true;
  return country !== "" && device.country !== "" && country !== device.country;
}

/** What a code is for, with the ticket of its sign-in. `locked`: a sign-in that needs the code before the password counts. */
export type CodeFlow =
  | "register"
  | "reset"
  | `own ${number}`
  | `bind ${number}`
  | `sign-in ${string}`
  | `locked ${string}`;
export type CodeBefore = { readonly madeAt: number; readonly flow: CodeFlow };

/** The purpose as users see it: whether a sign-in is locked is not revealed. */
export const purposeOf = (flow: CodeFlow): string => {
  const [kind = ""] = flow.split(" ");
  return kind === "locked" ? "sign-in" : kind;
};
/** All sign-ins are one flow: otherwise a new ticket would allow a new code at once. */
const lineOf = (flow: CodeFlow): string => (purposeOf(flow) === "sign-in" ? "sign-in" : flow);
const isSignedOut = (flow: CodeFlow): boolean => !flow.startsWith("own ") && !flow.startsWith("sign-in ");

/** Milliseconds until the next code of this flow, or 0; `full` when the contact has reached its daily limit. */
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
  const isSignedOutFull = today.filter((code) => isSignedOut(code.flow)).length >= signedOutCodesPerDayMax;
  return today.length >= codesPerDayMax || (isSignedOut(flow) && isSignedOutFull) ? "full" : 0;
}

export type RefreshRow = {
  readonly madeAt: number;
  readonly usedAt: number | null;
  /** Whether the successor was used: the answer has then arrived, and a repeat is no accident. */
  readonly isSuccessorUsed: boolean;
  readonly deviceId: string;
  readonly endedAt: number | null;
  readonly until: number;
};

/** `repeat`: the answer was lost, the same successor is given again. `theft`: the session ends. */
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

/** After five wrong authenticator codes in ten minutes, right ones are refused too until the time is over. */
export const isCodeLocked = ({ wrong, wrongBeganAt }: WrongCodes, now: number): boolean =>
  wrong >= wrongCodesMax && now - wrongBeganAt < wrongCodesMs;

export function afterWrongCode({ wrong, wrongBeganAt }: WrongCodes, now: number): WrongCodes {
  const isSame = now - wrongBeganAt < wrongCodesMs;
  return { wrong: isSame ? wrong + 1 : 1, wrongBeganAt: isSame ? wrongBeganAt : now };
}
