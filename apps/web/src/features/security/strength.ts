import type { Guards } from "../../session/guards.ts";

/** What makes an account strong, in the order in which it should be done. */
const marks = ["passkey", "authenticator", "antiPhishing", "address", "password"] as const;
export type Mark = (typeof marks)[number];
export const strengthMost: number = marks.length;

const isDone: Readonly<Record<Mark, (guards: Guards) => boolean>> = {
  passkey: ({ passkeys }) => passkeys > 0,
  authenticator: ({ hasAuthenticator }) => hasAuthenticator,
  antiPhishing: ({ antiPhishing }) => antiPhishing !== "",
  address: ({ email, phone }) => email !== "" && phone !== "",
  password: ({ hasPassword }) => hasPassword,
};

export type Strength = {
  readonly count: number;
  readonly level: "weak" | "fair" | "strong" | "whole";
  /** What to do next; undefined where nothing is left. */
  readonly next: Mark | undefined;
};

/** Without a second factor nothing else makes an account strong: a password and a mailbox are lost together. */
export function strengthOf(guards: Guards, canPasskey: boolean): Strength {
  const count = marks.filter((mark) => isDone[mark](guards)).length;
  const isGuarded = isDone.passkey(guards) || isDone.authenticator(guards);
  const level = count === strengthMost ? "whole" : isGuarded ? (count >= 3 ? "strong" : "fair") : "weak";
  const next = marks.find((mark) => !isDone[mark](guards) && (mark !== "passkey" || canPasskey));
  return { count, level, next };
}
