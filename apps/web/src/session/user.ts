import type { UserInfo } from "@tidemark/contracts";
import { useSyncExternalStore } from "react";
import { isInApp, type NativeUser } from "../lib/native-bridge.ts";
import { type Stored, stored } from "../lib/storage.ts";

const isUserOrNone = (value: unknown): value is UserInfo | null =>
  value === null || (typeof value === "object" && typeof (value as Partial<UserInfo>).userId === "string");

type Holder = Pick<Stored<UserInfo | null>, "get" | "set" | "subscribe">;

/** Inside the app the native side says who is here: nothing is read from the browser and nothing is left in it. */
function inMemory(): Holder {
  const listeners = new Set<() => void>();
  let held: UserInfo | null = null;
  return {
    get: () => held,
    set(user) {
      held = user;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Who is here, as this browser remembers him: no secret is among it. Logged in is who has a user id. */
const kept: Holder = isInApp() ? inMemory() : stored<UserInfo | null>("user", null, { isWhole: isUserOrNone });

export const userNow = (): UserInfo | null => (kept.get()?.userId ? kept.get() : null);

/** What stands until the exchange has been asked about somebody whom only the app knows. */
const unknown = {
  loginId: "",
  vipTag: 0,
  currentNickName: "",
  newNickName: "",
  nickNameStatus: 1,
  isDefaultNickName: true,
  nickNameModificationTimes: 0,
  maxNickNamModificationTimes: 0,
  kycStatus: -1,
  userAct: { p2p: false, kycWhite: false, ko_KR: false },
} as const satisfies Partial<UserInfo>;

/** The app's user is the page's. His token stays with those who sign requests. */
export function takeNativeUser(native: NativeUser | undefined): void {
  if (native === undefined) return kept.set(null);
  const { userId, loginId = "" } = native;
  return kept.set({ ...unknown, userId, loginId, displayUserId: userId });
}

let isSettingHere = false;

export function setUser(user: UserInfo | null): void {
  isSettingHere = true;
  kept.set(user);
  isSettingHere = false;
}

/** Hears of another person, or of nobody, when it was another tab that let him in or out. Returns the function that ends it. */
export function hearOtherTabs(listener: () => void): () => void {
  let known = userNow()?.userId;
  return kept.subscribe(() => {
    const before = known;
    known = userNow()?.userId;
    if (known !== before && !isSettingHere) listener();
  });
}

/**
 * What the exchange answered about somebody, if he is still the one who is here: an answer may come when the next person is. What he is
 * shown besides others is not among it, his flags tell that.
 */
export function mergeAnswer(answer: UserInfo): void {
  const known = userNow();
  if (known?.userId === answer.userId) mergeUser({ ...answer, userAct: known.userAct });
}

/** New facts about the same person are laid over what is known; what was known already changes nothing. */
export function mergeUser(facts: Partial<UserInfo>): void {
  const known = kept.get();
  if (known === null) return;
  const merged = { ...known, ...facts };
  if (JSON.stringify(merged) !== JSON.stringify(known)) kept.set(merged);
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
