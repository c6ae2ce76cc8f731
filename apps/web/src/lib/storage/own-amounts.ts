import { hideBalance, useStored } from "./choices.ts";

/** In place of an amount of the user's own money; its length says nothing about the amount. */
export const hiddenAmount = "••••••";

export type OwnAmounts = {
  readonly isHidden: boolean;
  readonly toggle: () => void;
  /** The amount as it is printed, or dots. Everything that shows own money prints it through this. */
  readonly own: (printed: string) => string;
};

/** The one switch for the user's own amounts: of all screens, of all tabs, and kept for the next visit. */
export function useOwnAmounts(): OwnAmounts {
  const isHidden = useStored(hideBalance);
  return {
    isHidden,
    toggle: () => hideBalance.set(!isHidden),
    own: (printed) => (isHidden ? hiddenAmount : printed),
  };
}
