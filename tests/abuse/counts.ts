/**
 * How often each attack is tried: in CI as often as a minute allows, by `pnpm goals security` as often as we have promised. A test takes its
 * number from here and from nowhere else.
 */
const table = {
  /** Passwords tried, over so many accounts and from so many addresses. */
  stuffing: { ci: 240, full: 100_000 },
  stuffingAccounts: { ci: 12, full: 1_000 },
  stuffingAddresses: { ci: 30, full: 1_000 },
  /** Pairs of answers that are timed, an account that is there beside one that is not. */
  timing: { ci: 40, full: 10_000 },
  /** The same for codes that are sent: each takes some work of the robot check besides. */
  timingOfCodes: { ci: 20, full: 1_000 },
  /** Six digits guessed for one code, one after the other and all at once. */
  codeGuesses: { ci: 60, full: 10_000 },
  codeGuessesAtOnce: { ci: 40, full: 500 },
  /** The same code of an authenticator, given again. */
  totpReplays: { ci: 40, full: 1_000 },
  /** Six digits guessed for an authenticator, at every place that asks for them. */
  totpGuesses: { ci: 60, full: 10_000 },
  /** Sessions whose old refresh token is used by a thief; those whose answer got lost. */
  tokenReuses: { ci: 6, full: 300 },
  lostAnswers: { ci: 10, full: 500 },
  /** Browsers in which fifty tabs renew together. */
  renewalsTogether: { ci: 2, full: 40 },
  /** QR codes that are used by another than their page. */
  qrThefts: { ci: 10, full: 500 },
  /** Answers of a provider with one part of another way in them. */
  oauthMixtures: { ci: 14, full: 700 },
  oauthUnproven: { ci: 6, full: 300 },
  /** Sign-ins in a browser whose cookies an attacker has set. */
  fixations: { ci: 4, full: 200 },
  /** API-key requests: replayed, tampered, concurrent at each gateway, and from addresses outside the key's list. */
  keyReplays: { ci: 80, full: 10_000 },
  keyReplaysAtOnce: { ci: 2, full: 100 },
  keyStrangers: { ci: 20, full: 1_000 },
  /** Registrations from denied regions. */
  deniedRegions: { ci: 8, full: 400 },
  /** Answers of robot checks that were made up, kept or bought for something else. */
  robotForgeries: { ci: 14, full: 700 },
  /** Requests with passwords, codes, tokens and proofs that must turn up nowhere; of these so many with a real code by mail. */
  canaries: { ci: 300, full: 10_000 },
  canaryCodes: { ci: 8, full: 200 },
  /** Files that are no pictures, or pictures with something hidden in them, sent as pictures of documents. */
  hostileFiles: { ci: 60, full: 2_000 },
  /** The same claim from so many signed-in devices, the same gift of an operator, and the same verification; the same registration. */
  couponReplays: { ci: 200, full: 10_000 },
  couponDevices: { ci: 8, full: 40 },
  registrationReplays: { ci: 20, full: 1_000 },
  /** Requests over all routes, and frames of sockets, with some of their parts changed. */
  fuzzedRequests: { ci: 2_000, full: 50_000 },
  fuzzedFrames: { ci: 500, full: 10_000 },
} as const;

export type Attack = keyof typeof table;

export const isFull: boolean = process.env.ABUSE_COUNTS === "full";

export const countOf = (attack: Attack): number => table[attack][isFull ? "full" : "ci"];

/** A test's own time: what is tried four hundred times as often takes longer. */
export const timeoutMs: number = isFull ? 120 * 60_000 : 120_000;
