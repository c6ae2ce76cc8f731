import type { Facts } from "@tidemark/contracts";
import { stored } from "../../lib/storage/storage.ts";

const factors = ["email", "sms", "google", "passkey"] as const;
type Factor = (typeof factors)[number];

/** A sign-in that needs more than the password: the missing factors, and the ticket to continue. */
export type PendingSignIn = {
  readonly ticket: string;
  readonly needs: readonly Factor[];
  /** One passkey does for everything that is needed. */
  readonly isPasskeyEnough: boolean;
};

let pending: PendingSignIn | undefined;

/** Kept in memory only: a ticket is half a sign-in, and a reload starts over. */
export const pendingSignIn = {
  get: (): PendingSignIn | undefined => pending,
  set(next: PendingSignIn | undefined): void {
    pending = next;
  },
};

/** Reads the facts of the refusal `VERIFY_NEEDED`. */
export function pendingOf(facts: Facts): PendingSignIn {
  const needs = (facts.needs ?? "").split(",");
  return {
    ticket: facts.ticket ?? "",
    needs: factors.filter((factor) => needs.includes(factor)),
    isPasskeyEnough: facts.instead === "passkey" || needs.includes("passkey"),
  };
}

/** The user is at the provider's site, so this must outlive the page; it ends with the tab. */
export type OAuthRequest = { readonly ticket: string; readonly provider: string; readonly backurl?: string };
export const oauthRequest = stored<OAuthRequest | null>("oauthRequest", null, {
  area: "session",
  isWhole: (value): value is OAuthRequest | null =>
    value === null || typeof (value as Partial<OAuthRequest>).ticket === "string",
});

/** The identity that a provider confirmed, and whether it can be linked. */
export type OAuthIdentity = {
  readonly ticket: string;
  readonly provider: string;
  readonly email: string;
  readonly hasPassword: boolean;
};
let found: OAuthIdentity | undefined;
export const oauthIdentity = {
  get: (): OAuthIdentity | undefined => found,
  set(next: OAuthIdentity | undefined): void {
    found = next;
  },
};

/** The account whose password is being reset, from the request of the code until the new password is set. */
export type PendingReset = {
  readonly loginId: string;
  readonly areaCode?: string;
  readonly resendSeconds: number;
  readonly validMinutes: number;
};
let reset: PendingReset | undefined;
export const pendingReset = {
  get: (): PendingReset | undefined => reset,
  set(next: PendingReset | undefined): void {
    reset = next;
  },
};
