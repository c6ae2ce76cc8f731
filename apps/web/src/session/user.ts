import type { UserInfo } from "@tidemark/contracts";
import { useSyncExternalStore } from "react";
import { stored } from "../lib/storage.ts";

const isUserOrNone = (value: unknown): value is UserInfo | null =>
  value === null || (typeof value === "object" && typeof (value as Partial<UserInfo>).userId === "string");

/** Who is here, as this browser remembers him: no secret is among it. Logged in is who has a user id. */
const kept = stored<UserInfo | null>("user", null, { isWhole: isUserOrNone });

export const userNow = (): UserInfo | null => (kept.get()?.userId ? kept.get() : null);

export function setUser(user: UserInfo | null): void {
  kept.set(user);
}

/** New facts about the same person are laid over what is known. */
export function mergeUser(facts: Partial<UserInfo>): void {
  const known = kept.get();
  if (known !== null) kept.set({ ...known, ...facts });
}

/** `null` for a guest. */
export function useUser(): UserInfo | null {
  return useSyncExternalStore(kept.subscribe, userNow);
}

/** An e-mail if it contains @, otherwise a phone. */
export const loginKindOf = (loginId: string): "email" | "phone" => (loginId.includes("@") ? "email" : "phone");

const kycLabels = { "-1": "unverified", 1: "pending", 10: "pending", 9: "failed", 2: "verified" } as const;
export type KycLabel = (typeof kycLabels)[keyof typeof kycLabels];

export const kycLabelOf = (status: number): KycLabel =>
  (kycLabels as Readonly<Record<string, KycLabel>>)[String(status)] ?? "unverified";
