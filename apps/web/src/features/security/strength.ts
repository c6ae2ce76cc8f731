import type { SecuritySettings } from "../../session/security-settings.ts";

/** What makes an account strong, in the recommended order. */
const marks = ["passkey", "authenticator", "antiPhishing", "address", "password"] as const;
export type Mark = (typeof marks)[number];
export const strengthMost: number = marks.length;

const isDone: Readonly<Record<Mark, (security: SecuritySettings) => boolean>> = {
  passkey: ({ passkeys }) => passkeys > 0,
  authenticator: ({ hasAuthenticator }) => hasAuthenticator,
  antiPhishing: ({ antiPhishing }) => antiPhishing !== "",
  address: ({ email, phone }) => email !== "" && phone !== "",
  password: ({ hasPassword }) => hasPassword,
};

export type Strength = {
  readonly count: number;
  readonly level: "weak" | "fair" | "strong" | "whole";
  /** The next step; undefined if none is left. */
  readonly next: Mark | undefined;
};

/** Without a second factor nothing else makes an account strong: a password and a mailbox are lost together. */
export function strengthOf(security: SecuritySettings, canPasskey: boolean): Strength {
  const count = marks.filter((mark) => isDone[mark](security)).length;
  const isGuarded = isDone.passkey(security) || isDone.authenticator(security);
  const level = count === strengthMost ? "whole" : isGuarded ? (count >= 3 ? "strong" : "fair") : "weak";
  const next = marks.find((mark) => !isDone[mark](security) && (mark !== "passkey" || canPasskey));
  return { count, level, next };
}
