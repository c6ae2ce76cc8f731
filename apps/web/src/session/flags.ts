import type { WhitelistFlags } from "@tidemark/contracts";
import { useSyncExternalStore } from "react";
import { client } from "../lib/client.ts";

const none: WhitelistFlags = { koreaIP: false, p2pWhite: false, kycWhite: false, koreanWhite: false };
let flags = none;
let asked: Promise<WhitelistFlags> | undefined;
const listeners = new Set<() => void>();

/** What is shown to this visitor only. Who cannot be told is shown what everybody sees. */
export function flagsKnown(): Promise<WhitelistFlags> {
  asked ??= client.call("whitelist", {}).then((outcome) => {
    flags = outcome.ok ? outcome.value : none;
    if (!outcome.ok) asked = undefined;
    for (const listener of listeners) listener();
    return flags;
  });
  return asked;
}

/** Asks again, because another person is here now. */
export function refreshFlags(): void {
  asked = undefined;
  void flagsKnown();
}

const flagsNow = (): WhitelistFlags => flags;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  void flagsKnown();
  return () => listeners.delete(listener);
}

export function useFlags(): WhitelistFlags {
  return useSyncExternalStore(subscribe, flagsNow);
}
