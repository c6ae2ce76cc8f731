import { useEffect } from "react";
import { create } from "zustand";
import { stored } from "../../lib/storage/storage.ts";
import { hasThirdPartyScript } from "./third-party-script.ts";

/** Set after registration: the next page shows the welcome offer, once. */
const useWelcome = create<{ readonly isWelcomed: boolean }>(() => ({ isWelcomed: false }));

/** Carries the flag over a reload that removes third-party scripts. */
const handedOn = stored("newcomer", false, {
  area: "session",
  isWhole: (value): value is boolean => typeof value === "boolean",
});

export function useIsWelcomed(): boolean {
  useEffect(() => {
    if (!handedOn.get()) return;
    handedOn.set(false);
    useWelcome.setState({ isWelcomed: true });
  }, []);
  return useWelcome(({ isWelcomed }) => isWelcomed);
}

export const welcomeNewUser = (): void =>
  hasThirdPartyScript() ? handedOn.set(true) : useWelcome.setState({ isWelcomed: true });
export const endWelcome = (): void => useWelcome.setState({ isWelcomed: false });
