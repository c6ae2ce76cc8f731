import { emailText, type ThirdProvider } from "@tidemark/contracts";

/** Who a provider says somebody is. The address only where the provider has proven it, and where an account can have it. */
export type ThirdIdentity = {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
};

/** Google says whether an address is proven as yes or no, Apple sometimes as text. Whatever is not clearly a yes is a no. */
const isYes = (value: unknown): boolean => value === true || value === "true";

export function identityOf(claims: Readonly<Record<string, unknown>>): ThirdIdentity | undefined {
  const { iss, sub, email, email_verified: verified } = claims;
  if (typeof iss !== "string" || typeof sub !== "string" || sub === "" || sub.length > 255) return undefined;
  const read = isYes(verified) ? emailText.safeParse(email) : undefined;
  return { issuer: iss, subject: sub, email: read?.success === true ? read.data : undefined };
}

/** As people know them. */
export const providerNames: Readonly<Record<ThirdProvider, string>> = { google: "Google", apple: "Apple" };
