import type { UserInfo, WhitelistFlags } from "@tidemark/contracts";
import { useSyncExternalStore } from "react";
import { client } from "../lib/client/client.ts";
import { mergeUser, userNow } from "./user.ts";

const none: WhitelistFlags = { koreaIP: false, p2pWhite: false, kycWhite: false, koreanWhite: false };
type Asked = { readonly userId: string | undefined; readonly answer: Promise<WhitelistFlags> };
let asked: Asked | undefined;
/** The flags and the user they belong to. */
let known: { readonly userId: string | undefined; readonly flags: WhitelistFlags } | undefined;
const listeners = new Set<() => void>();
const userIdNow = (): string | undefined => userNow()?.userId;

/** The flags in the form of the stored user. */
const userActOf = ({ p2pWhite, kycWhite, koreanWhite }: WhitelistFlags): UserInfo["userAct"] => ({
  p2p: p2pWhite,
  kycWhite,
  ko_KR: koreanWhite,
});

/** The flags of this user or visitor. If they cannot be loaded, the defaults apply. */
export function loadFlags(): Promise<WhitelistFlags> {
  if (asked === undefined || asked.userId !== userIdNow()) asked = ask(userIdNow());
  return asked.answer;
}

function ask(userId: string | undefined): Asked {
  const answer = client.call("whitelist", {}).then((outcome) => {
    // The user has changed since the request: the callers need the flags of the current user.
    if (asked !== mine || userId !== userIdNow()) return loadFlags();
    if (!outcome.ok) asked = undefined;
    known = outcome.ok ? { userId, flags: outcome.value } : undefined;
    mergeFlags();
    for (const listener of listeners) listener();
    return flagsNow();
  });
  const mine: Asked = { userId, answer };
  return mine;
}

/** Merges the loaded flags into the stored user; flags that could not be loaded change nothing. */
export function mergeFlags(): void {
  if (known !== undefined && known.userId === userIdNow()) mergeUser({ userAct: userActOf(known.flags) });
}

/** Requests the flags again after a change of user. */
export function refreshFlags(): void {
  asked = undefined;
  void loadFlags();
}

const flagsNow = (): WhitelistFlags => known?.flags ?? none;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  void loadFlags();
  return () => listeners.delete(listener);
}

export function useFlags(): WhitelistFlags {
  return useSyncExternalStore(subscribe, flagsNow);
}
