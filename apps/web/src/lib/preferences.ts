import { create } from "zustand";
import { persist } from "zustand/middleware";

type Preferences = {
  theme: "dark" | "light";
  /** Which colour means up. */
  rise: "green" | "red";
  bookArrangement: "both" | "bids" | "asks";
  dockHeight: number | undefined;
  chartInterval: "1m" | "5m" | "15m" | "1h" | "4h" | "1d";
  otherPairsHidden: boolean;
};

/** What the trader chose for himself on this device. */
export const usePreferences = create<Preferences>()(
  persist(
    (): Preferences => ({
      theme: "dark",
      rise: "green",
      bookArrangement: "both",
      dockHeight: undefined,
      chartInterval: "1m",
      otherPairsHidden: false,
    }),
    { name: "tidemark.preferences", version: 1 },
  ),
);

const apply = ({ theme, rise }: Preferences): void => {
  document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.rise = rise;
};
apply(usePreferences.getState());
usePreferences.subscribe(apply);
