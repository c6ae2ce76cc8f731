import type { CandleInterval } from "@tidemark/contracts";
import { create } from "zustand";
import { stored } from "./storage.ts";

type Preferences = {
  theme: "dark" | "light";
  /** Which colour means up. */
  rise: "green" | "red";
  bookArrangement: "both" | "bids" | "asks";
  chartInterval: CandleInterval;
  otherPairsHidden: boolean;
};

const usual: Preferences = {
  theme: "dark",
  rise: "green",
  bookArrangement: "both",
  chartInterval: "1m",
  otherPairsHidden: false,
};
const kept = stored<Partial<Preferences>>("preferences", {});
const read = (): Preferences => ({ ...usual, ...kept.get() });

/** The user's display preferences on this device. */
export const usePreferences = create<Preferences>()(read);

const apply = ({ theme, rise }: Preferences): void => {
  document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.rise = rise;
};
apply(usePreferences.getState());
usePreferences.subscribe((now) => {
  apply(now);
  if (JSON.stringify(read()) !== JSON.stringify(now)) kept.set(now);
});
// Another tab has changed something.
kept.subscribe(() => usePreferences.setState(read()));
