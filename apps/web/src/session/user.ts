import { nicknameStatuses, type UserInfo } from "@tidemark/contracts";
import { useSyncExternalStore } from "react";
import { isInApp, type NativeUser } from "../lib/device/native-bridge.ts";
import { type Stored, stored } from "../lib/storage/storage.ts";

const isUserOrNone = (value: unknown): value is UserInfo | null =>
  value === null || (typeof value === "object" && typeof (value as Partial<UserInfo>).userId === "string");

type Holder = Pick<Stored<UserInfo | null>, "get" | "set" | "subscribe">;

/** Inside the app the native side supplies the user: nothing is read from or written to the browser. */
function inMemory(): Holder {
  const listeners = new Set<() => void>();
  let current: UserInfo | null = null;
  return {
    get: () => current,
    set(user) {
      current = user;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The user as stored in this browser, without secrets. A user is signed in if there is a user id. */
const kept: Holder = isInApp() ? inMemory() : stored<UserInfo | null>("user", null, { isWhole: isUserOrNone });

export const userNow = (): UserInfo | null => (kept.get()?.userId ? kept.get() : null);

/** Defaults until the exchange has answered about a user that only the app knows. */
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

/** Takes over the user of the app. The token stays with the request signer. */
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

/** Calls the listener when another tab changes the user. Returns the function that ends it. */
export function onOtherTabChange(listener: () => void): () => void {
  let known = userNow()?.userId;
  return kept.subscribe(() => {
    const before = known;
    known = userNow()?.userId;
    if (known !== before && !isSettingHere) listener();
  });
}

/** Merges an answer about the user if it is still the current user: it may arrive after a change of user. Flags are not part of it. */
export function mergeAnswer(answer: UserInfo): void {
  const known = userNow();
  if (known?.userId === answer.userId) mergeUser({ ...answer, userAct: known.userAct });
}

/** Merges new facts about the current user; stores nothing if nothing changes. */
export function mergeUser(facts: Partial<UserInfo>): void {
  const known = kept.get();
  if (known === null) return;
  const merged = { ...known, ...facts };
  if (JSON.stringify(merged) !== JSON.stringify(known)) kept.set(merged);
}

/** `null` if no user is signed in. */
export function useUser(): UserInfo | null {
  return useSyncExternalStore(kept.subscribe, userNow);
}

/** An e-mail if it contains @, otherwise a phone. */
export const contactKindOf = (loginId: string): "email" | "phone" => (loginId.includes("@") ? "email" : "phone");

/** What the user is called: the nickname, or the contact where there is none. */
export const nameOf = ({ currentNickName, loginId }: UserInfo): string => currentNickName || loginId;

/** How the review of a new nickname stands. A status without a name has nothing to show. */
export function nicknameReviewOf(
  user: Pick<UserInfo, "nickNameStatus" | "newNickName">,
): "waits" | "rejected" | "none" {
  if (user.newNickName === "") return "none";
  if (user.nickNameStatus === nicknameStatuses.underReview) return "waits";
  return user.nickNameStatus === nicknameStatuses.rejected ? "rejected" : "none";
}

const kycLabels = { "-1": "unverified", 1: "pending", 10: "pending", 9: "failed", 2: "verified" } as const;
export type KycLabel = (typeof kycLabels)[keyof typeof kycLabels];

export const kycLabelOf = (status: number): KycLabel =>
  (kycLabels as Readonly<Record<string, KycLabel>>)[String(status)] ?? "unverified";
