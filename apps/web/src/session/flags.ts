import type { UserInfo, WhitelistFlags } from "@tidemark/contracts";
import { useSyncExternalStore } from "react";
import { client } from "../lib/client.ts";
import { mergeUser, userNow } from "./user.ts";

const none: WhitelistFlags = { koreaIP: false, p2pWhite: false, kycWhite: false, koreanWhite: false };
type Asked = { readonly userId: string | undefined; readonly answer: Promise<WhitelistFlags> };
let asked: Asked | undefined;
/** The flags, and whose they are. */
let known: { readonly userId: string | undefined; readonly flags: WhitelistFlags } | undefined;
const listeners = new Set<() => void>();
const userIdNow = (): string | undefined => userNow()?.userId;

/** The same of a user, by the names that his stored facts have for it. */
const userActOf = ({ p2pWhite, kycWhite, koreanWhite }: WhitelistFlags): UserInfo["userAct"] => ({
  p2p: p2pWhite,
  kycWhite,
  ko_KR: koreanWhite,
});

/** What is shown to this visitor only. Who cannot be told is shown what everybody sees. */
export function flagsKnown(): Promise<WhitelistFlags> {
  if (asked === undefined || asked.userId !== userIdNow()) asked = ask(userIdNow());
  return asked.answer;
}

function ask(userId: string | undefined): Asked {
  const answer = client.call("whitelist", {}).then((outcome) => {
    // Somebody else came meanwhile: whoever waits for this answer wants to know about the one who is here.
    if (asked !== mine || userId !== userIdNow()) return flagsKnown();
    if (!outcome.ok) asked = undefined;
    known = outcome.ok ? { userId, flags: outcome.value } : undefined;
    mergeFlags();
    for (const listener of listeners) listener();
    return flagsNow();
  });
  const mine: Asked = { userId, answer };
  return mine;
}

/** What is known of his flags is laid over the stored user; what could not be told changes nothing about him. */
export function mergeFlags(): void {
  if (known !== undefined && known.userId === userIdNow()) mergeUser({ userAct: userActOf(known.flags) });
}

/** Asks again, because another person is here now. */
export function refreshFlags(): void {
  asked = undefined;
  void flagsKnown();
}

const flagsNow = (): WhitelistFlags => known?.flags ?? none;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  void flagsKnown();
  return () => listeners.delete(listener);
}

export function useFlags(): WhitelistFlags {
  return useSyncExternalStore(subscribe, flagsNow);
}
