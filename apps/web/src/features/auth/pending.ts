import type { Facts } from "@tidemark/contracts";
import { stored } from "../../lib/storage.ts";

const factors = ["email", "sms", "google", "passkey"] as const;
type Factor = (typeof factors)[number];

/** A sign-in that the password alone did not finish: what it still needs, and the ticket to go on with. */
export type PendingSignIn = {
  readonly ticket: string;
  readonly needs: readonly Factor[];
  /** One passkey does for everything that is needed. */
  readonly isPasskeyEnough: boolean;
};

let pending: PendingSignIn | undefined;

/** Kept in memory alone: a ticket is half a sign-in, and who loads the page anew begins anew. */
export const pendingSignIn = {
  get: (): PendingSignIn | undefined => pending,
  set(next: PendingSignIn | undefined): void {
    pending = next;
  },
};

/** What a refusal `VERIFY_NEEDED` says. */
export function pendingOf(facts: Facts): PendingSignIn {
  const needs = (facts.needs ?? "").split(",");
  return {
    ticket: facts.ticket ?? "",
    needs: factors.filter((factor) => needs.includes(factor)),
    isPasskeyEnough: facts.instead === "passkey" || needs.includes("passkey"),
  };
}

/** The person is away at a provider's site meanwhile, so this must outlive the page; it ends with the tab. */
export type ThirdAway = { readonly ticket: string; readonly provider: string; readonly backurl?: string };
export const thirdAway = stored<ThirdAway | null>("thirdAway", null, {
  area: "session",
  isWhole: (value): value is ThirdAway | null =>
    value === null || typeof (value as Partial<ThirdAway>).ticket === "string",
});

/** Whom a provider named, and what may become of him. */
export type ThirdFound = {
  readonly ticket: string;
  readonly provider: string;
  readonly email: string;
  readonly hasPassword: boolean;
};
let found: ThirdFound | undefined;
export const thirdFound = {
  get: (): ThirdFound | undefined => found,
  set(next: ThirdFound | undefined): void {
    found = next;
  },
};

/** Whose password is being reset, from asking for the code until the new one stands. */
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
