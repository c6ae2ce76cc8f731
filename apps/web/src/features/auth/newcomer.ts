import { useSyncExternalStore } from "react";
import { stored } from "../../lib/storage.ts";

/**
 * Somebody has just registered: the next page greets him with what he gets for it, once. It outlives the document, which is opened anew
 * where a stranger's script was in it.
 */
const greeting = stored("newcomer", false, {
  area: "session",
  isWhole: (value): value is boolean => typeof value === "boolean",
});

export const useIsNewcomer = (): boolean => useSyncExternalStore(greeting.subscribe, greeting.get);
export const greetNewcomer = (): void => greeting.set(true);
export const endGreeting = (): void => greeting.set(false);
