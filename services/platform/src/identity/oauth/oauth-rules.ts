import { emailText, type OAuthProvider } from "@tidemark/contracts";

/** The identity from a provider; the address only where the provider has verified it and an account can have it. */
export type OAuthIdentity = {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
};

/** Google sends `email_verified` as a boolean, Apple sometimes as text. Everything else counts as false. */
const isYes = (value: unknown): boolean => value === true || value === "true";

export function identityOf(claims: Readonly<Record<string, unknown>>): OAuthIdentity | undefined {
  const { iss, sub, email, email_verified: verified } = claims;
  if (typeof iss !== "string" || typeof sub !== "string" || sub === "" || sub.length > 255) return undefined;
  const read = isYes(verified) ? emailText.safeParse(email) : undefined;
  return { issuer: iss, subject: sub, email: read?.success === true ? read.data : undefined };
}

/** Display names. */
export const providerNames: Readonly<Record<OAuthProvider, string>> = { google: "Google", apple: "Apple" };
