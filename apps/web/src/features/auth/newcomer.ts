import { useEffect } from "react";
import { create } from "zustand";
import { stored } from "../../lib/storage.ts";
import { hasStranger } from "./stranger-script.ts";

/** Somebody has just registered: the next page greets him with what he gets for it, once. */
const useGreeting = create<{ readonly isGreeted: boolean }>(() => ({ isGreeted: false }));

/** What one document leaves to the next, where it is left because a stranger's script was in it. */
const handedOn = stored("newcomer", false, {
  area: "session",
  isWhole: (value): value is boolean => typeof value === "boolean",
});

export function useIsNewcomer(): boolean {
  useEffect(() => {
    if (!handedOn.get()) return;
    handedOn.set(false);
    useGreeting.setState({ isGreeted: true });
  }, []);
  return useGreeting(({ isGreeted }) => isGreeted);
}

export const greetNewcomer = (): void =>
  hasStranger() ? handedOn.set(true) : useGreeting.setState({ isGreeted: true });
export const endGreeting = (): void => useGreeting.setState({ isGreeted: false });
