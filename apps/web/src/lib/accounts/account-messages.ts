import { msg } from "@lingui/core/macro";

export const m = { countedIn: msg`Count in` };

/** The names of the five accounts by their product numbers. */
export const accountNames = {
  1: msg`Capital Account`,
  2: msg`Spot`,
  3: msg`Crypto Contract`,
  4: msg`Derivatives`,
  5: msg`Margin`,
} as const;
